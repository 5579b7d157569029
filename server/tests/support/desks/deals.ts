import type { Answer } from '../clients/client.ts'
import type { TestService } from '../service/service.ts'
import type { Desk } from './fixtures.ts'

export type Deal = Awaited<ReturnType<typeof openDeal>>

/** The body of a split; of the house by default. */
export interface NewSplit {
  basis: 'gross' | 'funded' | 'flat' | 'net'
  sharePpm?: number
  flatAmountMinor?: number
  [party: string]: unknown
}

/** A deal with splits, and what people of every role can do with its money. */
export async function openDeal(
  service: Pick<TestService, 'api'>,
  desk: Pick<Desk, 'tokens'>,
  splits: readonly NewSplit[] = [],
  body: object = {},
) {
  const as =
    (role: keyof Desk['tokens']) =>
    (method: string, path: string, sent?: unknown): Promise<Answer> =>
      service.api(method, `/v1/accounting${path}`, { token: desk.tokens[role], body: sent })
  const made = async (path: string, sent: object) => {
    const { status, text, body } = await as('owner')('POST', path, sent)
    if (status !== 201) throw new Error(`${path} answered ${status}: ${text}`)
    return body.data
  }
  const { id } = await made('/deals', { name: 'Acme refinancing', currency: 'USD', ...body })
  const splitIds: number[] = []
  for (const split of splits) {
    const party = split.partyKind ? {} : { partyKind: 'house' }
    splitIds.push((await made('/deal-splits', { dealId: id, ...party, ...split })).id)
  }
  const post = (what: string, sent: object) => made(`/deals/${id}/${what}`, sent)
  return {
    id: id as number,
    path: `/deals/${id}`,
    splitIds,
    as,
    expect: (amountMinor: number) => post('expectations', { amountMinor }),
    collect: (amountMinor: number) => post('collections', { amountMinor }),
    clawBack: (amountMinor: number) => post('clawbacks', { amountMinor, reason: 'Charged back' }),
    reverse: (entryId: string) => made(`/entries/${entryId}/reverse`, {}),
    draw: (splitId: number, amountMinor: number) =>
      made(`/deal-splits/${splitId}/draws`, { amountMinor }),
    deal: async () => (await as('owner')('GET', `/deals/${id}`)).body.data,
    split: async (splitId: number) =>
      (await as('owner')('GET', `/deal-splits/${splitId}`)).body.data,
    /** One figure of each split, in the order in which they were added. */
    figures: async (name: string): Promise<number[]> => {
      const { data } = (await as('owner')('GET', `/deal-splits?dealId=${id}`)).body
      return data.map(
        ({ availability }: { availability: Record<string, number> }) => availability[name],
      )
    },
  }
}

/** The parts of an entry, the house's last. */
export const partsOf = (entry: { allocations: { amountMinor: number }[] }): number[] =>
  entry.allocations.map(({ amountMinor }) => amountMinor)
