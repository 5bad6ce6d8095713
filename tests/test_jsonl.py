"""JSON lines: a torn tail was never written, a broken line in the middle is counted."""

import json

from hypothesis import given
from hypothesis import strategies as st

from mcgod import jsonl


def test_b108_a_broken_line_is_skipped_and_counted(tmp_path):
    path = tmp_path / "history.jsonl"
    path.write_bytes(b'{"a":1}\n{not json}\n[1]\n{"b":2}\n{"torn')
    found = jsonl.read(path)
    assert (found.records, found.bad) == ([{"a": 1}, {"b": 2}], 2)


def test_a_missing_file_is_empty(tmp_path):
    assert jsonl.read(tmp_path / "none").records == []


def test_a_lone_surrogate_does_not_stop_a_record():
    assert json.loads(jsonl.line({"text": "a\ud83d"})) == {"text": "a?"}


@given(st.lists(st.dictionaries(st.text(), st.text() | st.integers() | st.none()), max_size=5))
def test_what_was_written_is_read(records):
    clean = [json.loads(jsonl.line(record)) for record in records]
    assert jsonl.parse(b"".join(jsonl.line(record) + b"\n" for record in records)).records == clean
