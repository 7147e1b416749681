"""Writes the Parquet files in files/ beside this file.

Needs pyarrow 26. Run from anywhere: python test/oracles/parquetFiles.py
"""

import datetime
import decimal
import pathlib

import pyarrow as pa
import pyarrow.parquet as pq

FOLDER = pathlib.Path(__file__).parent / "files"
ROWS = 40


def small() -> pa.Table:
    """The same rows in every codec, version of pages and encoding."""
    rows = range(ROWS)
    return pa.table(
        {
            "whole": pa.array([None if i % 7 == 3 else i - 5 for i in rows], pa.int32()),
            "real": pa.array([i / 8 for i in rows], pa.float64()),
            "town": pa.array([None if i % 11 == 5 else ["Ulm", "Köln", "Bonn"][i % 3] for i in rows], pa.string()),
            "sold": pa.array([None if i == 2 else i % 2 == 0 for i in rows], pa.bool_()),
        }
    )


def write(name: str, table: pa.Table, **options: object) -> None:
    pq.write_table(table, FOLDER / f"{name}.parquet", store_schema=False, **options)


def codecs() -> None:
    for codec in ["none", "snappy", "gzip", "brotli", "zstd", "lz4"]:
        write(f"codec-{codec}", small(), compression=codec, row_group_size=16)
    write("pages-2", small(), data_page_version="2.0", compression="zstd", use_dictionary=False)
    write("checksums", small(), write_page_checksum=True, compression="snappy")


def encodings() -> None:
    long = pa.array([(-1) ** i * i**9 for i in range(ROWS)], pa.int64())
    texts = pa.array([None if i % 9 == 4 else f"row {i // 4} of {i}" for i in range(ROWS)], pa.string())
    table = small().append_column("long", long).append_column("text", texts)
    ways = {
        "whole": "DELTA_BINARY_PACKED",
        "long": "DELTA_BINARY_PACKED",
        "real": "BYTE_STREAM_SPLIT",
        "town": "DELTA_LENGTH_BYTE_ARRAY",
        "text": "DELTA_BYTE_ARRAY",
        "sold": "RLE",
    }
    for version in ["1.0", "2.0"]:
        options = {"use_dictionary": False, "column_encoding": ways, "data_page_version": version}
        write(f"encodings-{version[0]}", table, compression="snappy", **options)


def types() -> None:
    day = datetime.date(2024, 2, 27)
    at = datetime.datetime(2024, 2, 29, 13, 5, 0, 250_000)
    three = [0, None, 2]

    def column(kind: pa.DataType, values: list) -> pa.Array:
        return pa.array(values, kind)

    def moments(unit: str, zone: str | None = None) -> pa.Array:
        kept = at.replace(microsecond=0) if unit == "s" else at
        return column(pa.timestamp(unit, zone), [kept, None, datetime.datetime(1969, 12, 31, 6)])

    structs = pa.struct([("x", pa.int32()), ("y", pa.list_(pa.string()))])
    table = pa.table(
        {
            "int8": column(pa.int8(), [-128, None, 127]),
            "uint8": column(pa.uint8(), [0, None, 255]),
            "uint32": column(pa.uint32(), [1, None, 2**32 - 1]),
            "uint64": column(pa.uint64(), [1, None, 2**64 - 1]),
            "int64": column(pa.int64(), [-(2**53), None, 2**53 + 1]),
            "half": column(pa.float16(), [0.5, None, -2.0]),
            "float": column(pa.float32(), [0.1, None, float("nan")]),
            "double": column(pa.float64(), [1e300, None, float("inf")]),
            "small decimal": column(pa.decimal128(5, 2), [decimal.Decimal("0.30"), None, decimal.Decimal("-123.45")]),
            "large decimal": column(
                pa.decimal128(38, 10), [decimal.Decimal("12345678901234567890.0123456789"), None, decimal.Decimal(-1)]
            ),
            "date": column(pa.date32(), [day, None, day + datetime.timedelta(2)]),
            "seconds": moments("s"),
            "millis": moments("ms"),
            "micros": moments("us", "UTC"),
            "nanos": moments("ns"),
            "time": column(pa.time64("us"), [datetime.time(18, 0), None, datetime.time(6, 30, 0, 500_000)]),
            "digits": column(pa.string(), ["01", None, "2"]),
            "days": column(pa.string(), ["2024-02-29", None, "2024-03-01"]),
            "level": pa.array(["low", None, "high"]).dictionary_encode(),
            "nothing": pa.nulls(3),
            "list": column(pa.list_(pa.int32()), [[1, 2], None, []]),
            "map": column(pa.map_(pa.string(), pa.int32()), [[("a", 1)], None, []]),
            "struct": column(structs, [{"x": 1, "y": ["a"]}, None, {"x": None, "y": []}]),
            "bytes": column(pa.binary(), [b"\x00\xff", None, b""]),
            "fixed": column(pa.binary(3), [b"abc", None, b"def"]),
            "y": column(pa.int16(), three),
        }
    )
    write("types", table)
    old = table.select(["nanos", "y"])
    write("int96", old, use_deprecated_int96_timestamps=True)
    far = pa.array([0, 2**40, 5], pa.timestamp("s"))
    write("far", pa.table({"at": far, "y": [1, 2, 3]}))


def others() -> None:
    write("no-rows", small().slice(0, 0))
    write("only-lists", pa.table({"list": pa.array([[1], [2]])}))
    rows = 3000
    columns = {"x": [i / 7 for i in range(rows)], "group": [f"g{i % 5}" for i in range(rows)]}
    columns["y"] = [2 * x + 1 for x in columns["x"]]
    write("groups", pa.table(columns), row_group_size=700, data_page_size=1000, compression="zstd")


FOLDER.mkdir(exist_ok=True)
codecs()
encodings()
types()
others()
