import Type, { type TProperties } from 'typebox'
import { binary, cellWhy, closed, nullable, one, oneOf, uuid } from './common.ts'
import { count, ImportRun } from './import-runs.ts'
import { operation } from './operation.ts'

const MIB = 1024 * 1024

const RowFailure = closed({
  column: nullable(Type.String()),
  message: Type.String(),
  ...cellWhy,
})

export const ImportPreview = closed({
  format: oneOf(['csv', 'xlsx']),
  encoding: nullable(Type.String({ description: 'Of a CSV file, as detected.' })),
  delimiter: nullable(Type.String({ description: 'Of a CSV file, as detected.' })),
  sheet: nullable(Type.String({ description: 'Of an XLSX file: the sheet that is read.' })),
  sheets: Type.Array(Type.String(), { description: 'All sheets of an XLSX file.' }),
  header: Type.Array(Type.String()),
  columns: Type.Array(
    closed({
      index: Type.Integer({ description: 'Its place in the file, from 0.' }),
      header: Type.String(),
      proposed: nullable(
        Type.String({
          description:
            'The column, by key, that it goes to: as `mapping` says, else as its name or content suggests.',
        }),
      ),
      why: oneOf(['mapping', 'name', 'content', 'none']),
      samples: Type.Array(Type.String(), { description: 'Its first values, up to five.' }),
    }),
  ),
  rows: Type.Array(
    closed({
      line: Type.Integer(),
      values: Type.Array(Type.String(), {
        description:
          'As in the file, by the places of its columns; the first 200 characters of each.',
      }),
      cells: Type.Record(Type.String(), Type.Unknown(), {
        description: 'As they would be stored.',
      }),
      coerced: Type.Array(
        closed({ column: Type.String(), sent: Type.String(), stored: Type.String() }),
        { description: 'Those that would be stored after conversion.' },
      ),
      errors: Type.Array(RowFailure),
    }),
    { description: 'The first 20 rows.' },
  ),
  counts: closed({
    rows: count('Rows in the file.'),
    checked: count('How many of them the other counts are about: all, up to 50,000.'),
    sampled: Type.Boolean({ description: 'Whether `checked` is not all of them.' }),
    wouldImport: count('Rows that would create or update a row.'),
    wouldUpdate: count('Of those: rows that would update one, with `matchOn`.'),
    wouldFail: count('Rows that would be refused.'),
    coerced: count('Cells that would be stored after conversion.'),
    byColumn: Type.Array(
      closed({
        column: Type.String(),
        filled: Type.Integer(),
        coerced: Type.Integer(),
        failed: Type.Integer(),
      }),
    ),
  }),
})

const UploadParts = {
  file: binary('The CSV or XLSX file, up to 64 MiB.'),
  mapping: Type.Optional(
    Type.String({
      description:
        'JSON: an object from headers to columns (by key, id or name; `null` leaves one out), or a list of columns in the order of the file. What it does not name is left out. Without it headers are matched with the names and keys of columns.',
    }),
  ),
  matchOn: Type.Optional(
    Type.String({
      description:
        'A mapped column (by key, id or name): a row of the file updates the row whose cell equals, and creates one where none does or its own is empty. An empty value leaves a cell of an updated row as it is. Several rows with the value: the row is refused.',
    }),
  ),
  sheet: Type.Optional(
    Type.String({ description: 'Of an XLSX file, by name; the first unless told.' }),
  ),
}
const dryRun = Type.Optional(
  Type.String({ description: '`true`: writes nothing and answers what the preview answers.' }),
)

const boardId = { boardId: uuid('The board.') }
const definitionKey = {
  definitionKey: Type.String({ description: 'The key of the page (or board).' }),
}

const fileRules =
  'CSV in UTF-8, UTF-16 with a byte order mark, or Windows-1252, separated by comma, semicolon, tab or bar; or XLSX. The first line has the headers. Blank lines are passed over. A row that has more or fewer values than the header, a NUL character or a cell that does not fit is refused by itself; a file that cannot be read as a table (a quotation mark that is not closed, more than 1,000 columns, no rows) is refused as a whole.'

const ofFile = <P extends TProperties>(
  parts: P,
  base: '/v1/boards' | '/v1/definitions',
  tag: string,
) => ({
  importFile: operation({
    method: 'POST',
    path: `${base}/import`,
    tag,
    access: 'board:write',
    summary: 'Import a file',
    description: `Answers at once with the run, which works in the background: \`GET …/imports/{runId}\` shows its progress. ${fileRules} With \`dryRun\` nothing is written and the answer is that of the preview. The run writes with the seat of who started it, as it is then: one that is suspended or may no longer write a column meanwhile ends it.`,
    upload: true,
    body: closed({ ...parts, ...UploadParts, dryRun }),
    answer: Type.Union([one(ImportRun), one(ImportPreview)]),
    bodyLimit: 64 * MIB,
    refuses: ['unknown_reference', 'unknown_column', 'column_locked'],
  }),
  previewImport: operation({
    method: 'POST',
    path: `${base}/import/preview`,
    tag,
    access: 'board:write',
    summary: 'What an import of a file would do',
    description: `Writes nothing. ${fileRules}`,
    upload: true,
    body: closed({ ...parts, ...UploadParts }),
    answer: one(ImportPreview),
    bodyLimit: 64 * MIB,
    refuses: ['unknown_reference', 'unknown_column', 'column_locked'],
  }),
})

export const boardFileOperations = ofFile(boardId, '/v1/boards', 'Boards')
export const pageFileOperations = ofFile(definitionKey, '/v1/definitions', 'Definitions')
