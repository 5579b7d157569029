import { agreementOperations as agreements } from '../../../contract/agreements/agreements.ts'
import { channelOperations as channels } from '../../../contract/comms/channels.ts'
import { conversationOperations as conversations } from '../../../contract/comms/conversations.ts'
import type { AnyOperation } from '../../../contract/language/operation.ts'
import { boardOperations as boards } from '../../../contract/records/definitions.ts'
import { authOperations as auth } from '../../../contract/workspaces/auth.ts'
import { workspaceOperations as workspace } from '../../../contract/workspaces/workspace.ts'
import { goodRequest, type Sent } from '../coverage/requests.ts'
import { PASSWORD, type Place, type World } from '../coverage/world.ts'
import { ask, baseOf } from './reader.ts'

// What a reader of the reference puts into an example because it is their own: the ids of their things, their password,
// the version that they have read. The rest is sent as it is written.

type Members = Record<string, unknown>

/** An operation's example, sent by somebody who has what it is about. */
export async function requestOf(
  world: World,
  name: string,
  operation: AnyOperation,
): Promise<Sent & { body: Members }> {
  const example = operation.example as Members
  const make = ownValues[name]
  if (!make) {
    const good = await goodRequest(world, operation)
    return { ...good, body: withIds(example, good.body) as Members }
  }
  const { body, ...own } = await make(world, example)
  return { token: world.owner, ...own, body: { ...example, ...(body as Members) } }
}

/** The example with the ids of another body in the place of its own. */
function withIds(example: unknown, own: unknown, name = ''): unknown {
  if (isId(example, name)) return own ?? example
  if (Array.isArray(example)) {
    const items = Array.isArray(own) ? own : []
    const isOfIds = example.every((one) => isId(one, name))
    return isOfIds ? items : example.map((one, i) => withIds(one, items[i], name))
  }
  if (typeof example !== 'object' || example === null) return example
  return Object.fromEntries(
    Object.entries(example).map(([key, value]) => [
      key,
      withIds(value, (own as Members | undefined)?.[key], key),
    ]),
  )
}

const isId = (value: unknown, name: string): boolean =>
  typeof value === 'number' ? /I[dD]$/.test(name) : /^[0-9a-f]{8}-[0-9a-f]{4}-7/.test(String(value))

/** Makes what an example is about, and the members of it that are the reader's own. */
type MakeOwn = (world: World, example: Members) => Promise<Omit<Sent, 'body'> & { body?: Members }>

/** A request of which every member is the sender's own. */
const own = async (world: World, operation: AnyOperation) => {
  const { body, ...sent } = await goodRequest(world, operation)
  return { ...sent, body: body as Members }
}

/** Both for boards and for pages. */
const ofPlaces = (
  make: Record<string, (world: World, place: Place, example: Members) => ReturnType<MakeOwn>>,
): [string, MakeOwn][] =>
  Object.entries(make).flatMap(([name, of]) => [
    [`boards.${name}`, (world: World, example: Members) => of(world, world.board, example)],
    [`definitions.${name}`, (world: World, example: Members) => of(world, world.page, example)],
  ]) as [string, MakeOwn][]

const at = ({ id, key }: Place, more: Record<string, string> = {}) => ({ id, key, ...more })

/** Adds a row whose stage is New, changed so often. */
async function addRow(world: World, place: Place, changes = 0): Promise<string> {
  const rows = `${baseOf(world, place)}/rows`
  const { id } = await ask(world, 'POST', rows, { cells: { business: 'Acme', stage: 'New' } })
  for (let n = 0; n < changes; n++) {
    await ask(world, 'PATCH', `${rows}/${id}`, { cells: { notes: `Called ${n}` } })
  }
  return id
}

/** Adds a deal with collected money, all of which one split has. */
async function addDeal(world: World): Promise<{ dealId: number; splitId: number }> {
  const post = (path: string, body: object) => ask(world, 'POST', `/v1/accounting/${path}`, body)
  const { id: dealId } = await post('deals', { name: 'Loan', currency: 'USD' })
  const split = { dealId, partyKind: 'house', basis: 'gross', sharePpm: 1_000_000 }
  const { id: splitId } = await post('deal-splits', split)
  await post(`deals/${dealId}/collections`, { amountMinor: 200_000 })
  return { dealId, splitId }
}

const addLeads = (world: World, count: number): Promise<string[]> =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const cells = { business: 'Acme' }
      return (await ask(world, 'POST', '/v1/definitions/leads/rows', { cells })).id as string
    }),
  )

async function addFile({ service, owner }: World): Promise<string> {
  const body = new FormData()
  body.set('file', file)
  return (await service.api('POST', '/v1/files', { token: owner, body })).body.data.id
}

/** A time that is still to come, where one that passes is refused. */
const inAMonth = (): string => new Date(Date.now() + 30 * 24 * 60 * 60_000).toISOString()

const TASK = { title: 'Send the statement', obligationType: 'stipulation' }
const LINK = { name: 'October', documentType: 'bank_statement', url: 'https://example.com/10' }

/** A file of an import, with the headers that its mapping names. */
const file = new File(['Company,Mobile\nBay Cafe,(415) 555-0142\n'], 'contacts.csv')

export const ownValues: Record<string, MakeOwn | undefined> = Object.fromEntries([
  ...ofPlaces({
    // It has all columns of the board that the example of boards.create makes.
    reorderColumns: async (world, place) => {
      const path = place === world.board ? '/v1/boards' : '/v1/definitions'
      return { params: at(await ask(world, 'POST', path, boards.create.example)) }
    },
    updateRow: async (world, place) => ({
      params: at(place, { rowId: await addRow(world, place, 2) }),
    }),
    updateRows: async (world, place, { rows }) => {
      const ids = [await addRow(world, place), await addRow(world, place, 1)]
      return {
        params: at(place),
        body: { rows: (rows as Members[]).map((row, i) => ({ ...row, id: ids[i] })) },
      }
    },
    revertCell: async (world, place) => {
      const rowId = await addRow(world, place)
      const row = `${baseOf(world, place)}/rows/${rowId}`
      await ask(world, 'PATCH', row, { cells: { stage: 'Lost' } })
      const [{ id: entryId }] = await ask(world, 'GET', `${row}/history`)
      return { params: at(place, { rowId, entryId }) }
    },
    importFile: async ({ board }, place) => ({
      body: { file, ...(place === board && { boardId: board.id }) },
    }),
    previewImport: async ({ board }, place) => ({
      body: { file, ...(place === board && { boardId: board.id }) },
    }),
  }),
  ...Object.entries<MakeOwn>({
    'auth.confirmPasswordReset': async (world) => {
      const { token } = (await goodRequest(world, auth.confirmPasswordReset)).body as Members
      return { body: { token } }
    },
    'auth.changePassword': async ({ desk }) => ({
      token: desk.tokens.admin,
      body: { currentPassword: PASSWORD },
    }),
    'auth.eraseAccount': (world) => own(world, auth.eraseAccount),
    'workspace.deleteWorkspace': (world) => own(world, workspace.deleteWorkspace),
    'conversations.update': async (world) => {
      const { params } = await goodRequest(world, conversations.update)
      return { params, body: { snoozed_until: inAMonth() } }
    },
    'files.create': async () => ({ body: { file } }),
    'ingest.uploadFile': async ({ page }) => ({ token: page.secret, body: { file } }),
    'obligations.submit': async (world) => ({
      params: { id: (await ask(world, 'POST', '/v1/obligations', TASK)).id },
      body: { documentId: (await ask(world, 'POST', '/v1/documents', LINK)).id },
    }),
    'documents.create': async (world) => ({ body: { fileId: await addFile(world) } }),
    'accounting.clawBack': async (world) => ({ params: { id: (await addDeal(world)).dealId } }),
    'accounting.draw': async (world) => ({ params: { id: (await addDeal(world)).splitId } }),
    'accounting.deactivate': async (world, { successor }) => ({
      params: { id: (await addDeal(world)).splitId },
      body: { successor: { ...(successor as Members), crmUserId: world.guest } },
    }),
    'agreements.sign': async (world) => {
      const { params, body } = await goodRequest(world, agreements.sign)
      const { version, documentHash } = body as Members
      return { params, body: { version, documentHash } }
    },
    'conversations.sendMany': async (world, { recipients }) => {
      const rows = await addLeads(world, 2)
      return {
        body: {
          recipients: (recipients as Members[]).map((one, i) => ({ ...one, row_id: rows[i] })),
        },
      }
    },
    'templates.previewWords': async (world) => ({
      body: { row_id: (await addLeads(world, 1))[0] },
    }),
    'channels.update': async (world) => {
      const path = '/v1/comms/channels'
      const example = channels.create.example as { name: string }
      const made: { id: string; name: string }[] = await ask(world, 'GET', path)
      const { id } =
        made.find(({ name }) => name === example.name) ?? (await ask(world, 'POST', path, example))
      return { params: { id } }
    },
  }),
])
