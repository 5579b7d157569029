import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDeal } from '../../../tests/support/desks/deals.ts'
import { type Desk, makeDesk } from '../../../tests/support/desks/fixtures.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'

let service: TestService
let desk: Desk
beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
})
afterAll(() => service.stop())

const api = (role: keyof Desk['tokens'], method: string, path: string, body?: unknown) =>
  service.api(method, `/v1/accounting/deal-splits${path}`, { token: desk.tokens[role], body })

describe('a change', () => {
  test('affects future collections and what is pending, and nothing that was posted', async () => {
    const deal = await openDeal(service, desk, [
      { basis: 'gross', sharePpm: 500_000 },
      { basis: 'net', sharePpm: 1_000_000 },
    ])
    const [id] = deal.splitIds
    await deal.expect(3000)
    await deal.collect(1000)
    const before = await deal.split(id!)
    const changed = await api('manager', 'PATCH', `/${id}`, { sharePpm: 100_000, notes: 'Agreed' })
    expect(changed.status).toBe(200)
    expect(changed.body.data).toEqual({
      ...before,
      sharePpm: 100_000,
      notes: 'Agreed',
      updatedAt: expect.any(String),
      availability: { ...before.availability, pendingMinor: 200, entitledMinor: 700 },
      entitledByTermsMinor: null,
    })
    expect(await deal.split(id!)).toEqual(changed.body.data)
    expect(Date.parse(changed.body.data.updatedAt)).toBeGreaterThan(Date.parse(before.updatedAt))
    await deal.collect(1000)
    expect(await deal.figures('collectedMinor')).toEqual([600, 1400])
    const flat = await api('manager', 'PATCH', `/${id}`, { basis: 'flat', flatAmountMinor: 750 })
    expect(flat.body.data).toMatchObject({
      basis: 'flat',
      sharePpm: null,
      flatAmountMinor: 750,
      notes: 'Agreed',
    })
    await deal.collect(1000)
    expect(await deal.figures('collectedMinor')).toEqual([750, 2250])
    const [event] = await service.sql(
      "SELECT actor, data FROM events WHERE type = 'deal_split.updated' AND subject = $1 LIMIT 1",
      [`deal_split:${id}`],
    )
    expect(event.data).toEqual({ dealId: deal.id, dealSplitId: id })
  })

  test('can only set the field of the basis, and a new basis needs its field', async () => {
    const deal = await openDeal(service, desk, [
      { basis: 'gross', sharePpm: 500_000 },
      { basis: 'flat', flatAmountMinor: 5 },
    ])
    const [gross, flat] = deal.splitIds
    const path = async (id: unknown, body: object) => {
      const refused = await api('owner', 'PATCH', `/${id}`, body)
      expect([refused.status, refused.body.code]).toEqual([400, 'invalid_request'])
      return refused.body.issues[0].path
    }
    expect(await path(gross, { flatAmountMinor: 5 })).toBe('body.flatAmountMinor')
    expect(await path(flat, { sharePpm: 5 })).toBe('body.sharePpm')
    expect(await path(flat, { basis: 'gross' })).toBe('body.sharePpm')
    expect(await path(gross, { basis: 'net' })).toBe('body.sharePpm')
    expect(await path(gross, { basis: 'flat' })).toBe('body.flatAmountMinor')
    // Refused before the split is looked up.
    expect(await path(2_000_000_000, { basis: 'flat', sharePpm: 5 })).toBe('body.sharePpm')
    expect(await path(2_000_000_000, { sharePpm: 5, flatAmountMinor: 5 })).toBe(
      'body.flatAmountMinor',
    )
    expect((await api('owner', 'PATCH', `/${gross}`, {})).status).toBe(400)
    expect((await api('owner', 'PATCH', `/${gross}`, { held: true })).status).toBe(400)
    expect((await api('member', 'PATCH', `/${gross}`, { notes: 'x' })).status).toBe(403)
    const same = await api('owner', 'PATCH', `/${gross}`, { basis: 'gross', notes: null })
    expect(same.body.data).toMatchObject({ basis: 'gross', sharePpm: 500_000, notes: null })
  })

  test('cannot change the party of a split, whether it exists or not', async () => {
    const deal = await openDeal(service, desk, [{ basis: 'gross', sharePpm: 500_000 }])
    for (const id of [deal.splitIds[0], 2_000_000_000]) {
      for (const field of ['partyKind', 'accountId', 'crmUserId', 'externalParty']) {
        for (const value of ['house', 5, null, {}]) {
          const refused = await api('owner', 'PATCH', `/${id}`, { [field]: value, notes: 'x' })
          expect([refused.status, refused.body.code]).toEqual([400, 'party_is_fixed'])
          expect(refused.body.issues[0].path).toBe(`body.${field}`)
        }
      }
    }
    expect((await deal.split(deal.splitIds[0]!)).notes).toBe(null)
  })

  test('of a retired split is refused, even of its notes', async () => {
    const deal = await openDeal(service, desk, [{ basis: 'gross', sharePpm: 500_000 }])
    const [id] = deal.splitIds
    await deal.expect(100)
    await api('owner', 'POST', `/${id}/deactivate`, { reason: 'Left' })
    for (const body of [{ notes: 'x' }, { sharePpm: 5 }]) {
      const refused = await api('owner', 'PATCH', `/${id}`, body)
      expect([refused.status, refused.body.code]).toEqual([409, 'split_inactive'])
    }
    expect((await deal.split(id!)).availability.pendingMinor).toBe(0)
  })
})
