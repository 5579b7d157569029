import Type, { type TSchema } from 'typebox'
import { closed, list, oneOf, pageQuery, trashed, uuid } from './common.ts'
import { HiddenColumns, viewAs } from './policies.ts'

/** What a list of rows takes, a list of an export too. */
export const listingQuery = {
  filter: Type.Optional(
    Type.String({
      maxLength: 16_000,
      description:
        'Which rows, as JSON, URL-encoded: `{"column", "op", "value"}`, put together by `{"and": […]}`, `{"or": […]}` and `{"not": …}`. See the description of the operation.',
    }),
  ),
  sort: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 1000,
      description:
        'Up to 5 columns with commas, `-` in front for the other way: `-amount,name`. Empty cells come last both ways; rows that are alike come by position.',
    }),
  ),
  search: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'Text, in any case, that a cell with text or options has somewhere in it.',
    }),
  ),
  fields: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 10_000,
      description: 'The columns whose cells are answered, with commas; all unless told.',
    }),
  ),
  view: Type.Optional(
    uuid(
      'A saved view. Its filter holds besides `filter`; its search, order, fields, group and sums where the request has none.',
    ),
  ),
  trashed: trashed('Rows in the trash, in place of those that stand.'),
  ...viewAs,
}

/** Whether answered rows tell what they link to. */
export const expand = {
  expand: Type.Optional(
    oneOf(['links'], {
      description: '`links`: answers what rows link to, with titles, one level deep.',
    }),
  ),
}

export const rowsQuery = closed({
  ...expand,
  ...pageQuery,
  // Of a sorted list it carries what the last row is sorted by.
  cursor: Type.Optional(
    Type.String({
      maxLength: 8000,
      description:
        'The `nextCursor` of the page before, with the same order; rows that came meanwhile repeat none and hide none.',
    }),
  ),
  offset: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 1_000_000,
      description:
        'How many rows of the list to pass over, to jump to a place in it; not together with `cursor`. The service counts its way there, so the cost rises with the number: what reads a list in order goes by `cursor`. Rows that come or go meanwhile move the place.',
    }),
  ),
  ...listingQuery,
  group: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description:
        'A column: rows come by it first, and the first page has `groups` with their counts.',
    }),
  ),
  sum: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 1000,
      description: 'With `group`: up to 10 columns of numbers with commas, summed by group.',
    }),
  ),
  count: Type.Optional(
    Type.Boolean({
      description: 'Answers `total`, the exact number of rows that the filter and search leave.',
    }),
  ),
})

export const rowsAnswer = <R extends TSchema>(row: R) =>
  closed({
    ...list(row).properties,
    total: Type.Optional(Type.Integer({ description: 'With `count`.' })),
    groups: Type.Optional(
      Type.Array(
        closed({
          value: Type.Unknown({ description: '`null` for rows where the cell is empty.' }),
          count: Type.Integer(),
          sums: Type.Record(Type.String(), Type.Number(), { description: 'By column key.' }),
        }),
        {
          description: 'With `group`, on the first page: in the order of the rows, at most 1,000.',
        },
      ),
    ),
    groupsTruncated: Type.Optional(
      Type.Boolean({ description: 'There are more than 1,000 groups.' }),
    ),
    hiddenColumns: HiddenColumns,
  })

/** For the reference; docs/rows.md says more, and a test holds both to the table that filters are read by. */
export const listingDescription = `Rows by position, or as told.

A filter is a tree of \`and\`, \`or\` and \`not\` over \`{"column", "op", "value"}\`, at most 8 deep and with 100 tests. A column is named by its key, id or name; \`row.position\`, \`row.createdAt\`, \`row.updatedAt\`, \`row.createdBy\`, \`row.updatedBy\`, \`row.source\` and, in the trash, \`row.deletedAt\` are the row's own.

| values | operators |
| --- | --- |
| text, long_text, email, phone, url, select | \`eq ne in contains starts_with is_empty is_not_empty\` |
| number, currency, percent, auto_number | \`eq ne in lt lte gt gte is_empty is_not_empty\` |
| checkbox | \`eq ne is_empty is_not_empty\` |
| date, datetime, created_at, updated_at | \`eq ne in lt lte gt gte before after within is_empty is_not_empty\` |
| person, created_by, updated_by | \`eq ne in is_empty is_not_empty\` |
| multi_select, link | \`eq ne in contains is_empty is_not_empty\` |
| file | \`is_empty is_not_empty\` |
| formula | those of its result |

\`ne\` and \`not\` are the exact opposites, so rows with an empty cell are among them. \`eq\` compares text exactly, options and email addresses in any case; \`contains\` and \`starts_with\` in any case. \`me\` is the caller, of columns with people. Days are \`2026-11-20\`, \`today\`, \`yesterday\` or \`tomorrow\` in the board's time zone, and a day compared with times is all of it. \`within\` takes \`this_week\` (\`last_\`, \`next_\`; \`month\`, \`quarter\`, \`year\`), \`last_30_days\`, \`next_7_days\`, \`{"days": -30}\` or \`{"from", "to"}\`, both ends included; days in a row begin or end with today, and weeks begin on Monday.

Text is sorted and grouped by its first 100 characters, in the order of the Unicode collation; options by their label, people by \`crmUserId\`; lists and files have no order. Times are grouped by day.

A column that does not exist, or that the caller may not see, is refused with \`unknown_column\`.`
