import type { Answer } from '../clients/client.ts'
import type { Api, Desk } from './fixtures.ts'

type Tokens = Partial<Desk['tokens']>

export type Books = ReturnType<typeof openBooks>

/** What people of every role can do with the money of a desk. */
export function openBooks(service: Api, { tokens }: { tokens: Tokens }) {
  const as =
    (role: keyof Tokens) =>
    (method: string, path: string, body?: unknown): Promise<Answer> =>
      service.api(method, `/v1/accounting${path}`, { token: tokens[role], body })
  const manager = as('manager')
  /** The answer to a request that must succeed. */
  async function made(method: string, path: string, body?: object) {
    const answer = await manager(method, path, body)
    if (answer.status > 201) throw new Error(`${path} answered ${answer.status}: ${answer.text}`)
    return answer.body.data
  }
  return {
    as,
    made,
    deal: (body: object = {}): Promise<{ id: number }> =>
      made('POST', '/deals', { name: 'Acme', currency: 'USD', ...body }),
    split: (dealId: number, body: object): Promise<{ id: number }> =>
      made('POST', '/deal-splits', { dealId, ...body }),
    post: (dealId: number, what: string, amountMinor: number, more: object = {}) =>
      made('POST', `/deals/${dealId}/${what}`, { amountMinor, ...more }),
    get: (path: string) => made('GET', path),
    available: async (splitId: number) =>
      (await made('GET', `/deal-splits/${splitId}`)).availability,
  }
}
