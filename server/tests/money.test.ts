// Random histories of money, compared with a model that calculates for itself. The soak runs a thousand of them.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Tx } from '../platform/database/tx.ts'
import { newSeed } from './scenarios/chance.ts'
import { type MoneyDesk, moneyRounds, watchMoney } from './scenarios/money.ts'
import { makeDesk } from './support/desks/fixtures.ts'
import { startService, type TestService } from './support/service/service.ts'

let service: TestService
let desk: MoneyDesk
beforeAll(async () => {
  service = await startService()
  desk = await openDesk(service)
})
afterAll(() => service.stop())

async function openDesk({ api, sql }: TestService): Promise<MoneyDesk> {
  const { tokens } = await makeDesk({ api })
  const made = { api, sql, token: tokens.manager }
  await watchMoney(made)
  return made
}

test('whatever several clients do at once, every figure is what the model says', async () => {
  const seed = newSeed()
  const lanes = await Promise.all(
    [0, 1, 2, 3].map((lane) => moneyRounds(desk, { seed: seed + lane, rounds: 15 })),
  )
  expect(
    lanes.flatMap(({ faults }) => faults),
    `seed ${seed}`,
  ).toEqual([])
  const kinds = ['commission_collected', 'clawback', 'reversal', 'draw_requested', 'draw_paid']
  for (const kind of [...kinds, 'draw_voided', 'deal_splits', 'deals']) {
    const posted = lanes.reduce((sum, lane) => sum + (lane.posted.get(kind) ?? 0), 0)
    expect(posted, kind).toBeGreaterThan(20)
  }
})

describe('is found out:', () => {
  const spoilt = (...texts: string[]) =>
    moneyRounds(desk, {
      seed: 7,
      rounds: 3,
      spoil: async ({ sql }, dealId) => {
        for (const text of texts) await sql(text, [dealId])
      },
    })

  test('a kept sum that is off by one', async () => {
    const { faults } = await spoilt(
      `UPDATE deal_splits SET collected_minor = collected_minor + 1
       WHERE id = (SELECT min(id) FROM deal_splits WHERE deal_id = $1)`,
    )
    expect(faults.join('\n')).toMatch(/split \d+: /)
  })

  test('a cent that fell to another, with all sums as they should be', async () => {
    const pick = (order: string) =>
      `(SELECT deal_split_id FROM deal_allocations WHERE deal_id = $1 AND position = 2
        ORDER BY deal_split_id ${order} LIMIT 1)`
    const { faults } = await spoilt(
      `UPDATE deal_allocations SET amount_minor = amount_minor - 1
       WHERE deal_id = $1 AND position = 2 AND deal_split_id = ${pick('ASC')}`,
      `UPDATE deal_allocations SET amount_minor = amount_minor + 1
       WHERE deal_id = $1 AND position = 2 AND deal_split_id = ${pick('DESC')}`,
    )
    expect(faults.join('\n')).toContain('parts: ')
  })

  test('an entry that was answered and never posted', async () => {
    const { faults } = await spoilt(
      "DELETE FROM money_steps WHERE deal_id = $1 AND row ->> 'position' = '2'",
    )
    expect(faults.join('\n')).toContain('posted: ')
  })

  test('a deal that is not locked while its money moves', async () => {
    const unlocked = await startService()
    const { db } = unlocked
    const { withWorkspace } = db
    db.withWorkspace = (scope, fn) =>
      withWorkspace.call(db, scope, (tx) => fn(withoutLocks(tx))) as never
    try {
      const { faults } = await moneyRounds(await openDesk(unlocked), { seed: 7, rounds: 10 })
      expect(faults).not.toEqual([])
    } finally {
      await unlocked.stop()
    }
  })
})

const withoutLocks = (tx: Tx): Tx => {
  const open = (text: string) => text.replace(/FOR UPDATE\s*$/, '')
  return {
    run: (text, values) => tx.run(open(text), values),
    runComposed: (...query) => tx.runComposed(...query),
    queue: (text, values) => tx.queue(open(text), values),
    send: () => tx.send(),
    bind: (workspaceId) => tx.bind(workspaceId),
    canWrite: tx.canWrite,
    showsWriters: tx.showsWriters,
    workspaceId: tx.workspaceId,
    definitionIds: tx.definitionIds,
  }
}
