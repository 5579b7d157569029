import Type from 'typebox'
import { closed, failedWhy, nullable, oneOf, timestamp, uuid } from '../language/common.ts'
import { named } from '../language/named.ts'

export const count = (description: string) => Type.Integer({ minimum: 0, description })

export const OddCharacters = named(
  'ImportOddCharacters',
  'Characters of a file in UTF-8 that are not UTF-8. They are read as Windows-1252; one whose end is missing is “�”.',
  closed({
    count: count('How many.'),
    lines: Type.Array(Type.Integer(), { description: 'The first ten lines that have some.' }),
  }),
)

export const ImportRun = named(
  'ImportRun',
  'An import: its progress, and what it wrote.',
  closed({
    id: uuid(),
    actorUserId: nullable(
      Type.Integer({
        description: 'The person who imported. `null` for a batch that a key wrote.',
      }),
    ),
    createdAt: timestamp(),
    finishedAt: nullable(timestamp('When the run ended. `null` while it works.')),
    fileName: nullable(
      Type.String({ description: '`null` for a batch that came through the API.' }),
    ),
    total: count('Rows in the file.'),
    imported: count('Rows that created or updated a row.'),
    failed: count('Rows that were refused.'),
    leftEmpty: Type.Optional(
      count(
        'Cells of imported rows that were left empty, although the file has a value for them. Absent if there are none.',
      ),
    ),
    kept: Type.Optional(
      count(
        'How many of these cells are kept as text in a column made for them. Absent if there are none.',
      ),
    ),
    ignored: Type.Optional(
      Type.Array(
        named(
          'ImportIgnored',
          'A column of the file without a header, such as a note beside the table, that was not imported.',
          closed({
            index: Type.Integer({ description: 'Its place in the file, counted from 0.' }),
            header: Type.String({ description: 'Such as “Column D”.' }),
            values: count('How many rows of the file have a value there.'),
          }),
        ),
        { description: 'Absent if there are none.' },
      ),
    ),
    oddCharacters: Type.Optional(OddCharacters),
    results: Type.Array(uuid(), {
      description:
        'The ids of the first 1,000 rows that the run wrote. `GET …/{runId}/rows` lists all of them.',
    }),
    resultsTruncated: Type.Optional(
      Type.Boolean({ description: 'True if `results` is not complete. Absent otherwise.' }),
    ),
    standing: count('Rows of this run that exist now.'),
    status: named(
      'ImportStatus',
      '`completed`: every row was imported. `partial`: some failed. `failed`: none was imported, or the run broke off; `error` says why. `cancelled`: somebody cancelled it, and its rows are in the trash.',
      oneOf(['running', 'completed', 'partial', 'failed', 'cancelled', 'undone']),
    ),
    progress: Type.Optional(
      named(
        'ImportProgress',
        'How far a running import is. Absent once it has ended.',
        closed({
          done: count('Rows of the file that are done.'),
          total: count('Rows in the file.'),
          secondsLeft: nullable(
            count('About how long it will still take. `null` until it can be estimated.'),
          ),
        }),
      ),
    ),
    cancelledAt: Type.Optional(
      timestamp('When somebody cancelled it. It stays `running` until its rows are in the trash.'),
    ),
    cancelledBy: Type.Optional(Type.Integer({ description: 'The `crmUserId` of that person.' })),
    error: Type.Optional(Type.String({ description: 'Why the run failed. Absent otherwise.' })),
    ...failedWhy,
    keptCount: Type.Optional(
      count('After an undo or cancellation: rows of `results` that stayed.'),
    ),
    undoneAt: Type.Optional(timestamp('After an undo.')),
    undoneBy: Type.Optional(
      Type.Integer({ description: 'After an undo: the `crmUserId` of the person.' }),
    ),
    undoneCount: Type.Optional(
      count('After an undo or cancellation: rows that were moved to the trash.'),
    ),
  }),
)
