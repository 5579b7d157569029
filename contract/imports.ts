import Type from 'typebox'
import { addressed, type DefinitionBase } from './addressed.ts'
import { cellWhy, closed, list, nullable, one, oneOf, pageQuery, text, uuid } from './common.ts'
import { boardFileOperations, pageFileOperations } from './import-files.ts'
import { count, ImportRun } from './import-runs.ts'
import { operation } from './operation.ts'

const MIB = 1024 * 1024

const Failure = closed({
  line: Type.Integer({
    description: 'Where the row begins in the file: its line, or its row of the sheet.',
  }),
  values: Type.Record(Type.String(), Type.String(), {
    description:
      'The row as it was in the file, by header. What went into columns that the reader may not see is left out.',
  }),
  errors: Type.Array(
    closed({
      column: nullable(Type.String({ description: 'By key; null where the row as a whole is.' })),
      message: Type.String(),
      ...cellWhy,
    }),
  ),
})

const UndoAnswer = closed({
  run: ImportRun,
  removed: count('Rows that went to the trash.'),
  kept: Type.Array(uuid(), {
    description:
      'Ids in the run’s results that stand afterwards, the first 10,000: rows it updated, rows typed by hand, rows with a deal that money was posted to. What was deleted meanwhile is in neither.',
  }),
})

const importOperationsOf = (base: DefinitionBase) => {
  const tag = base === '/v1/boards/{id}' ? 'Boards' : 'Definitions'
  const params = addressed(base, {})
  const runParams = addressed(base, { runId: uuid() })
  return {
    listImports: operation({
      method: 'GET',
      path: `${base}/imports`,
      tag,
      access: 'workspace',
      summary: 'Import runs, newest first',
      description:
        'Files, imports that others recorded, and batches of more than one row that keys wrote (`fileName` null).',
      params,
      query: closed(pageQuery),
      answer: list(ImportRun),
      refuses: ['invalid_cursor'],
    }),
    recordImport: operation({
      method: 'POST',
      path: `${base}/imports`,
      tag,
      access: 'board:write',
      summary: 'Record an import that was done row by row',
      description:
        'The run is settled when it is recorded. A row of `results` is stamped with it, so that an undo takes it back, if no run has it yet, it was not typed by hand, and the caller created it with `source: "import"` or a key of this board did. The others stay as they are, and an undo keeps them. A row that does not exist here, or is in the trash: 400. An id that is named twice counts once.',
      params,
      body: closed({
        fileName: text(500),
        total: count('Rows of the file.'),
        imported: count('`imported` and `failed` together are at most `total`.'),
        failed: count(''),
        results: Type.Array(uuid(), { maxItems: 50_000 }),
        error: Type.Optional(nullable(Type.String({ maxLength: 2000 }))),
      }),
      answer: one(ImportRun),
      bodyLimit: 8 * MIB,
      refuses: ['unknown_reference'],
    }),
    getImport: operation({
      method: 'GET',
      path: `${base}/imports/{runId}`,
      tag,
      access: 'workspace',
      summary: 'An import run: while it works, its progress',
      params: runParams,
      answer: one(ImportRun),
    }),
    listImportRows: operation({
      method: 'GET',
      path: `${base}/imports/{runId}/rows`,
      tag,
      access: 'workspace',
      summary: 'The ids of all rows that the run wrote',
      params: runParams,
      query: closed(pageQuery),
      answer: list(uuid()),
      refuses: ['invalid_cursor'],
    }),
    listImportFailures: operation({
      method: 'GET',
      path: `${base}/imports/{runId}/failures`,
      tag,
      access: 'workspace',
      summary: 'The rows that were refused, with reasons',
      description:
        'With `format=csv`: all of them as a file with the columns of the original and `error`, which calls columns by their names, to mend and import again; what a spreadsheet would run as a formula is disarmed by an apostrophe.',
      params: runParams,
      query: closed({ ...pageQuery, format: Type.Optional(oneOf(['json', 'csv'])) }),
      answer: list(Failure),
      produces: ['text/csv'],
      refuses: ['invalid_cursor'],
    }),
    previewUndo: operation({
      method: 'GET',
      path: `${base}/imports/{runId}/undo`,
      tag,
      access: 'workspace',
      summary: 'What an undo would take back, and what it would leave',
      params: runParams,
      answer: one(
        closed({
          wouldRemove: count('Rows that would go to the trash.'),
          wouldKeep: count('Rows of `results` that would stay.'),
          editedSince: count('Of those that would go: rows that somebody changed after the run.'),
          removes: Type.Array(closed({ id: uuid(), editedSince: Type.Boolean() }), {
            description: 'The first 1,000.',
          }),
          keeps: Type.Array(
            closed({
              id: uuid(),
              why: oneOf(['updated', 'manual', 'other_run', 'not_yours', 'posted_money'], {
                description:
                  '`updated`: the run changed a row that was there; `manual`: typed by hand; `other_run`: another run brought it; `not_yours`: neither the recorder nor a key created it; `posted_money`: the run made it, but money was posted to a deal of it.',
              }),
            }),
            { description: 'The first 1,000.' },
          ),
        }),
      ),
      refuses: ['import_running', 'already_undone'],
    }),
    undoImport: operation({
      method: 'POST',
      path: `${base}/imports/{runId}/undo`,
      tag,
      access: 'board:write',
      summary: 'Take an import back',
      description:
        'Every row that the run brought goes to the trash, edited since or not, in one transaction; rows that it updated stay as they are.',
      params: runParams,
      answer: one(UndoAnswer),
      refuses: ['import_running', 'already_undone'],
    }),
    redoImport: operation({
      method: 'POST',
      path: `${base}/imports/{runId}/redo`,
      tag,
      access: 'board:write',
      summary: 'Put the rows of an undone import back',
      description:
        'Those that its undo removed and nobody has restored or purged meanwhile. It can then be undone again.',
      params: runParams,
      answer: one(closed({ run: ImportRun, restored: count('Rows that are back.') })),
      refuses: ['not_undone', 'value_taken'],
    }),
  }
}

export const boardImportOperations = {
  ...boardFileOperations,
  ...importOperationsOf('/v1/boards/{id}'),
}
export const pageImportOperations = {
  ...pageFileOperations,
  ...importOperationsOf('/v1/definitions/{key}'),
}
