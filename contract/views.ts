import Type from 'typebox'
import { addressed, type DefinitionBase } from './addressed.ts'
import { closed, list, nullable, one, oneOf, pageQuery, text, timestamp, uuid } from './common.ts'
import { operation } from './operation.ts'

export const viewKinds = ['grid', 'kanban', 'calendar'] as const

const columnName = Type.String({ minLength: 1, maxLength: 200 })
const Filter = Type.Object(
  {},
  { additionalProperties: true, description: 'As `filter` of a list.' },
)
const sorts = Type.Array(columnName, {
  maxItems: 5,
  description: 'Columns, `-` in front for the other way.',
})
const search = Type.String({ minLength: 1, maxLength: 200 })

const View = closed({
  id: uuid(),
  name: Type.String(),
  kind: oneOf(viewKinds, { description: 'How an app shows it; the list is the same.' }),
  private: Type.Boolean({ description: 'Whether its maker alone sees it.' }),
  position: Type.Integer(),
  filter: nullable(Filter),
  sort: Type.Array(Type.String()),
  fields: nullable(Type.Array(Type.String(), { description: '`null` for all columns.' })),
  group: nullable(Type.String()),
  sum: Type.Array(Type.String()),
  search: nullable(Type.String()),
  partial: Type.Boolean({
    description:
      'Whether parts are left out here: they name columns that are deleted or that the caller may not see.',
  }),
  createdBy: Type.String(),
  createdAt: timestamp(),
  updatedAt: timestamp(),
})

const parts = {
  kind: Type.Optional(oneOf(viewKinds, { description: '`grid` unless told.' })),
  private: Type.Optional(Type.Boolean({ description: '`false` unless told.' })),
  position: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  filter: Type.Optional(nullable(Filter)),
  sort: Type.Optional(sorts),
  fields: Type.Optional(nullable(Type.Array(columnName, { maxItems: 500 }))),
  group: Type.Optional(nullable(columnName)),
  sum: Type.Optional(Type.Array(columnName, { maxItems: 10 })),
  search: Type.Optional(nullable(search)),
}

/** Saved views of boards and pages. */
function viewOperations(base: DefinitionBase) {
  const tag = base === '/v1/boards/{id}' ? 'Boards' : 'Definitions'
  const params = addressed(base, {})
  const viewParams = addressed(base, { viewId: uuid() })
  return {
    listViews: operation({
      method: 'GET',
      path: `${base}/views`,
      tag,
      access: 'workspace',
      summary: 'The saved views: shared ones and one’s own',
      description: 'In the order of their `position`, then as they were made.',
      params,
      query: closed(pageQuery),
      answer: list(View),
      refuses: ['invalid_cursor'],
    }),
    createView: operation({
      method: 'POST',
      path: `${base}/views`,
      tag,
      access: 'board:write',
      summary: 'Save a view',
      description:
        'Columns are named as in a list, and kept by what they are: a view survives their renaming. What the caller may not see cannot be named. Names are unique among shared views, and among one’s own private ones.',
      params,
      body: closed({ name: text(200), ...parts }),
      answer: one(View),
      refuses: ['name_taken', 'unknown_column'],
    }),
    getView: operation({
      method: 'GET',
      path: `${base}/views/{viewId}`,
      tag,
      access: 'workspace',
      summary: 'One saved view',
      description:
        'As the caller may see it: a part that names a column which is deleted or hidden is left out whole, its values too, and `partial` is true. Rows are not listed by a view whose filter is left out: they would be others than it says.',
      params: viewParams,
      answer: one(View),
    }),
    updateView: operation({
      method: 'PATCH',
      path: `${base}/views/{viewId}`,
      tag,
      access: 'board:write',
      summary: 'Change a saved view',
      description:
        'For its maker; a shared one for admins and owners too. What is not named stays, parts that the caller may not see as well.',
      params: viewParams,
      body: closed({ name: Type.Optional(text(200)), ...parts }, { minProperties: 1 }),
      answer: one(View),
      refuses: ['name_taken', 'unknown_column'],
    }),
    removeView: operation({
      method: 'DELETE',
      path: `${base}/views/{viewId}`,
      tag,
      access: 'board:write',
      summary: 'Delete a saved view',
      description: 'For its maker; a shared one for admins and owners too.',
      params: viewParams,
    }),
  }
}

export const boardViewOperations = viewOperations('/v1/boards/{id}')
export const pageViewOperations = viewOperations('/v1/definitions/{key}')
