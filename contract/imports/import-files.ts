import Type, { type TProperties } from 'typebox'
import { MOST_IMPORT_MIB } from '../../shared/limits.ts'
import { notations } from '../../shared/notations.ts'
import { ENCODINGS, QUIRKS } from '../../shared/table-files.ts'
import {
  binary,
  closed,
  nullable,
  one,
  oneOf,
  refusedWhy,
  timestamp,
  uuid,
} from '../language/common.ts'
import { named } from '../language/named.ts'
import { operation } from '../language/operation.ts'
import { ColumnType } from '../records/columns.ts'
import { CoercedCell } from '../records/rows.ts'
import { count, ImportRun, OddCharacters } from './import-runs.ts'

const MIB = 1024 * 1024

const Notation = named(
  'ImportNotation',
  'How all numbers or dates of a column of the file are written.',
  oneOf([...notations]),
)

export const ImportRowError = named(
  'ImportRowError',
  'Why a row of the file cannot be imported, or one of its cells is left empty.',
  closed({
    column: nullable(
      Type.String({ description: 'The column’s key. `null` if it is about the whole row.' }),
    ),
    message: Type.String(),
    ...refusedWhy,
    sent: Type.Optional(
      Type.String({
        description: 'For a cell that is left empty: the value in the file, cut to 500 characters.',
      }),
    ),
    keptIn: Type.Optional(
      Type.String({
        description: 'For a cell that is left empty: the key of the column that keeps its text.',
      }),
    ),
  }),
)

const ImportProblem = named(
  'ImportProblem',
  'What is wrong with the values of a column for one reason, or with rows as a whole. The message is that of the first.',
  closed({
    column: nullable(
      Type.String({ description: 'The column’s key. `null` if it is about whole rows.' }),
    ),
    message: Type.String(),
    ...refusedWhy,
    effect: named(
      'ImportProblemEffect',
      '`refused`: the rows are refused. `left_empty`: the rows are imported without these cells. `kept`: so they are, and another column keeps the values as text. `shortened`: the cells get a number or an address without what the file has beside it.',
      oneOf(['refused', 'left_empty', 'kept', 'shortened']),
    ),
    count: count('How many of the checked rows have it.'),
    where: Type.Array(
      closed({
        line: Type.Integer(),
        sent: Type.String({
          description: 'The value in the file, or its correction, cut to 200 characters.',
        }),
      }),
      { description: 'The cells, or rows. All problems together list up to 10,000.' },
    ),
  }),
)

const ImportPreviewRow = named(
  'ImportPreviewRow',
  'A row of the file, as it would be imported.',
  closed({
    line: Type.Integer(),
    values: Type.Array(Type.String(), {
      description:
        'The values as in the file, with corrections, in its order of columns. Each is cut to 200 characters.',
    }),
    cells: Type.Record(Type.String(), Type.Unknown(), {
      description: 'The cells as they would be stored.',
    }),
    coerced: Type.Array(CoercedCell, { description: 'Values that would be converted.' }),
    leftEmpty: Type.Optional(
      Type.Array(ImportRowError, {
        description: 'Cells that would be left empty, and why. Absent if there are none.',
      }),
    ),
    errors: Type.Array(ImportRowError),
  }),
)

export const ImportPreview = named(
  'ImportPreview',
  'What an import of a file would do.',
  closed({
    format: named('ImportFormat', 'The format of the file.', oneOf(['csv', 'xlsx'])),
    encoding: nullable(Type.String({ description: 'For CSV: as chosen or detected.' })),
    delimiter: nullable(Type.String({ description: 'For CSV: as chosen or detected.' })),
    quirks: Type.Optional(
      Type.Array(
        named(
          'ImportQuirk',
          'How a CSV file is written otherwise than most. `blanks`: there are blanks before quotation marks. `backslashes`: a backslash is before quotation marks that belong to the text, or before all special characters of a dump with tabs. `apostrophes`: these are the quotation marks. `nulls`: `\\N`, `NULL`, `(null)`, `<null>` and `[NULL]` without quotation marks are empty. `kept_texts`: `="007"` and `\'007` are the text 007.',
          oneOf([...QUIRKS]),
        ),
        { description: 'For CSV: as chosen or detected. Absent if there are none.' },
      ),
    ),
    oddCharacters: Type.Optional(OddCharacters),
    sheet: nullable(Type.String({ description: 'For XLSX: the sheet that is read.' })),
    sheets: Type.Array(Type.String(), {
      description: 'For XLSX: all sheets of the file, hidden ones too.',
    }),
    header: Type.Array(Type.String(), {
      description:
        'The names of the columns. One right of the last header that has values is named like “Column D”.',
    }),
    headerRow: count(
      'The line or row of the header. 0 if there is none: then columns are named “Column A”, “Column B”….',
    ),
    remembered: Type.Optional(
      named(
        'ImportRemembered',
        'The earlier import of a file with the same headers whose mapping and treatment of values are proposed. Columns that you cannot see are left out.',
        closed({
          runId: uuid(),
          at: timestamp('When it finished.'),
          matchOn: nullable(Type.String()),
          onBad: Type.Record(Type.String(), oneOf(['leave_empty', 'keep', 'refuse'])),
          valueMaps: Type.Record(
            Type.String(),
            Type.Record(Type.String(), nullable(Type.String())),
          ),
          links: Type.Record(Type.String(), closed({ by: Type.String(), create: Type.Boolean() })),
          readAs: Type.Record(Type.String(), Notation),
        }),
      ),
    ),
    suggested: Type.Optional(
      named(
        'ImportSuggested',
        'What the ids in a file suggest, if nothing is remembered: `matchOn`, if records with its ids are here, and how ids of other records find them.',
        closed({
          matchOn: nullable(Type.String()),
          links: Type.Record(Type.String(), closed({ by: Type.String(), create: Type.Boolean() })),
        }),
      ),
    ),
    keptIn: Type.Optional(
      Type.Record(Type.String(), Type.String(), {
        description:
          'By the keys of columns with `keep` in `onBad`: the name of the column that keeps their values. If it is not there yet, the import makes it.',
      }),
    ),
    columns: Type.Array(
      named(
        'ImportColumn',
        'A column of the file, and the column of the board it would go to. If it goes nowhere, `suggestedType` is what its values suggest for a new column, and `suggestedLink` is there if they are the ids of another page’s records.',
        closed({
          index: Type.Integer({ description: 'Its place in the file, counted from 0.' }),
          header: Type.String(),
          proposed: nullable(
            Type.String({
              description:
                'The key of the column it goes to: as in `mapping`, or as its name or content suggests.',
            }),
          ),
          why: named(
            'ImportMatch',
            'Why the column was proposed.',
            oneOf(['mapping', 'remembered', 'name', 'content', 'none']),
          ),
          samples: Type.Array(Type.String(), { description: 'Its first values, up to five.' }),
          values: Type.Optional(
            count('For a column without a header: how many rows of the file have a value there.'),
          ),
          suggestedType: Type.Optional(ColumnType),
          suggestedLink: Type.Optional(
            named(
              'ImportLink',
              'A new link column, and how its values find rows, as in `links`.',
              closed({
                name: Type.String(),
                definitionKey: Type.String(),
                multiple: Type.Boolean(),
                by: Type.String(),
                create: Type.Boolean(),
              }),
            ),
          ),
          readAs: Type.Optional(
            named(
              'ImportReadAs',
              'How the numbers or dates of the column are read: all in the same way. Absent if all ways mean the same.',
              closed({
                how: nullable(
                  oneOf([...notations], {
                    description: '`null`: values that can mean several things are refused.',
                  }),
                ),
                why: named(
                  'ImportReadAsWhy',
                  '`chosen`: as in `readAs`. `values`: the values of the file show it. `export`: an export of this board wrote it. `region`: the values leave it open, so the board’s region decides until somebody chooses.',
                  oneOf(['chosen', 'values', 'export', 'region']),
                ),
                example: Type.Optional(
                  Type.String({ description: 'A value of the file that can mean several things.' }),
                ),
                ways: Type.Optional(
                  Type.Array(closed({ how: Notation, value: Type.String() }), {
                    description: 'What the example would be, in each way.',
                  }),
                ),
              }),
            ),
          ),
        }),
      ),
    ),
    rows: Type.Array(ImportPreviewRow, { description: 'The first 20 rows.' }),
    problemRows: Type.Array(ImportPreviewRow, {
      description:
        'The first 20 rows that would be refused, or have cells that would be left empty.',
    }),
    problems: Type.Array(ImportProblem, {
      description:
        'Everything that is wrong with the checked rows, by column and reason, the most frequent first.',
    }),
    counts: named(
      'ImportCounts',
      'How many rows and cells an import would write.',
      closed({
        rows: count('Rows in the file.'),
        checked: count('How many of them were checked for the other counts: all, up to 50,000.'),
        sampled: Type.Boolean({ description: 'Whether only some of the rows were checked.' }),
        wouldImport: count('Rows that would create or update a row.'),
        wouldUpdate: count('With `matchOn`: how many of those would update a row.'),
        wouldFail: count('Rows that would be refused.'),
        withProblems: count('Rows that would be refused, or have cells that would be left empty.'),
        coerced: count('Cells that would be converted.'),
        leftEmpty: count('Cells that would be left empty, although the file has a value for them.'),
        kept: Type.Optional(
          count('With `keep` in `onBad`: how many of these would be kept as text.'),
        ),
        byColumn: Type.Array(
          named(
            'ImportColumnCounts',
            'What an import would write to one column.',
            closed({
              column: Type.String(),
              filled: Type.Integer(),
              coerced: Type.Integer(),
              leftEmpty: Type.Integer(),
              kept: Type.Optional(Type.Integer()),
              failed: Type.Integer(),
              links: Type.Optional(
                named(
                  'ImportLinkCounts',
                  'How the cells of a link column find rows.',
                  closed({
                    matched: count('Cells whose rows were found.'),
                    created: count('Cells for which a row would be made.'),
                    none: count('Cells for which there is no row.'),
                    several: count('Cells for which there are several rows.'),
                  }),
                ),
              ),
            }),
          ),
        ),
      }),
    ),
  }),
)

const UploadParts = {
  file: binary(`The CSV or XLSX file, up to ${MOST_IMPORT_MIB} MiB.`),
  mapping: Type.Optional(
    Type.String({
      description:
        'As JSON: an object from headers to columns (by key, id or name; `null` leaves one out), or a list of columns in the order of the file. Headers it does not name are left out. Several can go to one text column: their values are joined with a space, first names before last names. On a page, `external_id` takes the records’ own ids. Without a mapping, headers are matched with the names and keys of columns. A preview also takes a column to be created in place of its name, as for `POST …/columns`, and shows what rows would hold in it; it creates none.',
    }),
  ),
  matchOn: Type.Optional(
    Type.String({
      description:
        'A mapped column (by key, id or name) to find existing rows by. A row of the file updates the row with the same value in this column. It creates one if there is none, or if its own value is empty. An empty value leaves a cell of the updated row as it is. If several rows have the value, the row of the file is refused.',
    }),
  ),
  onBad: Type.Optional(
    named(
      'ImportOnBad',
      'What a value does that does not fit its column, as JSON: an object from mapped columns (`*` for all others) to `refuse`, the default, which refuses the row, `leave_empty`, which imports the row without the cell, or `keep`, which also keeps the value in a text column such as “Amount (as sent)”. The import makes this column if it is not there; only admins and owners can have it made. It cannot be sent for `*`. A required column and the one in `matchOn` always refuse.',
      Type.String(),
    ),
  ),
  valueMaps: Type.Optional(
    named(
      'ImportValueMaps',
      'What values of the file mean, as JSON: an object from mapped select and multi-select columns to objects from values, in any case, to labels of options, or `null` for an empty cell: `{"stage": {"Won!": "Funded", "?": null}}`.',
      Type.String(),
    ),
  ),
  newOptions: Type.Optional(
    named(
      'ImportNewOptions',
      'Labels to add to the options of select and multi-select columns, as JSON: `{"stage": ["Hot"]}`. Only admins and owners can add options. A preview counts values with them, and adds none. The import adds them when it starts, and they stay if it is undone.',
      Type.String(),
    ),
  ),
  corrections: Type.Optional(
    named(
      'ImportCorrections',
      'Values to use in place of the file’s, as JSON: a list of up to 10,000 `{"line": 7, "column": "email", "value": "a@b.example"}`. The line is where the row begins; the column is a mapped one. A later correction of a cell replaces an earlier one.',
      Type.String(),
    ),
  ),
  links: Type.Optional(
    named(
      'ImportLinks',
      'How the values of link columns find rows, as JSON: an object from mapped link columns to `{"by": "external_id"}` or `{"by": "email"}` with a unique column of the linked board. `"create": true` beside it makes a row if there is none; an undo of the import removes it again. By default, a value is an own id, or else in any unique column.',
      Type.String(),
    ),
  ),
  readAs: Type.Optional(
    named(
      'ImportReadAsChoices',
      'How numbers and dates are written, as JSON: an object from mapped columns to `decimal_point` or `decimal_comma`, or to `day_first`, `month_first` or `year_first`: `{"amount": "decimal_comma"}`. By default, or with `null`, all values of the column show it, or else the board’s region decides. Values that are written otherwise do not fit.',
      Type.String(),
    ),
  ),
  sheet: Type.Optional(
    Type.String({
      description:
        'For XLSX: the name of the sheet. By default, it is the one that opens if it has a table, or else the first with one. Hidden sheets are passed over.',
    }),
  ),
  encoding: Type.Optional(
    oneOf([...ENCODINGS], {
      description:
        'For CSV. By default, it is detected. Other names for these, such as `latin1` or `cp850`, are known too.',
    }),
  ),
  delimiter: Type.Optional(
    Type.String({
      description:
        'For CSV: the character between values, a punctuation mark or tab. By default, it is detected, or read from a first line such as `sep=;`.',
    }),
  ),
  quirks: Type.Optional(
    Type.String({
      description:
        'For CSV: how it is written otherwise than most, as names of quirks separated by commas; nothing if it is not. By default, it is detected.',
    }),
  ),
  headerRow: Type.Optional(
    Type.String({
      description:
        'The line of the file, or the row of the sheet, that has the headers; `0` if there are none. By default, it is looked for below titles.',
    }),
  ),
}
const dryRun = Type.Optional(
  Type.String({ description: '`true` writes nothing and returns the preview.' }),
)

const startOver = Type.Optional(
  Type.String({
    description:
      '`true` proposes a mapping by names and values. By default, a file without `mapping` whose headers, in any order, are those of an earlier import is mapped as that: your last one, or else anybody’s. So are its `matchOn`, `onBad`, `valueMaps`, `links` and `readAs`, where you do not send them.',
  }),
)

const boardId = { boardId: uuid('The board.') }
const definitionKey = {
  definitionKey: Type.String({ description: 'The key of the page (or board).' }),
}

const fileRules =
  'The file is XLSX, or CSV in UTF-8, UTF-16, Windows-1252 or another encoding, separated by comma, semicolon, tab or bar. Rows above the header and blank lines are skipped. A row can end early. Values right of the last header are columns of their own, which go nowhere unless they are mapped. A row with a NUL character or with a cell that does not fit is refused on its own. A file that cannot be read as a table (an unclosed quotation mark, more than 1,000 columns, no rows) is refused as a whole.'

const ofFile = <P extends TProperties>(
  parts: P,
  base: '/v1/boards' | '/v1/definitions',
  tag: string,
  noun: 'Board' | 'Definition',
  example: object,
) => ({
  importFile: operation({
    method: 'POST',
    path: `${base}/import`,
    tag,
    access: 'board:write',
    scope: 'imports:write',
    summary: 'Import a file',
    description: `Returns the run at once. It then works in the background; \`GET …/imports/{runId}\` shows its progress. ${fileRules} With \`dryRun\` nothing is written and the preview is returned. The run writes as the person who started it: if they are suspended, or lose the right to write a column, the run ends.`,
    upload: true,
    example,
    body: named(
      `${noun}Import`,
      'A file to import, as multipart/form-data.',
      closed({ ...parts, ...UploadParts, dryRun }),
    ),
    answer: Type.Union([one(ImportRun), one(ImportPreview)]),
    bodyLimit: MOST_IMPORT_MIB * MIB,
    refuses: ['unknown_reference', 'unknown_column', 'column_locked', 'name_taken', 'key_taken'],
  }),
  previewImport: operation({
    method: 'POST',
    path: `${base}/import/preview`,
    tag,
    access: 'board:write',
    scope: 'imports:write',
    summary: 'Preview the import of a file',
    description: `Says which columns would be filled, which rows would be refused and why. Nothing is written. ${fileRules}`,
    upload: true,
    example,
    body: named(
      `${noun}ImportPreview`,
      'A file to preview, as multipart/form-data.',
      closed({ ...parts, ...UploadParts, startOver }),
    ),
    answer: one(ImportPreview),
    bodyLimit: MOST_IMPORT_MIB * MIB,
    refuses: ['unknown_reference', 'unknown_column', 'column_locked', 'name_taken', 'key_taken'],
  }),
})

export const boardFileOperations = ofFile(boardId, '/v1/boards', 'Boards', 'Board', {
  boardId: '0190b6a0-4f2e-7c31-9d1a-6a2b8c4e0f10',
  file: '(the bytes of contacts.csv)',
  mapping: '{"Company": "business", "Mobile": "phone"}',
})
export const pageFileOperations = ofFile(
  definitionKey,
  '/v1/definitions',
  'Definitions',
  'Definition',
  {
    definitionKey: 'leads',
    file: '(the bytes of leads.xlsx)',
    mapping: '{"Company": "business", "Mobile": "phone"}',
    matchOn: 'phone',
    onBad: '{"*": "leave_empty"}',
  },
)
