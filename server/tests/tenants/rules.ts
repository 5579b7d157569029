import type { AnyOperation } from '../../../contract/language/operation.ts'
import { encodeCursor } from '../../platform/http/cursor.ts'
import { areas } from '../coverage/areas.ts'
import type { Rule } from '../coverage/foreign-ids.ts'
import type { Sent } from '../coverage/requests.ts'
import { NOBODY, NOTHING, placeOf } from '../coverage/subjects.ts'
import { idsOf, type World } from '../coverage/world.ts'
import type { IdSite } from './id-sites.ts'

const inBody = (sent: Sent, change: object): Sent => ({
  ...sent,
  body: { ...(sent.body as object), ...change },
})
const unknown = { missing: NOTHING, status: 400, code: 'unknown_reference' }

const workspace: Rule = {
  put: (sent, id) => inBody(sent, { workspaceId: id }),
  foreign: (theirs) => [theirs.desk.workspaceId],
  as: unknown,
}
const person = {
  foreign: (theirs: World) => [theirs.guest],
  as: { ...unknown, missing: NOBODY },
}
/** Columns may be named by their ids; on the ingest routes an unknown one is ignored, with a receipt. */
const column = { foreign: (theirs: World) => [theirs.board.column.id, theirs.page.column.id] }
const cells = (put: (sent: Sent, cells: object) => Sent): Rule[] => [
  { ...person, put: (sent, id) => put(sent, { agent: id }) },
  { ...column, put: (sent, id) => put(sent, { [id]: 'x' }) },
  // Rows that a cell links to, and files that it holds.
  {
    foreign: (theirs) => [theirs.page.rowId, theirs.board.rowId],
    as: { ...person.as, missing: NOTHING },
    put: (sent, id) => put(sent, { linked: [id] }),
  },
  {
    foreign: (theirs) => [theirs.things.fileId!],
    as: { ...person.as, missing: NOTHING },
    put: (sent, id) => put(sent, { papers: [id] }),
  },
]
const externalId = { foreign: (theirs: World) => [theirs.externalId] }

const rules: Record<string, Rule[]> = {
  'body.workspaceId': [workspace],
  'body.teamIds[]': [
    {
      put: (sent, id) => inBody(sent, { teamIds: [id] }),
      foreign: (theirs) => [theirs.teamId],
      as: unknown,
    },
  ],
  'body.escalationUserId': [
    {
      foreign: person.foreign,
      as: { ...unknown, missing: NOBODY },
      put: (sent, id) => inBody(sent, { escalationUserId: id }),
    },
  ],
  'body.cells': cells((sent, cells) => ({ ...sent, body: { cells } })),
  'body.rows[].cells': cells((sent, cells) => ({ ...sent, body: { rows: [{ cells }] } })),
  'body.rows[]': cells((sent, cells) => ({ ...sent, body: { rows: [cells] } })),
  'query.keyId': [
    {
      put: (sent, id) => ({ ...sent, query: { keyId: String(id) } }),
      foreign: (theirs, operation) => [placeOf(theirs, operation).keyId],
      as: { missing: NOTHING, status: 200 },
    },
  ],
  // A position in a list. It is one in our own list, wherever it was made.
  'query.cursor': [
    {
      put: (sent, id) => ({ ...sent, query: { cursor: encodeCursor([id]) } }),
      foreign: (theirs) => [...idsOf(theirs), theirs.guest, 0],
    },
  ],
  // The sender's own ids, separate in every page.
  'body.external_id': [
    {
      ...externalId,
      put: (sent, id) => inBody(sent, { external_id: id, onConflict: 'update' }),
    },
  ],
  'body.rows[].external_id': [
    {
      ...externalId,
      put: (sent, id) => {
        const row = { cells: (sent.body as { cells: object }).cells, external_id: id }
        return { ...sent, body: { rows: [row], onConflict: 'update' } }
      },
    },
  ],
  // Options and bounds. Columns that link to a definition are tried in the area of files.
  'body.settings': [],
  'body.columns[].settings': [],
}

/** The rules for a place of an operation, or else for the place alone; undefined if the table lacks it. */
export const rulesFor = ({ operationId }: AnyOperation, site: IdSite): Rule[] | undefined =>
  known(`${operationId} ${site}`) ?? known(site)

const known = (name: string): Rule[] | undefined =>
  rules[name] ?? areas.find((area) => area.rules?.[name])?.rules?.[name]
