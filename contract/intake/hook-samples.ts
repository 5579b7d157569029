import Type from 'typebox'
import { readings } from '../../shared/hooks.ts'
import { addressed } from '../language/addressed.ts'
import { closed, nullable, one, oneOf, timestamp, uuid } from '../language/common.ts'
import { named } from '../language/named.ts'
import { onDefinitions } from '../language/on-definitions.ts'
import { operation } from '../language/operation.ts'
import { Cells } from '../records/rows.ts'
import { fields, HookMisfits, hookId } from './hooks.ts'

const HookSampleField = named(
  'HookSampleField',
  'A value in a body that a hook received.',
  closed({
    path: Type.String(),
    label: Type.String({
      description: 'What people would call it, such as the question of a form.',
    }),
    example: Type.String({ description: 'The value as text, the first 200 characters.' }),
    guess: nullable(
      named(
        'HookGuess',
        'The column that the value likely goes to, by its name or by what it looks like.',
        closed({ column: Type.String(), as: Type.Optional(oneOf(readings)) }),
      ),
    ),
  }),
)

const HookSample = named(
  'HookSample',
  'A body that a hook received.',
  closed({
    id: uuid(),
    receivedAt: timestamp(),
    fields: Type.Array(HookSampleField, { description: 'In the order of the body, up to 500.' }),
  }),
)

const HookPreview = named(
  'HookPreview',
  'The row that a sample would make.',
  closed({
    outcome: oneOf(['created', 'refused']),
    cells: Cells,
    coerced: Type.Array(
      closed({ column: Type.String(), sent: Type.String(), stored: Type.String() }),
      { description: 'Values that were converted.' },
    ),
    ignored: Type.Array(closed({ column: Type.String(), why: Type.String() }), {
      description: 'Cells that stay empty, and why.',
    }),
    refused: Type.Array(
      closed({
        column: nullable(Type.String()),
        message: Type.String(),
      }),
      { description: 'Why there would be no row.' },
    ),
  }),
)

/** What a hook received, and how its columns would take it. */
export const hookSampleOperations = onDefinitions(({ base, tag }) => ({
  listHookSamples: operation({
    method: 'GET',
    path: `${base}/hooks/{hookId}/samples`,
    tag,
    access: 'board:admin',
    scope: 'records:read',
    summary: 'List what a hook received last',
    description:
      'The last 5 bodies, newest first, as paths and values, each with the column that it likely goes to. They are kept for 30 days.',
    params: addressed(base, { hookId }),
    answer: closed({ data: Type.Array(HookSample) }),
  }),
  previewHook: operation({
    method: 'POST',
    path: `${base}/hooks/{hookId}/preview`,
    tag,
    access: 'board:admin',
    scope: 'definitions:write',
    summary: 'Try the columns of a hook on a sample',
    description: 'Returns the row that the sample would make, and writes nothing.',
    params: addressed(base, { hookId }),
    example: {
      sampleId: '0198c5a2-0000-7000-8000-000000000000',
      fields: [{ path: 'email', column: 'email' }],
    },
    body: named(
      'HookTrial',
      'The sample, and the columns to try on it.',
      closed({ sampleId: uuid(), fields, misfits: Type.Optional(HookMisfits) }),
    ),
    answer: one(HookPreview),
    refuses: ['unknown_reference'],
  }),
}))
