"""Tables of an Access database as rows: read with the library ``access_parser``, hardened.

The library follows chains of pages without an end to them, and a record that it cannot read shifts the
columns against each other. Both are taken care of here: chains end, and every record is read by itself.
"""

from __future__ import annotations

import logging
import struct
from collections import defaultdict
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from chesstb.errors import FormatError, MissingExtraError, message

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

SIGNATURE: Final = b"Standard Jet DB"
CATALOG: Final = 2
"""Page of the table of tables."""
INLINE: Final = 0x80000000
MOST_ROWS: Final = 100_000
"""No table of an event has more."""

Row = dict[str, Any]


def tables(data: bytes, wanted: Collection[str], file: str) -> dict[str, list[Row]]:
    """Return those of the wanted tables that a database has.

    Parameters
    ----------
    data : bytes
        The whole file.
    wanted : collection of str
        Names of tables.
    file : str
        What messages call the file.

    Returns
    -------
    dict
        Name to rows; a row lacks the columns that could not be read.

    Raises
    ------
    FormatError
        The database is damaged.
    MissingExtraError
        The library is not installed.
    """
    try:
        import access_parser  # noqa: F401, PLC0415 - an extra
    except ImportError as error:
        found = "reading Access databases needs the library access-parser"
        remedy = 'Install it with: pip install "chesstb[access]"'
        raise MissingExtraError(message(file, found, remedy=remedy)) from error
    try:
        with _silent():
            return _read(data, wanted)
    except Exception as error:  # noqa: BLE001 - on damaged files the library fails in many ways
        what = f"a damaged Access database ({type(error).__name__})"
        raise FormatError(message(file, what, "a database that Access can open")) from None


@contextmanager
def _silent() -> Iterator[None]:
    """Keep the library from logging every record that it cannot read: it is said elsewhere."""
    logger = logging.getLogger("access_parser")
    before = logger.level
    logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        logger.setLevel(before)


def _read(data: bytes, wanted: Collection[str]) -> dict[str, list[Row]]:
    base = _database_class()(data)
    table_class = _table_class()

    def rows(page: int) -> list[Row]:
        table = base._tables_with_data.get(page * base.page_size)  # noqa: SLF001
        if table is None:
            return []
        parts = (base._data_pages, base._table_defs)  # noqa: SLF001
        found: list[Row] = table_class(table, base.version, base.page_size, *parts).rows()
        return found

    pages = {row["Name"]: row["Id"] for row in rows(CATALOG) if row.get("Type") == 1 and "Name" in row}
    return {name: rows(pages[name]) for name in wanted if name in pages}


def _database_class() -> Any:
    """Return the library's database, made so that nothing is read before it is asked for."""
    from access_parser.access_parser import AccessParser  # noqa: PLC0415
    from access_parser.utils import categorize_pages  # noqa: PLC0415

    class Database(AccessParser):  # type: ignore[misc]
        def __init__(self, data: bytes) -> None:
            self.db_data = data
            self._parse_file_header(data)
            self._table_defs, self._data_pages, self._all_pages = categorize_pages(data, self.page_size)
            self._tables_with_data = self._link_tables_to_data()

    return Database


def _table_class() -> Any:
    """Return the library's table, made so that its records are read one by one."""
    from access_parser.access_parser import AccessTable  # noqa: PLC0415

    class Table(AccessTable):  # type: ignore[misc]
        def rows(self) -> list[Row]:
            self.found: list[Row] = []
            if self.table.linked_pages:
                self.parse()
            return self.found

        def _parse_row(self, record: bytes) -> None:
            if len(self.found) >= MOST_ROWS:
                raise ValueError("too many records")
            self.parsed_table: dict[str, list[Any]] = defaultdict(list)
            try:
                super()._parse_row(record)
            except (IndexError, struct.error, TypeError, AttributeError):
                self.found.append({})
                return
            self.found.append({name: values[0] for name, values in self.parsed_table.items()})

        def _merge_table_data(self, first_page: int) -> Any:
            _end_of_chain(self._table_defs, first_page, self.page_size)
            return super()._merge_table_data(first_page)

        def _parse_memo(self, relative_obj_data: bytes, return_raw: bool = False) -> Any:
            if struct.unpack_from("<I", relative_obj_data)[0] & INLINE:
                return super()._parse_memo(relative_obj_data, return_raw)
            return None  # a long text on other pages: none that is needed here

    return Table


def _end_of_chain(pages: dict[int, bytes], first: int, size: int) -> None:
    """Make sure that the pages of a definition come to an end.

    Raises
    ------
    ValueError
        They come back to one that was there.
    """
    seen: set[int] = set()
    while first:
        if first in seen or first * size not in pages:
            raise ValueError("pages without an end")
        seen.add(first)
        first = struct.unpack_from("<I", pages[first * size], 4)[0]
