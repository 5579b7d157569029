import Type from 'typebox'
import { addressed, type DefinitionBase } from './addressed.ts'
import { closed, oneOf } from './common.ts'
import { listingQuery } from './listing.ts'
import { operation } from './operation.ts'
import { viewAsRefusals } from './policies.ts'

export const CSV_TYPE = 'text/csv; charset=utf-8'
export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const DESCRIPTION = `The rows that the list with the same query has, in its order, with a column for each that the caller may see (of
\`fields\`, where they are told) and its name in the first line. They are sent while they are read, some hundred at a time, each as it is at
that moment: what changes meanwhile is as it was before or after. An answer that breaks off before its end is an
export that failed, such as when a column is hidden or deleted meanwhile.

Persons are exported by their name, or by their email address where several have the name; links by the titles of rows, or the id
where there is none, files by their names, several of them with \`, \` between.

\`csv\`: UTF-8 by RFC 4180. Text that a spreadsheet would run as a formula, which is text that starts with \`=\`, \`+\`, \`-\`
or \`@\` (after white space, in full width too) or with a tab or line break, has a \`'\` set before it; an import here takes it
back. Numbers, dates and phone numbers in the form \`+14155550132\` stay as they are. Times are in UTC.

\`xlsx\`: numbers, amounts, percentages, dates and times are Excel’s own; times are those of the board’s time zone.
Dates before March 1900, which Excel cannot hold, are text, as is all other text: never formulas. Text of more than
32,767 characters is cut, with \`…\` at its end. After 1,048,575 rows another sheet goes on.`

/** The export of a board or page. */
function exportOperations(base: DefinitionBase) {
  return {
    exportRows: operation({
      method: 'GET',
      path: `${base}/export`,
      tag: base === '/v1/boards/{id}' ? 'Boards' : 'Definitions',
      access: 'workspace',
      summary: 'The rows as a file for spreadsheets',
      description: DESCRIPTION,
      params: addressed(base, {}),
      query: closed({
        format: oneOf(['csv', 'xlsx']),
        bom: Type.Optional(
          Type.Boolean({
            default: true,
            description:
              'Of a CSV: whether it starts with a byte order mark, by which Excel knows UTF-8.',
          }),
        ),
        ...listingQuery,
      }),
      produces: [CSV_TYPE, XLSX_TYPE],
      refuses: ['unknown_column', ...viewAsRefusals],
    }),
  }
}

export const boardExportOperations = exportOperations('/v1/boards/{id}')
export const pageExportOperations = exportOperations('/v1/definitions/{key}')
