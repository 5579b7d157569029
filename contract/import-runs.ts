import Type from 'typebox'
import { closed, nullable, oneOf, timestamp, uuid } from './common.ts'

export const count = (description: string) => Type.Integer({ minimum: 0, description })

export const ImportRun = closed({
  id: uuid(),
  actorUserId: nullable(
    Type.Integer({ description: 'Who imported; null where a key wrote a batch: it is nobody.' }),
  ),
  createdAt: timestamp(),
  finishedAt: nullable(timestamp('Set once the run has settled.')),
  fileName: nullable(Type.String({ description: 'Null for a batch that came through the API.' })),
  total: count('Rows of the file.'),
  imported: count('Rows of the file that created or updated a row.'),
  failed: count('Rows of the file that were refused.'),
  results: Type.Array(uuid(), {
    description:
      'Ids of the rows that the run wrote, the first 1,000; all by `GET …/{runId}/rows`.',
  }),
  resultsTruncated: Type.Optional(
    Type.Boolean({ description: 'True, and only there, where `results` is not all of them.' }),
  ),
  standing: count('Rows stamped with this run that exist now.'),
  status: oneOf(['running', 'completed', 'partial', 'failed', 'undone'], {
    description:
      '`completed`: all imported; `partial`: some failed; `failed`: none imported, or the run broke off and `error` says why.',
  }),
  error: Type.Optional(Type.String({ description: 'Why the run failed, where it did.' })),
  keptCount: Type.Optional(count('After an undo: rows of `results` that stayed.')),
  undoneAt: Type.Optional(timestamp('After an undo.')),
  undoneBy: Type.Optional(Type.Integer({ description: 'After an undo: the person’s crmUserId.' })),
  undoneCount: Type.Optional(count('After an undo: rows that went to the trash.')),
})
