import type { Role } from '../../../../shared/roles.ts'
import type { TestService } from '../service/service.ts'

/** Anything that answers requests: the service in this process, or another process. */
export type Api = Pick<TestService, 'api'>

export interface Desk {
  workspaceId: string
  /** Access tokens by role; the owner made the workspace. */
  tokens: Record<Role, string>
  seats: Record<Role, number>
}

let signups = 0

/** A workspace with only its owner. */
export async function makeOwner(
  service: Api,
  name = 'Desk',
): Promise<{ workspaceId: string; owner: string; crmUserId: number; nth: number }> {
  const nth = ++signups
  const signup = await service.api('POST', '/v1/auth/signup', {
    body: {
      email: `owner${nth}@desk.example`,
      password: 'correct horse battery',
      name: 'Olga Owner',
      workspaceName: `${name} ${nth}`,
    },
  })
  if (signup.status !== 201) throw new Error(`sign-up answered ${signup.status}: ${signup.text}`)
  const { accessToken, seat, workspace } = signup.body.data
  return { workspaceId: workspace.id, owner: accessToken, crmUserId: seat.crmUserId, nth }
}

/** A workspace with one active seat of every role. */
export async function makeDesk(service: Api, name = 'Desk'): Promise<Desk> {
  const { workspaceId, owner, crmUserId, nth } = await makeOwner(service, name)
  const tokens = { owner } as Desk['tokens']
  const seats = { owner: crmUserId } as Desk['seats']
  for (const role of ['admin', 'manager', 'member', 'viewer'] as const) {
    const invited = await service.api('POST', '/v1/workspace/seats', {
      token: owner,
      body: { email: `${role}${nth}@desk.example`, role },
    })
    const link = new URL(invited.body.data.inviteUrl).pathname.split('/').at(-1)
    const accepted = await service.api('POST', `/v1/auth/invitations/${link}/accept`, {
      body: { name: `The ${role}`, password: 'correct horse battery' },
    })
    tokens[role] = accepted.body.data.accessToken
    seats[role] = accepted.body.data.seat.crmUserId
  }
  return { workspaceId, tokens, seats }
}

export interface NewColumn {
  name: string
  type: string
  key?: string
  required?: boolean
  unique?: boolean
  settings?: object
}

/** The color of a board follows from its key, which is random here; two worlds that are compared have the same one. */
const COLOR = 'blue'

/** A board with a key that has every scope. */
export async function makeBoard(
  service: Api,
  token: string,
  columns: NewColumn[],
  body: object = {},
): Promise<{ id: string; key: string; secret: string; keyId: string }> {
  // Without vowels, it is never a name that a test looks for.
  const suffix = crypto.randomUUID().slice(0, 8).replaceAll(/[ae]/g, '0')
  const board = await service.api('POST', '/v1/boards', {
    token,
    body: { name: `Board ${suffix}`, color: COLOR, columns, ...body },
  })
  if (board.status !== 201) throw new Error(`the board answered ${board.status}: ${board.text}`)
  const { id, key } = board.body.data
  const made = await service.api('POST', `/v1/boards/${id}/keys`, {
    token,
    body: { name: 'test', scopes: ['read', 'rows:write'] },
  })
  return { id, key, secret: made.body.data.secret, keyId: made.body.data.id }
}

/** A page with a key that has every scope. */
export async function makePage(
  service: Api,
  token: string,
  columns: NewColumn[],
  body: object = {},
): Promise<{ key: string; secret: string; keyId: string }> {
  const page = await service.api('POST', '/v1/definitions', {
    token,
    body: { name: `Page ${crypto.randomUUID().slice(0, 8)}`, color: COLOR, columns, ...body },
  })
  if (page.status !== 201) throw new Error(`the page answered ${page.status}: ${page.text}`)
  const { key } = page.body.data
  const made = await service.api('POST', `/v1/definitions/${key}/keys`, {
    token,
    body: { name: 'test', scopes: ['read', 'rows:write'] },
  })
  return { key, secret: made.body.data.secret, keyId: made.body.data.id }
}
