import Type, { type TSchema } from 'typebox'
import { operatorLines } from '../../shared/filter-operators.ts'
import { MOST_RANKED, MOST_SEARCH_CHARS, MOST_TOTALS } from '../../shared/limits.ts'
import { totalKinds } from '../../shared/totals.ts'
import { closed, list, oneOf, pageQuery, trashed, uuid } from '../language/common.ts'
import { described, named, parameter } from '../language/named.ts'
import { HiddenColumns, viewAs } from '../policies/policies.ts'

export const groupOrders = ['value', 'options'] as const

/** The query of a list of rows, which an export shares. */
export const listingQuery = {
  filter: parameter(
    'RowFilter',
    Type.Optional(
      Type.String({
        maxLength: 16_000,
        description:
          'Which rows, as URL-encoded JSON: `{"column", "op", "value"}`, combined with `{"and": […]}`, `{"or": […]}` and `{"not": …}`. The description of `GET /v1/boards/{id}/rows` lists the operators.',
      }),
    ),
  ),
  sort: parameter(
    'RowSort',
    Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 1000,
        description:
          'Up to 5 columns, separated by commas, each with `-` in front for descending order: `-amount,name`. Empty cells always come last. Ties are ordered by position.',
      }),
    ),
  ),
  search: parameter(
    'RowSearch',
    Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: MOST_SEARCH_CHARS,
        description:
          'Finds rows where a cell with text or options contains this. Upper and lower case, accents and typographic signs do not matter. A phone number may be written in any way: `(312) 555-0188`, `555-0188`.',
      }),
    ),
  ),
  fields: parameter(
    'RowFields',
    Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 10_000,
        description: 'The columns to return, separated by commas. The default is all.',
      }),
    ),
  ),
  view: parameter(
    'RowView',
    Type.Optional(
      uuid(
        'A saved view to start from. Its filter applies in addition to `filter`. Its search, order, fields, group and sums apply unless the request has its own.',
      ),
    ),
  ),
  trashed: parameter('RowTrash', trashed('List the rows in the trash instead.')),
  ...viewAs,
}

/** Whether rows come with the titles of linked rows. */
export const expand = {
  expand: parameter(
    'ExpandLinks',
    Type.Optional(
      oneOf(['links'], {
        description: '`links` adds the linked rows with their titles, one level deep.',
      }),
    ),
  ),
}

export const rowsQuery = named(
  'RowsQuery',
  'Which rows to list, in which order, and which parts of them to return.',
  closed({
    ...expand,
    ...pageQuery,
    // For a sorted list, it contains the values that the last row is sorted by.
    cursor: parameter(
      'RowCursor',
      Type.Optional(
        Type.String({
          maxLength: 8000,
          description:
            'The `nextCursor` of the previous page. Keep the same order. Rows that are added in the meantime cause no repeats and no gaps.',
        }),
      ),
    ),
    offset: parameter(
      'RowOffset',
      Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 1_000_000,
          description:
            'How many rows to skip, to jump to a place in the list. Cannot be combined with `cursor`. The cost rises with the number, and rows that are added or removed in the meantime shift the place. To read a list from start to end, use `cursor`.',
        }),
      ),
    ),
    ...listingQuery,
    group: parameter(
      'RowGroupBy',
      Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 200,
          description:
            'A column to group by. Rows are ordered by it first, and the first page has `groups` with their counts.',
        }),
      ),
    ),
    groupOrder: parameter(
      'RowGroupOrder',
      Type.Optional(
        oneOf(groupOrders, {
          description: `With \`group\`: \`options\` puts the groups of a select column in the order of its options, then other values, then empty cells. It has no effect on other columns, nor on one with more than ${MOST_RANKED} options. The default is \`value\`.`,
        }),
      ),
    ),
    sum: parameter(
      'RowSum',
      Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 1000,
          description:
            'With `group`: up to 10 number columns, separated by commas, to sum for each group.',
        }),
      ),
    ),
    totals: parameter(
      'RowTotals',
      Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 4000,
          description: `Up to ${MOST_TOTALS} totals over all rows that match, separated by commas: a column, a colon and \`sum\`, \`average\`, \`min\`, \`max\` or \`filled\`, such as \`amount:sum,stage:filled\`. The first page has them in \`totals\`.`,
        }),
      ),
    ),
    count: parameter(
      'RowCount',
      Type.Optional(
        Type.Boolean({
          description: 'Whether to include `total`, the exact number of rows that match.',
        }),
      ),
    ),
  }),
)

export const RowGroup = named(
  'RowGroup',
  'The rows with the same value in the column that the list is grouped by.',
  closed({
    value: Type.Unknown({ description: '`null` for rows where the cell is empty.' }),
    count: Type.Integer({ description: 'How many rows.' }),
    sums: Type.Record(Type.String(), Type.Number(), {
      description: 'The sum of each column in `sum`, by column key.',
    }),
  }),
)

const TotalKind = named(
  'TotalKind',
  'What a total is. `filled` is the number of rows where the cell is not empty. Numbers have all of them, dates and times have `min`, `max` and `filled`, and other columns have `filled`.',
  oneOf(totalKinds),
)

const RowTotal = named(
  'RowTotal',
  'A total over all rows of a list.',
  closed({
    column: Type.String({ description: 'The column’s key.' }),
    total: described(TotalKind, 'What was calculated.'),
    value: Type.Unknown({
      description:
        'A number, or for the `min` and `max` of dates and times a text such as a cell has. `null` if no row has a value; the sum and the number of values are then 0.',
    }),
  }),
)

export const rowsAnswer = <R extends TSchema>(row: R) =>
  named(
    'RowPage',
    'A page of rows.',
    closed({
      ...list(row).properties,
      total: Type.Optional(Type.Integer({ description: 'With `count`: how many rows match.' })),
      groups: Type.Optional(
        Type.Array(RowGroup, {
          description:
            'With `group`, on the first page: up to 1,000 groups, in the order of the rows.',
        }),
      ),
      totals: Type.Optional(
        Type.Array(RowTotal, {
          description: 'With `totals`, on the first page: the totals in the order asked for.',
        }),
      ),
      groupsTruncated: Type.Optional(
        Type.Boolean({
          description: 'True if there are more than 1,000 groups. Absent otherwise.',
        }),
      ),
      hiddenColumns: HiddenColumns,
    }),
  )

/** For the reference. docs/rows.md says more. */
export const listingDescription = `Lists rows by position, or in the order of \`sort\`. Use it to read a board, to search it, or to build a report.

A filter is a tree of \`and\`, \`or\` and \`not\` over \`{"column", "op", "value"}\`, at most 8 levels deep and with at most 100 comparisons. Name a column by its key, id or name. \`row.position\`, \`row.createdAt\`, \`row.updatedAt\`, \`row.createdBy\`, \`row.updatedBy\`, \`row.source\` and, in the trash, \`row.deletedAt\` refer to the row itself.

| values | operators |
| --- | --- |
${operatorLines()}| formula | those of its result |

\`ne\` and \`not\` are exact opposites, so they include rows with an empty cell. \`eq\` compares text exactly, and options and email addresses without regard to case; \`contains\` and \`starts_with\` compare it as \`search\` does. A checkbox that nobody ever ticked equals \`false\`. For columns with people, \`me\` is the caller. \`is_unresolved\` finds names that lead nowhere yet. Days are \`2026-11-20\`, \`today\`, \`yesterday\` or \`tomorrow\` in the board's time zone; compared with a time, a day means all of it. \`within\` takes \`this_week\` (\`last_\`, \`next_\`; \`month\`, \`quarter\`, \`year\`), \`last_30_days\`, \`next_7_days\`, \`{"days": -30}\` or \`{"from", "to"}\`, both ends included. Ranges of days start or end with today, and weeks start on Monday.

Text is sorted and grouped by its first 100 characters, in Unicode collation order; options by their label (groups also by \`groupOrder\`), people by \`crmUserId\`. Lists and files have no order. Times are grouped by day.

A column that does not exist, or that the caller cannot see, is refused with \`unknown_column\`.`
