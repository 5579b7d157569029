import Type from 'typebox'
import { addressed, runId } from '../language/addressed.ts'
import {
  closed,
  list,
  nullable,
  one,
  oneOf,
  PageQuery,
  pageQuery,
  text,
  uuid,
} from '../language/common.ts'
import { named } from '../language/named.ts'
import { onDefinitions } from '../language/on-definitions.ts'
import { operation } from '../language/operation.ts'
import { ImportRowError } from './import-files.ts'
import { count, ImportRun } from './import-runs.ts'

const MIB = 1024 * 1024

const Failure = named(
  'ImportFailure',
  'A row of the file that was refused, or imported with cells left empty.',
  closed({
    line: Type.Integer({
      description: 'Where the row starts in the file: its line, or its row in the sheet.',
    }),
    values: Type.Record(Type.String(), Type.String(), {
      description:
        'The row as it was in the file, with corrections, by header. Values for columns that you cannot see are left out.',
    }),
    errors: Type.Array(ImportRowError),
  }),
)

const ImportRecord = named(
  'ImportRecord',
  'An import that was done elsewhere.',
  closed({
    fileName: text(500),
    total: count('Rows in the file.'),
    imported: count(
      'Rows that were written. `imported` and `failed` together are at most `total`.',
    ),
    failed: count('Rows that were refused.'),
    results: Type.Array(uuid(), { maxItems: 50_000 }),
    error: Type.Optional(nullable(Type.String({ maxLength: 2000 }))),
  }),
)

const FailuresQuery = named(
  'ImportFailuresQuery',
  'Which page of the failures, or all of them as a file.',
  closed({
    ...pageQuery,
    which: Type.Optional(
      oneOf(['refused', 'left_empty'], { description: 'The default is `refused`.' }),
    ),
    format: Type.Optional(oneOf(['json', 'csv'], { description: 'The default is `json`.' })),
  }),
)

export const importOperations = onDefinitions(({ base, tag }) => {
  const params = addressed(base, {})
  const runParams = addressed(base, { runId })
  return {
    listImports: operation({
      method: 'GET',
      path: `${base}/imports`,
      tag,
      access: 'workspace',
      scope: 'records:read',
      summary: 'List the imports, newest first',
      description:
        'Lists imported files, imports that other programs recorded, and batches of more than one row that keys wrote (`fileName` is `null`).',
      params,
      query: PageQuery,
      answer: list(ImportRun),
      refuses: ['invalid_cursor'],
    }),
    recordImport: operation({
      method: 'POST',
      path: `${base}/imports`,
      tag,
      access: 'board:write',
      scope: 'imports:write',
      summary: 'Record an import that your program did row by row',
      description:
        'For programs that read a file themselves and write the rows one at a time. Recording the run makes it visible and lets people undo it. An undo takes back a row of `results` only if it belongs to no other run, was not entered by hand, and was created by the caller with `source: "import"` or by a key of this board. Other rows stay. A row that does not exist here, or is in the trash, is refused. An id that is listed twice counts once.',
      params,
      example: {
        fileName: 'leads-november.csv',
        total: 3,
        imported: 2,
        failed: 1,
        results: ['0190b6a0-4f2e-7c31-9d1a-6a2b8c4e0f10', '0190b6a0-4f2e-7c31-9d1a-6a2b8c4e0f11'],
      },
      body: ImportRecord,
      answer: one(ImportRun),
      bodyLimit: 8 * MIB,
      refuses: ['unknown_reference'],
    }),
    getImport: operation({
      method: 'GET',
      path: `${base}/imports/{runId}`,
      tag,
      access: 'workspace',
      scope: 'records:read',
      summary: 'Get one import',
      description:
        'Returns the run and, while it works, its progress. Poll it after starting an import, or follow the events.',
      params: runParams,
      answer: one(ImportRun),
    }),
    listImportRows: operation({
      method: 'GET',
      path: `${base}/imports/{runId}/rows`,
      tag,
      access: 'workspace',
      scope: 'records:read',
      summary: 'List the rows that an import wrote',
      description: 'Returns the ids of all rows that the run created or updated, a page at a time.',
      params: runParams,
      query: PageQuery,
      answer: list(uuid()),
      refuses: ['invalid_cursor'],
    }),
    listImportFailures: operation({
      method: 'GET',
      path: `${base}/imports/{runId}/failures`,
      tag,
      access: 'workspace',
      scope: 'records:read',
      summary: 'List the rows that an import refused',
      description:
        'Each with the reasons. With `which=left_empty`, the rows that were imported although cells of them did not fit: `errors` names the cells that were left empty. With `format=csv` it downloads all of them as a file with the original columns and a column `error`, to correct and import again. Text that a spreadsheet would run as a formula gets an apostrophe in front.',
      params: runParams,
      query: FailuresQuery,
      answer: list(Failure),
      produces: ['text/csv'],
      refuses: ['invalid_cursor'],
    }),
    cancelImport: operation({
      method: 'POST',
      path: `${base}/imports/{runId}/cancel`,
      tag,
      access: 'board:write',
      scope: 'imports:write',
      summary: 'Cancel a running import',
      description:
        'Stops the import, and moves the rows that it has created to the trash. Rows that it has updated stay as they are. The run is `running` until that is done, then `cancelled`. Cancelling it again changes nothing.',
      params: runParams,
      answer: one(ImportRun),
      refuses: ['import_finished'],
    }),
  }
})
