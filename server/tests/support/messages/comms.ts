import { expect } from 'vitest'
import type { Medium } from '../../../../contract/comms/messages.ts'
import type { Role } from '../../../../shared/roles.ts'
import {
  type Received,
  receiveMessage,
} from '../../../domains/comms/receiving/storing/receiving.ts'
import type { TestService } from '../service/service.ts'

/** A workspace whose people write to clients. */
export interface CommsDesk {
  workspaceId: string
  tokens: Partial<Record<Role, string>>
}

let nth = 0
/** An address that has not received anything yet. */
export const freshAddress = (): string => `client${++nth}@funding.example`
export const freshNumber = (): string => `+1201${5_550_000 + ++nth}`
export const freshMailId = (): string => `<${crypto.randomUUID()}@funding.example>`

/** What a desk does with its conversations, by default as its owner. */
export function openComms(service: TestService, desk: CommsDesk, by: Role = 'owner') {
  const as =
    (role: Role) =>
    (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
      service.api(method, `/v1/comms/${path}`, { token: desk.tokens[role], body, headers })
  const api = as(by)
  /** Makes one thing, which must succeed. */
  const make = async (path: string, body?: object) => {
    const { status, body: answer, text } = await api('POST', path, body)
    expect(status, text).toBe(201)
    return answer.data
  }
  return {
    as,
    api,
    /** A thread without a message. */
    open: (medium: Medium, body: object = {}) =>
      make('conversations', {
        medium,
        address: medium === 'text' ? freshNumber() : freshAddress(),
        ...body,
      }),
    send: (medium: Medium, body: object = {}) =>
      make('send', {
        medium,
        to: medium === 'text' ? freshNumber() : freshAddress(),
        content: 'Hello',
        ...body,
      }),
    reply: (id: number, body: object) => make(`conversations/${id}/messages`, body),
    thread: async (id: number) => (await api('GET', `conversations/${id}`)).body.data,
    message: async (id: number) => (await api('GET', `messages/${id}`)).body.data,
    messages: async (id: number, query = '') =>
      (await api('GET', `conversations/${id}/messages?${query}`)).body.data,
    receive: (from: string, more: Partial<Received> = {}) =>
      service.db.withWorkspace(desk, (tx) =>
        receiveMessage(tx, {
          channelId: null,
          medium: from.startsWith('+') ? 'text' : 'email',
          from,
          content: 'Hello',
          externalId: freshMailId(),
          ...more,
        }),
      ),
    async upload(bytes: number, role = by): Promise<string> {
      const form = new FormData()
      form.set('file', new File([new Uint8Array(bytes)], 'paper.pdf', { type: 'application/pdf' }))
      const made = await service.api('POST', '/v1/files', { token: desk.tokens[role], body: form })
      expect(made.status, made.text).toBe(201)
      return made.body.data.id
    },
    /** Brings a delivery into a state that a worker and a provider could bring it to. */
    async bring(id: number, state: string, status: string): Promise<void> {
      const settled = ['sent', 'failed', 'cancelled', 'uncertain'].includes(state)
      await service.sql(
        `UPDATE message_deliveries SET state = $3, attempts = 8, next_attempt_at = NULL,
           error = CASE WHEN $3 = 'failed' THEN 'no such number' END,
           leased_until = CASE WHEN $3 = 'claimed' THEN (SELECT now() + interval '2 min') END,
           settled_at = CASE WHEN $4 THEN (SELECT now()) END
         WHERE workspace_id = $1 AND message_id = $2`,
        [desk.workspaceId, id, state, settled],
      )
      await service.sql('UPDATE messages SET status = $3 WHERE workspace_id = $1 AND id = $2', [
        desk.workspaceId,
        id,
        status,
      ])
    },
    /** The events with that subject, in order. Those of one change are sorted by type. */
    eventsOf: (subject: string) =>
      service.sql(
        `SELECT type, actor, data FROM events WHERE workspace_id = $1 AND subject = $2
         ORDER BY xid, type`,
        [desk.workspaceId, subject],
      ),
  }
}
