"""Reads files as Python's csv and openpyxl do. Takes a list of files as JSON, and writes what each holds, a line for each."""

import csv
import datetime
import io
import json
import sys
import warnings

warnings.simplefilter('ignore')
csv.field_size_limit(10_000_000)


def text_rows(path, reading):
    with open(path, 'rb') as file:
        text = file.read().decode(reading['encoding'], 'replace')
    rows = csv.reader(io.StringIO(text, newline=''), **reading['dialect'])
    return [row for row in rows if any(cell.strip() for cell in row)]


def sheet_rows(path, reading):
    import openpyxl

    book = openpyxl.load_workbook(path, data_only=True)
    rows = []
    for row in book[reading['sheet']].iter_rows(values_only=True):
        cells = [plain(cell) for cell in row]
        if any(str(cell).strip() for cell in cells if cell is not None):
            rows.append(cells)
    return rows


def plain(cell):
    if isinstance(cell, datetime.datetime):
        return cell.date().isoformat() if cell.time() == datetime.time() else cell.isoformat()
    if isinstance(cell, (datetime.date, datetime.time)):
        return cell.isoformat()
    if isinstance(cell, datetime.timedelta):
        return cell.total_seconds() / 86400
    return cell


for one in json.load(sys.stdin):
    read = sheet_rows if 'sheet' in one['reading'] else text_rows
    try:
        print(json.dumps({'rows': read(one['path'], one['reading'])[one['reading']['above']:]}))
    except Exception as error:
        print(json.dumps({'error': f'{type(error).__name__}: {error}'}))
