import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDeal } from '../../server/tests/support/desks/deals.ts'
import { join } from '../../server/tests/support/desks/people.ts'
import { paths } from '../paths.ts'
import { startApp, type TestedApp } from './support/app.ts'
import { startDemo, type TestedDemo } from './support/demo.ts'

describe('in the demo workspace', () => {
  let app: TestedDemo
  /** The funded deal and its record, as the manager sees them. */
  let deal: { id: number; dealRowId: string }
  beforeAll(async () => {
    app = await startDemo()
    ;[deal] = (await app.marcus.api('GET', '/v1/accounting/deals')).body.data
  })
  afterAll(() => app.stop())

  /** Amounts that are not Priya's: totals, the house, the others. */
  const others = ['7,000.01', '12,500', '250,000', '3,325.01', '1,400', '350', '500']
  const seenOn = async (page: Page) => {
    const text = (await page.locator('body').innerText()).replace(/\s+/g, ' ')
    return others.filter((amount) => new RegExp(`\\$${amount}(?:\\.00)?(?![\\d,.]*\\d)`).test(text))
  }

  test('Priya sees her own split and its figures, and nobody else’s', async () => {
    const page = await app.openAs(app.priya, paths.deals())
    await page.getByRole('region', { name: 'Deals' }).getByText('$1,425').first().waitFor()
    expect(await seenOn(page)).toEqual([])
    expect(await page.getByRole('button', { name: 'Start commissions' }).count()).toBe(0)

    await page.getByRole('link', { name: 'Nguyen Dental: expansion' }).first().click()
    await page.getByRole('tab', { name: 'Your splits' }).waitFor()
    await page.getByRole('button', { name: 'Received of Priya Nair: $1,425' }).waitFor()
    expect(await seenOn(page)).toEqual([])
    for (const name of ['Bay Brokers', 'The house', 'Record collection', 'Add split', '$0.00 of']) {
      expect(await page.getByText(name).count(), name).toBe(0)
    }
    await page.getByRole('button', { name: 'Actions for Priya Nair’s split' }).click()
    await expect
      .poll(() => page.getByRole('menuitem').allTextContents())
      .toEqual(['Figures and draws'])
    await page.getByRole('menuitem', { name: 'Figures and draws' }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('button', { name: /^Pending/ }).click()
    await page.getByText(/what the deal still expects/).waitFor()
    expect(await seenOn(page)).toEqual([])
    await page.getByRole('button', { name: 'Close' }).click()

    await page.getByRole('tab', { name: 'Ledger' }).click()
    await page.getByRole('columnheader', { name: 'Your part' }).waitFor()
    await expect
      .poll(() => page.getByRole('region', { name: 'Ledger' }).getByRole('row').count())
      .toBe(2)
    expect(await seenOn(page)).toEqual([])

    // The same in the tab of the deal's record.
    await page.goto(paths.recordCommissions('deals', deal.dealRowId))
    const record = page.getByRole('complementary', { name: 'Record' })
    await record.getByRole('button', { name: 'Received of Priya Nair: $1,425' }).waitFor()
    expect(await seenOn(page)).not.toContain('7,000.01')
    expect(await record.getByText('The house').count()).toBe(0)

    await page.goto(`${paths.record('deals', deal.dealRowId)}`)
    await page.getByText('(your part)').waitFor()
    expect(await seenOn(page)).not.toContain('7,000.01')
  })

  test('a viewer without a split sees no money, and members see none if it is for managers only', async () => {
    const viewer = await join(app, app.dana, 'viewer')
    const page = await app.openAs(viewer, paths.deals(), { refusals: [404] })
    await page.getByText('You have no splits yet').waitFor()
    expect(await seenOn(page)).toEqual([])
    await page.goto(paths.deal(deal.id))
    await page.getByText('There is nothing here').waitFor()

    await app.dana.api('PATCH', '/v1/workspace', { body: { moneyVisibleTo: 'managers' } })
    await page.goto(paths.deals())
    await page.getByText('Only managers see commissions here').waitFor()
    await page.getByRole('link', { name: 'Commissions' }).waitFor({ state: 'detached' })
    await page.goto(paths.recordCommissions('deals', deal.dealRowId))
    await page.getByRole('region', { name: 'Details' }).waitFor()
    expect(await page.getByRole('tab', { name: 'Commissions' }).count()).toBe(0)
  })
})

describe('in a workspace older than the choice', () => {
  let app: TestedApp
  beforeAll(async () => {
    app = await startApp()
    await app.sql('UPDATE workspaces SET money_visible_to = NULL')
    await openDeal(app, { tokens: { owner: app.owner.token } as never })
  })
  afterAll(() => app.stop())

  test('managers are told that everyone sees all money, until the owner chooses', async () => {
    const manager = await app.join('manager')
    const notice = 'Everyone in this workspace can see everyone’s commission'
    const theirs = await app.openAs(manager, paths.deals())
    await theirs.getByText(notice).waitFor()
    await theirs.getByText('Olga Owner can change this in Settings.').waitFor()

    const member = await app.openAs(await app.join('member'), paths.deals())
    await member.getByRole('region', { name: 'Deals' }).waitFor()
    expect(await member.getByText(notice).count()).toBe(0)

    const mine = await app.open(paths.deals())
    await mine.getByText(notice).waitFor()
    await mine.getByRole('link', { name: 'Choose who sees commissions' }).click()
    const choice = mine.getByRole('radiogroup', { name: 'Who sees commissions' })
    expect(await choice.getByRole('radio', { checked: true }).count()).toBe(0)
    await choice.getByText('Everyone', { exact: true }).click()
    await mine.getByRole('button', { name: 'Save' }).click()
    await mine.getByText(notice).waitFor({ state: 'detached' })
    expect((await app.owner.api('GET', '/v1/workspace')).body.data).toMatchObject({
      moneyVisibleTo: 'everyone',
      moneyVisibilityUndecided: false,
    })

    await theirs.reload()
    await theirs.getByRole('region', { name: 'Deals' }).waitFor()
    expect(await theirs.getByText(notice).count()).toBe(0)
  })
})

test('somebody with more splits than one request reads sees the sums of all', async () => {
  const app = await startApp()
  try {
    const member = await app.join('member', 'Ray Rep')
    const split = { partyKind: 'crm_user', crmUserId: member.crmUserId, basis: 'flat' } as const
    const tokens = { owner: app.owner.token } as never
    const body = { name: 'Many' }
    const many = await openDeal(app, { tokens }, [{ ...split, flatAmountMinor: 1_00 }], body)
    const last = await openDeal(app, { tokens }, [], { name: 'Last' })
    // A split through the API reads all others of its deal, so most are copies.
    await app.sql(`INSERT INTO deal_splits SELECT (s).* FROM (
      SELECT jsonb_populate_record(one, jsonb_build_object('id', 10000 + n)) AS s
      FROM deal_splits one, generate_series(1, 999) n WHERE one.id = ${many.splitIds[0]}) copies`)
    const made = await app.owner.api('POST', '/v1/accounting/deal-splits', {
      body: { dealId: last.id, ...split, flatAmountMinor: 7_00 },
    })
    expect(made.status).toBe(201)
    await many.collect(1_000_00)
    await last.collect(7_00)
    const page = await app.openAs(member, paths.deals())
    const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) })
    await expect.poll(() => row('Many').innerText()).toMatch(/\$1,000/)
    await expect.poll(() => row('Last').innerText()).toMatch(/\$7/)
  } finally {
    await app.stop()
  }
})
