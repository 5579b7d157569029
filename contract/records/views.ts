import Type from 'typebox'
import {
  MOST_FROZEN,
  MOST_NAME_CHARS,
  MOST_SEARCH_CHARS,
  MOST_SORTS,
  MOST_SUMS,
} from '../../shared/limits.ts'
import { totalKinds } from '../../shared/totals.ts'
import { addressed } from '../language/addressed.ts'
import {
  closed,
  list,
  nullable,
  one,
  oneOf,
  PageQuery,
  text,
  timestamp,
  uuid,
} from '../language/common.ts'
import { described, named, parameter } from '../language/named.ts'
import { onDefinitions } from '../language/on-definitions.ts'
import { operation } from '../language/operation.ts'

export const viewKinds = ['grid', 'kanban', 'calendar'] as const
const ViewKind = named(
  'ViewKind',
  'How an app shows the view. It does not change which rows are listed.',
  oneOf(viewKinds),
)

const columnName = Type.String({ minLength: 1, maxLength: 200 })
const Filter = named(
  'Filter',
  'Which rows, as in the `filter` of a list of rows.',
  Type.Object({}, { additionalProperties: true }),
)
const sorts = Type.Array(columnName, {
  maxItems: MOST_SORTS,
  description: 'Columns to sort by, each with `-` in front for descending order.',
})
const search = Type.String({ minLength: 1, maxLength: MOST_SEARCH_CHARS })

const ShownTotal = named(
  'ShownTotal',
  'The total that an app shows for a column; `none` for no total.',
  oneOf([...totalKinds, 'none']),
)
const totals = Type.Record(Type.String(), ShownTotal, {
  description:
    'The total to show for a column, by its key. An app decides for the others. A list by this view does not calculate them: name them in its `totals`.',
})

const View = named(
  'View',
  'A saved view: a filter, an order and a choice of columns.',
  closed({
    id: uuid(),
    name: Type.String(),
    kind: ViewKind,
    private: Type.Boolean({ description: 'Whether only its creator can see it.' }),
    position: Type.Integer(),
    filter: nullable(Filter),
    sort: Type.Array(Type.String()),
    fields: nullable(
      Type.Array(Type.String(), { description: 'The columns to show, in order. `null` for all.' }),
    ),
    group: nullable(Type.String()),
    sum: Type.Array(Type.String()),
    search: nullable(Type.String()),
    totals,
    frozen: Type.Integer({
      description: 'How many of the visible columns stay while the others scroll.',
    }),
    partial: Type.Boolean({
      description:
        'Whether parts are left out, because they refer to columns that are deleted or that the caller cannot see.',
    }),
    createdBy: Type.String(),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  }),
)

const parts = {
  kind: Type.Optional(described(ViewKind, 'The default is `grid`.')),
  private: Type.Optional(
    Type.Boolean({ description: 'Whether only you can see it. The default is `false`.' }),
  ),
  position: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  filter: Type.Optional(nullable(Filter)),
  sort: Type.Optional(sorts),
  fields: Type.Optional(nullable(Type.Array(columnName, { maxItems: 500 }))),
  group: Type.Optional(nullable(columnName)),
  sum: Type.Optional(Type.Array(columnName, { maxItems: MOST_SUMS })),
  search: Type.Optional(nullable(search)),
  totals: Type.Optional(Type.Record(Type.String({ minLength: 1, maxLength: 200 }), ShownTotal)),
  frozen: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: MOST_FROZEN,
      description:
        'How many of the visible columns stay while the others scroll. The default is 1.',
    }),
  ),
}

const NewView = named(
  'NewView',
  'A view to be saved.',
  closed({ name: text(MOST_NAME_CHARS), ...parts }),
)
const ViewChange = named(
  'ViewChange',
  'The fields of a saved view to change.',
  closed({ name: Type.Optional(text(MOST_NAME_CHARS)), ...parts }, { minProperties: 1 }),
)

/** Saved views of boards and pages. */
export const viewOperations = onDefinitions(({ base, tag }) => {
  const params = addressed(base, {})
  const viewParams = addressed(base, { viewId: parameter('ViewId', uuid('The view’s id.')) })
  return {
    listViews: operation({
      method: 'GET',
      path: `${base}/views`,
      tag,
      access: 'workspace',
      scope: 'records:read',
      summary: 'List the saved views',
      description:
        'Lists the shared views and your own private ones, by `position` and then by age.',
      params,
      query: PageQuery,
      answer: list(View),
      refuses: ['invalid_cursor'],
    }),
    createView: operation({
      method: 'POST',
      path: `${base}/views`,
      tag,
      access: 'board:write',
      scope: 'definitions:write',
      summary: 'Save a view',
      description:
        'Name columns as in a list of rows. The view remembers the columns themselves, so it survives a rename. Columns that you cannot see cannot be used. Names are unique among shared views, and among your own private ones.',
      params,
      example: {
        name: 'Large and open',
        filter: {
          and: [
            { column: 'amount_requested', op: 'gte', value: 50000 },
            { not: { column: 'stage', op: 'in', value: ['Lost'] } },
          ],
        },
        sort: ['-amount_requested'],
        fields: ['business', 'amount_requested', 'stage'],
      },
      body: NewView,
      answer: one(View),
      refuses: ['name_taken', 'unknown_column'],
    }),
    getView: operation({
      method: 'GET',
      path: `${base}/views/{viewId}`,
      tag,
      access: 'workspace',
      scope: 'records:read',
      summary: 'Get one saved view',
      description:
        'Returns the view as the caller can see it. A part that refers to a deleted or hidden column is left out completely, and `partial` is true. If the filter is left out, rows cannot be listed by the view, because they would not be the rows it stands for.',
      params: viewParams,
      answer: one(View),
    }),
    updateView: operation({
      method: 'PATCH',
      path: `${base}/views/{viewId}`,
      tag,
      access: 'board:write',
      scope: 'definitions:write',
      summary: 'Change a saved view',
      description:
        'Changes only the fields that are sent; everything else stays, including parts that the caller cannot see. Its creator can change it; admins and owners can change any shared view.',
      params: viewParams,
      example: { kind: 'kanban', group: 'stage', sum: ['amount_requested'] },
      body: ViewChange,
      answer: one(View),
      refuses: ['name_taken', 'unknown_column'],
    }),
    removeView: operation({
      method: 'DELETE',
      path: `${base}/views/{viewId}`,
      tag,
      access: 'board:write',
      scope: 'definitions:write',
      summary: 'Delete a saved view',
      description:
        'Its creator can delete it; admins and owners can delete any shared view. Rows are not affected.',
      params: viewParams,
    }),
  }
})
