import { createDeal } from '../domains/accounting/deals/deals.ts'
import { payDraw, requestDraw } from '../domains/accounting/draws/draws.ts'
import { collect, expect } from '../domains/accounting/postings/postings.ts'
import { holdSplit } from '../domains/accounting/splits/holds.ts'
import { createSplit } from '../domains/accounting/splits/splits.ts'
import type { Database } from '../platform/database/db.ts'
import type { Desk } from './people.ts'

/** Keeps the commission of the funded deal: four splits of different bases, half of it collected, one split held. */
export async function furnishMoney(
  db: Database,
  { marcus, priya }: Desk,
  [, , nguyen]: string[],
): Promise<void> {
  const inOne = <T>(step: Parameters<typeof db.withWorkspace<T>>[1]) =>
    db.withWorkspace(marcus, step)
  const deal = await inOne((tx) =>
    createDeal(tx, marcus, {
      name: 'Nguyen Dental: expansion',
      currency: 'USD',
      fundedMinor: 25_000_000,
      dealRowId: nguyen!,
    }),
  )
  const add = (split: Omit<Parameters<typeof createSplit>[2], 'dealId'>) =>
    inOne((tx) => createSplit(tx, marcus, { dealId: deal.id, ...split }))
  const broker = await add({
    partyKind: 'external',
    externalParty: 'Bay Brokers',
    basis: 'gross',
    sharePpm: 200_000,
    notes: 'Brought the deal.',
  })
  await add({
    partyKind: 'external',
    externalParty: 'Hill Referrals',
    basis: 'funded',
    sharePpm: 2_000,
  })
  await add({
    partyKind: 'external',
    externalParty: 'Lien Search Co',
    basis: 'flat',
    flatAmountMinor: 35_000,
  })
  const agent = await add({
    partyKind: 'crm_user',
    crmUserId: priya.crmUserId,
    basis: 'net',
    sharePpm: 300_000,
  })
  await inOne((tx) => expect(tx, marcus, deal.id, { amountMinor: 1_250_000 }))
  await inOne((tx) =>
    collect(tx, marcus, deal.id, { amountMinor: 700_001, reference: 'First half, by wire' }),
  )
  const draw = await inOne((tx) => requestDraw(tx, marcus, broker.id, { amountMinor: 100_000 }))
  await inOne((tx) => payDraw(tx, marcus, draw.id))
  await inOne((tx) => requestDraw(tx, marcus, broker.id, { amountMinor: 25_000 }))
  await inOne((tx) => holdSplit(tx, marcus, agent.id, { reason: 'The license is being renewed.' }))
}
