"""The pages that ship with mcgod: how to pray, how to write things down, and what the commands do. Data only.

They show in the agent base where it has no page of that slug.
"""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).parent / "starter"
