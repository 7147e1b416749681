"""Writes the files in files/ beside this file: tables in formats that node cannot write.

Needs zstandard 0.25. Run from anywhere: python test/oracles/files.py
"""

import pathlib
import struct

import zstandard

FOLDER = pathlib.Path(__file__).parent / "files"


def zstd_table() -> None:
    """A frame to be skipped, one of several blocks with a checksum, one in a single piece. compressed.test.ts makes the same text."""
    seed = 1
    lines = ["a,b,word"]
    for i in range(40_000):
        seed = (seed * 1_103_515_245 + 12_345) % 2**31
        noise = seed if i < 500 else 0
        lines.append(f"{i % 97},{noise},w{i % 7}")
    text = ("\n".join(lines) + "\n").encode()
    half = len(text) // 2
    large = zstandard.ZstdCompressor(level=3, write_checksum=True, write_content_size=False).compressobj()
    first = large.compress(text[:half]) + large.flush()
    second = zstandard.ZstdCompressor(level=19).compress(text[half:])
    skipped = struct.pack("<II", 0x184D2A53, 5) + b"hello"
    (FOLDER / "table.csv.zst").write_bytes(skipped + first + second)


FOLDER.mkdir(exist_ok=True)
zstd_table()
