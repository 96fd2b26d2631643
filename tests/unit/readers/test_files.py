"""Files of any supported format, as one kind of table."""

import bz2
import gzip
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from bayesrank.errors import DataError
from bayesrank.readers.files import read_table, refuse_no_file

CSV = b"model,outcome\na,1\nb,\n"


def written(path: Path, content: bytes) -> Path:
    path.write_bytes(content)
    return path


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("r.csv", CSV),
        ("r.CSV", CSV),
        ("r.v2.csv", CSV),
        ("r.tsv", CSV.replace(b",", b"\t")),
        ("r.csv.gz", gzip.compress(CSV, mtime=0)),
        ("r.tsv.bz2", bz2.compress(CSV.replace(b",", b"\t"))),
        ("r.csv.zst", pa.compress(CSV, "zstd", asbytes=True)),
        ("r.jsonl", b'{"model": "a", "outcome": "1"}\n{"model": "b"}\n'),
        ("r.jsonl.gz", gzip.compress(b'{"model": "a", "outcome": "1"}\n{"model": "b"}\n', mtime=0)),
        ("bom.csv", b"\xef\xbb\xbf" + CSV),
        ("bom.jsonl", b'\xef\xbb\xbf{"model": "a", "outcome": "1"}\n{"model": "b", "outcome": null}\n'),
    ],
)
def test_formats_hold_the_same_table(tmp_path: Path, name: str, content: bytes) -> None:
    path = written(tmp_path / name, content)
    for source in (path, str(path)):
        table = read_table(source)
        assert table.columns.to_pydict() == {"model": ["a", "b"], "outcome": ["1", None]}
        assert table.source == name


def test_parquet_keeps_its_types_and_the_names_of_its_folders_add_no_column(tmp_path: Path) -> None:
    folder = tmp_path / "run=3"
    folder.mkdir()
    columns = {"model": ["a", "b"], "outcome": [1.5, None]}
    pq.write_table(pa.table(columns), folder / "r.parquet")
    table = read_table(folder / "r.parquet")
    assert table.columns.to_pydict() == columns
    assert table.place(0) == "r.parquet, row 0"


def test_ignored_columns_and_the_row_index_of_pandas_are_left_out(tmp_path: Path) -> None:
    path = written(tmp_path / "r.csv", b",model,tokens,outcome\n0,a,7,1\n")
    assert read_table(path, ["tokens"]).columns.column_names == ["model", "outcome"]
    assert read_table(path, "tokens").columns.column_names == ["model", "outcome"]  # one name, not six letters
    with pytest.raises(DataError, match=r"^r.csv: column 'token' to ignore must be there"):
        read_table(path, ["token"])


def test_the_row_index_that_pandas_writes_to_parquet_is_left_out(tmp_path: Path) -> None:
    pq.write_table(pa.table({"model": ["a"], "__index_level_0__": [4]}), tmp_path / "r.parquet")
    assert read_table(tmp_path / "r.parquet").columns.column_names == ["model"]


@pytest.mark.parametrize(
    ("name", "content", "complaint"),
    [
        ("r.csv", b"", "must hold at least one row of data; got an empty file. Check that the export finished"),
        ("r.csv", b"\xef\xbb\xbf\r\n \n", "must hold at least one row of data; got an empty file"),
        ("r.jsonl", b"\n", "must hold at least one row of data; got an empty file"),
        ("r.csv", b"model,outcome", "must hold at least one row of data; got none. Check that the export finished"),
        ("r.csv.gz", CSV, "must be a readable .csv.gz file; got a damaged file or another format. Export or copy"),
        ("r.csv.gz", gzip.compress(CSV, mtime=0)[:-12], "must be a readable .csv.gz file; got a damaged file"),
        ("r.parquet", CSV, "must be a readable .parquet file; got a damaged file or another format"),
        ("r.xlsx", CSV, "must end in one of .csv, .tsv, .jsonl, .parquet; got '.xlsx'. Convert it"),
        ("r.csv.zip", CSV, "must end in one of .+; got '.zip'"),
        ("r.parquet.gz", CSV, "must end in one of .+; got '.gz'"),
        ("csv", CSV, "must end in one of .+; got ''"),
    ],
)
def test_what_cannot_be_read_is_refused(tmp_path: Path, name: str, content: bytes, complaint: str) -> None:
    with pytest.raises(DataError, match=f"^{name}: {complaint}"):
        read_table(written(tmp_path / name, content))


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (
            "model,outcome\na,1\ncafé,0\n".encode("latin-1"),
            "r.csv, line 3: must be UTF-8 text; got the byte 0xe9. Save",
        ),
        ("model,outcome\na,1\n".encode("utf-16"), "r.csv, line 1: must be UTF-8 text; got the byte 0xff"),
    ],
)
def test_another_encoding_is_refused(tmp_path: Path, content: bytes, complaint: str) -> None:
    with pytest.raises(DataError, match=f"^{complaint}"):
        read_table(written(tmp_path / "r.csv", content))


def test_a_json_lines_file_in_another_encoding_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"r.jsonl, line 1: must be UTF-8 text; got the byte 0xe9"):
        read_table(written(tmp_path / "r.jsonl", '{"model": "é"}\n'.encode("latin-1")))


def test_a_file_without_permission_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_args: object, **_options: object) -> None:
        raise PermissionError

    monkeypatch.setattr(pa, "input_stream", refuse)  # who runs the tests may read every file
    with pytest.raises(DataError, match=r"r.csv: must be a readable .csv file; got no permission"):
        read_table(written(tmp_path / "r.csv", CSV))


def test_a_path_must_lead_to_a_file(tmp_path: Path) -> None:
    refuse_no_file(written(tmp_path / "r.csv", CSV))
    with pytest.raises(DataError, match=r"no\.csv: must be a file that exists; got none there\. Check the path"):
        read_table(tmp_path / "no.csv")
    (tmp_path / "folder.csv").mkdir()
    with pytest.raises(DataError, match=r"folder\.csv: must be a file that exists; got a folder"):
        read_table(tmp_path / "folder.csv")


def test_a_frame_needs_a_row() -> None:
    with pytest.raises(DataError, match=r"^frame: must hold at least one row of data; got none"):
        read_table(pa.table({"model": pa.array([], pa.string())}))
