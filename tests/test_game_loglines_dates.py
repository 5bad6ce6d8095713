"""From the wall clock of a log to UTC: midnights, time zones, summer time, and months in the server's language."""

from datetime import UTC, date, datetime, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo

import pytest

from mcgod.game.loglines import Dater
from mcgod.game.loglines.dates import midnights, read_date
from mcgod.game.loglines.lifecycle import seconds
from mcgod.game.loglines.months import month

# What Java 17 prints for MMM, January to December.
JAVA = {
    "en": "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec",
    "de": "Jan. Feb. März Apr. Mai Juni Juli Aug. Sept. Okt. Nov. Dez.",
    "fr": "janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc.",
    "es": "ene feb mar abr may jun jul ago sept oct nov dic",
    "pt": "jan. fev. mar. abr. mai. jun. jul. ago. set. out. nov. dez.",
    "fi": "tammik. helmik. maalisk. huhtik. toukok. kesäk. heinäk. elok. syysk. lokak. marrask. jouluk.",
    "ru": "янв. февр. мар. апр. мая июн. июл. авг. сент. окт. нояб. дек.",
    "pl": "sty lut mar kwi maj cze - sie wrz paź - gru",
    "cs": "led úno bře dub kvě čvn čvc - zář říj - pro",
    "tr": "Oca Şub Mar Nis May Haz Tem Ağu Eyl Eki Kas Ara",
    "ja": "1月 2月 3月 4月 5月 6月 7月 8月 9月 10月 11月 12月",
    "zh": "一月 二月 三月 四月 五月 六月 七月 八月 九月 十月 十一月 十二月",
    "ar": "يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر",
    "th": "ม.ค. ก.พ. มี.ค. เม.ย. พ.ค. มิ.ย. ก.ค. ส.ค. ก.ย. ต.ค. พ.ย. ธ.ค.",
}


@pytest.mark.parametrize("language", JAVA)
def test_B038_months_in_the_language_of_the_server(language):
    for number, name in enumerate(JAVA[language].split(), 1):
        if name != "-":
            assert month(name) == number, name


@pytest.mark.parametrize("name", ["lip", "lis", "srp", "", "x", "13月", "0", "Foo"])
def test_a_month_that_is_not_sure_is_none(name):
    assert month(name) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2021-01-09", date(2021, 1, 9)),
        ("03May2021", date(2021, 5, 3)),
        ("1012月2023", date(2023, 12, 10)),
        ("10十月2024", date(2024, 10, 10)),
        ("12toukok.2026", date(2026, 5, 12)),
        ("05thg 32021", date(2021, 3, 5)),
        ("1512021", date(2021, 1, 15)),
        ("10de gen.2021", date(2021, 1, 10)),
        ("November 30th 2026", date(2026, 11, 30)),
        ("2021-13-09", None),
        ("31Feb2021", None),
        ("", None),
    ],
)
def test_dates_as_headers_spell_them(text, expected):
    assert read_date(text) == expected


def stamps(*clocks, day: date | None = date(2026, 11, 30), zone: tzinfo = UTC, **options):
    dater = Dater(day, zone=zone, **options)
    return [dater.stamp(clock) for clock in clocks]


def test_the_day_steps_over_midnight_but_not_for_threads_out_of_order():
    assert stamps("23:59:58", "23:59:57", "00:00:01.5", "00:00:00", "23:00:00", "01:00:00") == [
        "2026-11-30T23:59:58.000Z",
        "2026-11-30T23:59:57.000Z",
        "2026-12-01T00:00:01.500Z",
        "2026-12-01T00:00:00.000Z",
        "2026-12-01T23:00:00.000Z",
        "2026-12-02T01:00:00.000Z",
    ]


def test_the_clock_is_the_servers():
    assert stamps("00:30:00", zone=timezone(timedelta(hours=5, minutes=30))) == ["2026-11-29T19:00:00.000Z"]


def test_the_hour_that_summer_time_repeats_comes_twice():
    berlin = ZoneInfo("Europe/Berlin")
    assert stamps("02:59:00", "02:00:00", "02:30:00", "03:10:00", day=date(2026, 10, 25), zone=berlin) == [
        "2026-10-25T00:59:00.000Z",
        "2026-10-25T01:00:00.000Z",
        "2026-10-25T01:30:00.000Z",
        "2026-10-25T02:10:00.000Z",
    ]


def test_a_line_without_a_clock_has_the_time_of_the_line_above():
    assert stamps("", "12:00:05", "") == ["", "2026-11-30T12:00:05.000Z", "2026-11-30T12:00:05.000Z"]


def test_a_date_in_the_header_wins():
    dater = Dater(date(2000, 1, 1), zone=UTC)
    assert dater.stamp("03:06:49.219", "03May2021") == "2021-05-03T03:06:49.219Z"
    assert dater.stamp("03:06:50.000", "03lip2021") == "2021-05-03T03:06:50.000Z"


@pytest.mark.parametrize(
    ("now", "clock", "expected"),
    [
        ("2026-12-01T00:00:03", "23:59:59", "2026-11-30T23:59:59.000Z"),
        ("2026-11-30T23:59:59", "00:00:01", "2026-12-01T00:00:01.000Z"),
        ("2026-11-30T12:00:00", "12:00:00", "2026-11-30T12:00:00.000Z"),
    ],
)
def test_without_a_first_day_it_is_the_one_nearest_to_now(now, clock, expected):
    assert stamps(clock, day=None, now=lambda: datetime.fromisoformat(now).replace(tzinfo=UTC)) == [expected]


def test_days_of_silence_count_in_a_live_log():
    now = datetime(2026, 11, 30, 12, tzinfo=UTC)
    dater = Dater(zone=UTC, now=lambda: now)
    dater.live = True
    assert dater.stamp("12:00:00") == "2026-11-30T12:00:00.000Z"
    now += timedelta(days=3, hours=1)
    assert dater.stamp("13:00:00") == "2026-12-03T13:00:00.000Z"


@pytest.mark.parametrize("clock", ["27:00:00", "24:59:59"])
def test_an_hour_that_does_not_exist_keeps_the_time_before(clock):
    assert stamps("12:00:05", clock)[1][:16] == "2026-11-30T12:00"


def test_midnights_are_counted():
    assert midnights(["23:00", "23:59", "00:10", "00:05", "12:00", "01:00"]) == 2


@pytest.mark.parametrize(
    ("text", "expected"),
    [("1,032.5", "1032.5"), ("1.032,5", "1032.5"), ("3,355", "3.355"), ("1 032,5", "1032.5"), ("7", "7")],
)
def test_B048_seconds_in_the_servers_locale(text, expected):
    assert seconds(text) == expected
