import { ingestOperations as ingest } from '../../../contract/ingest/ingest.ts'
import type { AnyOperation } from '../../../contract/language/operation.ts'
import { operationGroups } from '../../../contract/operations.ts'
import { authOperations as auth } from '../../../contract/workspaces/auth.ts'
import { workspaceOperations as workspace } from '../../../contract/workspaces/workspace.ts'
import type { Answer, ApiOptions } from '../support/clients/client.ts'
import { type Form, formOf } from '../support/desks/imports.ts'
import type { TestServer } from '../support/service/service.ts'
import { openToken } from '../support/service/tokens.ts'
import { areas } from './areas.ts'
import { PASSWORD, type Place, type World } from './world.ts'

const { boards, definitions } = operationGroups

/** One request of an operation, before it is put on the wire. */
export interface Sent {
  params?: Record<string, string | number>
  query?: Record<string, string>
  /** For an upload, the parts of its form. */
  body?: unknown
  token?: string | undefined
  /** The client's address. */
  from?: string
  /** For a body that is not JSON. */
  headers?: Record<string, string>
}

/** Makes a request that will succeed, and what it needs beforehand. Can be called any number of times. */
export type Good = (world: World) => Sent | Promise<Sent>

let made = 0
const another = (what: string): string => `${what}-${++made}`
/** An address from which no sign-in has failed. */
export const freshAddress = (): string => `10.${++made >> 8}.${made & 255}.7`

export async function send(
  server: Pick<TestServer, 'api'>,
  operation: AnyOperation,
  { params = {}, query = {}, ...sent }: Sent,
  more: Partial<ApiOptions> = {},
): Promise<Answer> {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name) => String(params[name]))
  const search = new URLSearchParams(query).toString()
  const body = takesForm(operation, sent.body) ? formOf(sent.body as Form) : sent.body
  return server.api(operation.method, search ? `${path}?${search}` : path, {
    ...sent,
    body,
    ...more,
  })
}

/** Whether a body is sent as a form. If it may also be JSON, it is a form if it has a file. */
export const takesForm = ({ upload }: AnyOperation, body: unknown): boolean =>
  upload === true ||
  (upload === 'or json' && typeof body === 'object' && body !== null && 'file' in body)

const asOwner =
  (rest: Sent = {}): Good =>
  ({ owner }) => ({ token: owner, ...rest })

async function session({ service, desk }: World, role: 'owner' | 'admin' = 'owner') {
  return openToken(service, desk.workspaceId, desk.seats[role])
}

/** Makes a seat that waits for its person. Returns it with the token in its link. */
export async function invited(
  world: World,
  role: 'member' | 'viewer' = 'viewer',
): Promise<{ crmUserId: number; link: string }> {
  const { data } = (
    await world.service.api('POST', '/v1/workspace/seats', {
      token: world.owner,
      body: { email: `${another('guest')}@desk.example`, role },
    })
  ).body
  return { crmUserId: data.crmUserId, link: new URL(data.inviteUrl).pathname.split('/').at(-1)! }
}

/** Somebody who just joined the desk. */
async function newcomer(world: World): Promise<{ email: string; token: string }> {
  const { link } = await invited(world, 'member')
  const { data } = (
    await world.service.api('POST', `/v1/auth/invitations/${link}/accept`, {
      from: freshAddress(),
      body: { name: 'Nell Newcomer', password: PASSWORD },
    })
  ).body
  return { email: data.account.email, token: data.accessToken }
}

/** The owner of another, new workspace. */
export async function founder(
  world: World,
): Promise<{ email: string; name: string; token: string }> {
  const email = `${another('founder')}@desk.example`
  const name = another('Desk')
  const { data } = (
    await world.service.api('POST', '/v1/auth/signup', {
      from: freshAddress(),
      body: { email, password: PASSWORD, name: 'Fay Founder', workspaceName: name },
    })
  ).body
  return { email, name, token: data.accessToken }
}

const ofAccounts: [AnyOperation, Good][] = [
  [
    auth.signUp,
    () => ({
      from: freshAddress(),
      body: {
        email: `${another('founder')}@desk.example`,
        password: PASSWORD,
        name: 'Fay Founder',
        workspaceName: 'Another desk',
      },
    }),
  ],
  [
    auth.signIn,
    (world) => ({
      from: freshAddress(),
      body: { email: world.ownerEmail, password: PASSWORD, workspaceId: world.desk.workspaceId },
    }),
  ],
  [
    auth.acceptInvitation,
    async (world) => ({
      from: freshAddress(),
      params: { token: (await invited(world)).link },
      body: { name: 'Gil Guest', password: PASSWORD },
    }),
  ],
  [auth.getSession, asOwner()],
  [auth.updateAccount, asOwner({ body: { name: 'Olga Owner' } })],
  [auth.signOut, async (world) => ({ token: (await session(world)).token })],
  [
    auth.switchWorkspace,
    async (world) => ({
      token: (await session(world)).token,
      body: { workspaceId: world.desk.workspaceId },
    }),
  ],
  [auth.listSessions, asOwner()],
  [
    auth.endSession,
    async (world) => ({
      token: world.owner,
      params: { id: (await session(world)).sessionId },
    }),
  ],
  [
    auth.changePassword,
    (world) => ({
      token: world.desk.tokens.admin,
      from: freshAddress(),
      body: { currentPassword: PASSWORD, newPassword: PASSWORD },
    }),
  ],
  [
    auth.eraseAccount,
    async (world) => {
      const { email, token } = await newcomer(world)
      return { token, from: freshAddress(), body: { email, password: PASSWORD } }
    },
  ],
  [
    workspace.deleteWorkspace,
    async (world) => {
      const { token, name } = await founder(world)
      return { token, from: freshAddress(), body: { name, password: PASSWORD } }
    },
  ],
  [workspace.getWorkspace, asOwner()],
  [workspace.updateWorkspace, asOwner({ body: { region: 'US' } })],
  [workspace.listSeats, asOwner()],
  [
    workspace.inviteSeat,
    ({ owner, teamId }) => ({
      token: owner,
      body: { email: `${another('new')}@desk.example`, role: 'member', teamIds: [teamId] },
    }),
  ],
  [
    workspace.getSeat,
    ({ owner, desk }) => ({ token: owner, params: { crmUserId: desk.seats.viewer } }),
  ],
  [
    workspace.updateSeat,
    ({ owner, desk, teamId }) => ({
      token: owner,
      params: { crmUserId: desk.seats.viewer },
      body: { name: 'Vic Viewer', teamIds: [teamId] },
    }),
  ],
  [
    workspace.removeSeat,
    async (world) => ({
      token: world.owner,
      params: { crmUserId: (await invited(world)).crmUserId },
    }),
  ],
  [workspace.listTeams, asOwner()],
  [workspace.createTeam, ({ owner }) => ({ token: owner, body: { name: another('Team') } })],
  [workspace.getTeam, ({ owner, teamId }) => ({ token: owner, params: { id: teamId } })],
  [
    workspace.updateTeam,
    ({ owner, teamId }) => ({
      token: owner,
      params: { id: teamId },
      body: { name: another('Team') },
    }),
  ],
  [
    workspace.deleteTeam,
    async ({ owner, service }) => {
      const team = await service.api('POST', '/v1/workspace/teams', {
        token: owner,
        body: { name: another('Team') },
      })
      return { token: owner, params: { id: team.body.data.id } }
    },
  ],
]

/** The routes that boards and pages share. */
function ofPlaces(
  op: typeof boards | typeof definitions,
  base: (place: Place) => { params: Record<string, string>; path: string },
  placeIn: (world: World) => Place,
): [AnyOperation, Good][] {
  const at =
    (rest: (place: Place) => Sent): Good =>
    (world) => {
      const place = placeIn(world)
      const { params, ...sent } = rest(place)
      return { token: world.owner, params: { ...base(place).params, ...params }, ...sent }
    }
  /** Like `at`, for a thing that a request makes first. */
  const ofNew =
    (collection: string, body: () => object, param: string, sent: Sent = {}): Good =>
    async (world) => {
      const place = placeIn(world)
      const { params, path } = base(place)
      const thing = await world.service.api('POST', `${path}/${collection}`, {
        token: world.owner,
        body: body(),
      })
      return { ...sent, token: world.owner, params: { ...params, [param]: thing.body.data.id } }
    }
  const newColumn = () => ({ name: another('Column'), type: 'text' })
  const newKey = () => ({ name: 'A form', scopes: ['rows:write'] })
  return [
    [op.get, at(() => ({}))],
    [op.update, at(() => ({ body: { description: 'Where leads come in.' } }))],
    [
      op.remove,
      async (world) => {
        const place = placeIn(world)
        const isBoard = place === world.board
        const { data } = (
          await world.service.api('POST', isBoard ? '/v1/boards' : '/v1/definitions', {
            token: world.owner,
            body: { name: 'Short-lived' },
          })
        ).body
        return { token: world.owner, params: base(data).params }
      },
    ],
    [op.listColumns, at(() => ({}))],
    [op.createColumn, at(() => ({ body: newColumn() }))],
    [op.getColumn, at(({ column }) => ({ params: { column: column.id } }))],
    [
      op.updateColumn,
      at(({ column }) => ({ params: { column: column.id }, body: { description: 'As filed.' } })),
    ],
    [op.removeColumn, ofNew('columns', newColumn, 'column')],
    [op.listRows, at(() => ({}))],
    [op.createRows, at(({ column }) => ({ body: { cells: { [column.key]: 'Acme' } } }))],
    [op.getRow, at(({ rowId }) => ({ params: { rowId } }))],
    [op.listKeys, at(() => ({}))],
    [op.createKey, at(() => ({ body: newKey() }))],
    [op.updateKey, ofNew('keys', newKey, 'keyId', { body: { name: 'Another form' } })],
    [op.rotateKey, ofNew('keys', newKey, 'keyId')],
    [op.revokeKey, ofNew('keys', newKey, 'keyId')],
    [op.keyGuide, at(({ keyId }) => ({ params: { keyId } }))],
    [op.listReceipts, at(({ keyId }) => ({ query: { keyId } }))],
    [op.countReceipts, at(({ keyId }) => ({ query: { keyId } }))],
  ]
}

const ofKeys = (place: (world: World) => Place, body?: (place: Place) => object): Good =>
  function write(world) {
    const { secret } = place(world)
    return { token: secret, ...(body ? { body: body(place(world)) } : {}) }
  }
const board = (world: World) => world.board
const page = (world: World) => world.page
const cells = ({ column }: Place) => ({ [column.key]: 'Acme' })

const all: [AnyOperation, Good][] = [
  ...ofAccounts,
  [boards.list, asOwner()],
  [boards.create, ({ owner }) => ({ token: owner, body: { name: another('Board') } })],
  [definitions.list, asOwner()],
  [definitions.create, ({ owner }) => ({ token: owner, body: { name: another('Page') } })],
  ...ofPlaces(boards, ({ id }) => ({ params: { id }, path: `/v1/boards/${id}` }), board),
  ...ofPlaces(
    definitions,
    ({ key }) => ({ params: { key }, path: `/v1/definitions/${key}` }),
    page,
  ),
  [ingest.readBoard, ofKeys(board)],
  [ingest.readPage, ofKeys(page)],
  [ingest.writeRows, ofKeys(board, (place) => ({ cells: cells(place) }))],
  [
    ingest.writeRecords,
    ofKeys(page, (place) => ({ cells: cells(place), external_id: another('form') })),
  ],
  [ingest.uploadFile, ofKeys(page, () => ({ file: 'some bytes' }))],
]

const own = new Map(all.map(([operation, good]) => [operation.operationId, good]))

/** What makes an operation's good request; every one needs it. The areas are read late: they import this file. */
export const goodOf = ({ operationId }: AnyOperation): Good | undefined =>
  own.get(operationId) ??
  areas
    .flatMap(({ good }) => good)
    .find(([operation]) => operation.operationId === operationId)?.[1]

export function goodRequest(world: World, operation: AnyOperation): Sent | Promise<Sent> {
  const good = goodOf(operation)
  if (!good) throw new Error(`${operation.operationId} has no request that succeeds`)
  return good(world)
}
