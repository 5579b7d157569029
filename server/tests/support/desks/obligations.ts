import type { Answer } from '../clients/client.ts'
import type { TestService } from '../service/service.ts'
import { type Desk, makeOwner } from './fixtures.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test knows what it reads
export type Obligation = Record<string, any>

const roles = ['owner', 'admin', 'manager', 'member', 'viewer'] as const

/** A desk of one seat, which acts in every role: quicker to make if roles do not matter. */
export async function makeLoneDesk(service: TestService, name = 'Desk'): Promise<Desk> {
  const { workspaceId, owner, crmUserId } = await makeOwner(service, name)
  const ofAll = <T>(value: T) => Object.fromEntries(roles.map((role) => [role, value])) as never
  return { workspaceId, tokens: ofAll(owner), seats: ofAll(crmUserId) }
}

/** What people of a desk do with its obligations. */
export function openObligations(service: TestService, desk: Desk) {
  const as =
    (role: keyof Desk['tokens']) =>
    (method: string, path: string, body?: unknown): Promise<Answer> =>
      service.api(method, `/v1/obligations${path}`, { token: desk.tokens[role], body })
  const member = as('member')
  const made = async (answer: Promise<Answer>, status = 201): Promise<Obligation> => {
    const { status: got, text, body } = await answer
    if (got !== status) throw new Error(`answered ${got}: ${text}`)
    return body.data
  }
  const document = async (documentType: string): Promise<number> => {
    const body = { name: 'Paper', documentType }
    const token = desk.tokens.member
    return (await made(service.api('POST', '/v1/documents', { token, body }))).id
  }
  return {
    as,
    member,
    document,
    /** Adds an obligation; a task by default. */
    add: (body: object = {}) =>
      made(member('POST', '', { title: 'Voided check', obligationType: 'task', ...body })),
    get: (id: number) => made(as('viewer')('GET', `/${id}`), 200),
    change: (id: number, body: object) => made(member('PATCH', `/${id}`, body), 200),
    /** As an admin, who can do all of it. */
    does: (id: number, verb: string, body?: object) =>
      made(as('admin')('POST', `/${id}/${verb}`, body)),
    history: async (id: number): Promise<Obligation[]> =>
      made(as('viewer')('GET', `/${id}/history`), 200) as never,
    /** Adds a row to the page of deals and returns its id. */
    row: async (): Promise<string> => {
      const token = desk.tokens.owner
      const row = { token, body: { cells: { deal: 'Acme' } } }
      return (await made(service.api('POST', '/v1/definitions/deals/rows', row))).id
    },
    events: (id: number) =>
      service.sql(
        `SELECT type, actor, data FROM events WHERE subject = $1 AND workspace_id = $2 ORDER BY xid, id`,
        [`obligation:${id}`, desk.workspaceId],
      ),
  }
}

export type Obligations = ReturnType<typeof openObligations>
