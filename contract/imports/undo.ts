import Type from 'typebox'
import { addressed, runId } from '../language/addressed.ts'
import { closed, one, oneOf, uuid } from '../language/common.ts'
import { named } from '../language/named.ts'
import { onDefinitions } from '../language/on-definitions.ts'
import { operation } from '../language/operation.ts'
import { count, ImportRun } from './import-runs.ts'

const UndoAnswer = named(
  'ImportUndo',
  'What an undo took back, and what it left.',
  closed({
    run: ImportRun,
    removed: count('Rows that were moved to the trash.'),
    kept: Type.Array(uuid(), {
      description:
        'The ids of up to 10,000 rows of the run that stay: rows it updated, rows entered by hand, and rows with a deal that has money posted to it. Rows deleted in the meantime are in neither.',
    }),
  }),
)

/** Taking an import back, and putting it back in. */
export const undoOperations = onDefinitions(({ base, tag }) => {
  const params = addressed(base, { runId })
  return {
    previewUndo: operation({
      method: 'GET',
      path: `${base}/imports/{runId}/undo`,
      tag,
      access: 'workspace',
      scope: 'records:read',
      summary: 'Preview the undo of an import',
      description:
        'Says which rows an undo would move to the trash, and which it would keep and why. Nothing is changed.',
      params,
      answer: one(
        named(
          'ImportUndoPreview',
          'What an undo would take back, and what it would leave.',
          closed({
            wouldRemove: count('Rows that would be moved to the trash.'),
            wouldKeep: count('Rows of `results` that would stay.'),
            editedSince: count('How many of those somebody has changed since the run.'),
            removes: Type.Array(closed({ id: uuid(), editedSince: Type.Boolean() }), {
              description: 'The first 1,000.',
            }),
            keeps: Type.Array(
              closed({
                id: uuid(),
                why: named(
                  'ImportKeepReason',
                  'Why an undo keeps a row. `updated`: the run changed an existing row. `manual`: it was entered by hand. `other_run`: another run created it. `not_yours`: neither the person who recorded the run nor a key created it. `posted_money`: the run created it, but money was posted to its deal.',
                  oneOf(['updated', 'manual', 'other_run', 'not_yours', 'posted_money']),
                ),
              }),
              { description: 'The first 1,000.' },
            ),
          }),
        ),
      ),
      refuses: ['import_running', 'already_undone'],
    }),
    undoImport: operation({
      method: 'POST',
      path: `${base}/imports/{runId}/undo`,
      tag,
      access: 'board:write',
      scope: 'imports:write',
      summary: 'Undo an import',
      description:
        'Moves every row that the run created to the trash, even if it was edited since, in one transaction. Rows that the run updated stay as they are. Preview it first.',
      params,
      answer: one(UndoAnswer),
      refuses: ['import_running', 'already_undone'],
    }),
    redoImport: operation({
      method: 'POST',
      path: `${base}/imports/{runId}/redo`,
      tag,
      access: 'board:write',
      scope: 'imports:write',
      summary: 'Put the rows of an undone import back',
      description:
        'Restores the rows that the undo removed, except those that somebody has restored or that no longer exist. The import can then be undone again.',
      params,
      answer: one(
        named(
          'ImportRedo',
          'What a redo restored.',
          closed({ run: ImportRun, restored: count('Rows that were restored.') }),
        ),
      ),
      refuses: ['not_undone', 'value_taken'],
    }),
  }
})
