import Type from 'typebox'
import { addressed } from '../language/addressed.ts'
import { closed, oneOf } from '../language/common.ts'
import { named } from '../language/named.ts'
import { onDefinitions } from '../language/on-definitions.ts'
import { operation } from '../language/operation.ts'
import { viewAsRefusals } from '../policies/policies.ts'
import { listingQuery } from './listing.ts'

export const CSV_TYPE = 'text/csv; charset=utf-8'
export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const DESCRIPTION = `Downloads the rows that a list with the same query would return, in the same order. Each column that the caller can see (and
that is in \`fields\`, if sent) becomes a column of the file; the first line has the names. Rows are sent as they are read, a few
hundred at a time, so a row that changes during the export appears as it was before or after the change. If the answer breaks off
before its end, the export has failed, for example because a column was hidden or deleted in the meantime.

People are exported by name, or by email address if several share the name. Links are exported as the titles of their rows, or
the id if a row has no title; with \`ids\`, as own ids. Files are exported by name. Several values are separated by \`, \`.

\`csv\`: UTF-8 as in RFC 4180. Text that a spreadsheet would run as a formula gets a \`'\` in front; an import here removes it.
This is text that starts with \`=\`, \`+\`, \`-\` or \`@\` (also after white space, and in full width), or with a tab or line
break. Numbers, dates and phone numbers in the form \`+14155550132\` stay as they are. Times are in UTC.

\`xlsx\`: numbers, amounts, percentages, dates and times have Excel’s own types; times are in the board’s time zone. Dates before
March 1900, which Excel cannot hold, and all other text are written as text and never as formulas. Text of more than 32,767
characters is cut and ends with \`…\`. After 1,048,575 rows the export continues on another sheet.`

const Sender = named(
  'Sender',
  'A key, a form, an email address, a hook or an access token that rows come through.',
  closed({
    ref: Type.String({ description: 'As `createdBy` names it: `form:<id>`.' }),
    kind: oneOf(['key', 'form', 'address', 'hook', 'token']),
    name: Type.String({
      description: 'An access token is called by its name and its person’s: `Zapier for Ann`.',
    }),
  }),
)

/** The export of a board or page, and the names that it has for what sends rows. */
export const exportOperations = onDefinitions(({ base, tag }) => {
  return {
    exportRows: operation({
      method: 'GET',
      path: `${base}/export`,
      tag,
      access: 'workspace',
      scope: 'records:read',
      summary: 'Download the rows as a spreadsheet',
      description: DESCRIPTION,
      params: addressed(base, {}),
      query: named(
        'ExportQuery',
        'Which rows to export, and in which format.',
        closed({
          format: named('ExportFormat', 'The format of an export.', oneOf(['csv', 'xlsx'])),
          bom: Type.Optional(
            Type.Boolean({
              default: true,
              description:
                'For CSV: whether the file starts with a byte order mark, so that Excel reads it as UTF-8.',
            }),
          ),
          ids: Type.Optional(
            Type.Boolean({
              default: false,
              description:
                'Whether the file can be imported elsewhere with its links: links are written as own ids, and the last column, `External ID`, has the rows’ own ids. A row without an own id has its id there.',
            }),
          ),
          ...listingQuery,
        }),
      ),
      produces: [CSV_TYPE, XLSX_TYPE],
      refuses: ['unknown_column', ...viewAsRefusals],
    }),
    listSenders: operation({
      method: 'GET',
      path: `${base}/senders`,
      tag,
      access: 'workspace',
      scope: 'records:read',
      summary: 'List the senders of rows',
      description:
        'The names of the keys, forms, email addresses and hooks in `createdBy` and `updatedBy` of rows, including revoked and removed ones. Only admins get keys.',
      params: addressed(base, {}),
      answer: closed({ data: Type.Array(Sender) }),
    }),
  }
})
