import { afterAll, beforeAll, expect, test } from 'vitest'
import { outboundTargets } from '../../server/platform/config.parsers.ts'
import { paths } from '../paths.ts'
import { startApp, type TestedApp } from './support/app.ts'

let app: TestedApp

beforeAll(async () => {
  app = await startApp({ outbound: { allow: outboundTargets('127.0.0.1') } })
  await app.owner.api('POST', '/v1/comms/channels', {
    body: {
      name: 'Desk mail',
      medium: 'email',
      provider: 'smtp',
      from: 'desk@bay.example',
      settings: { host: '127.0.0.1', port: 2525, security: 'none' },
    },
  })
})
afterAll(() => app.stop())

test('viewers and members are offered nothing that is for admins, and read no keys', async () => {
  const page = await app.openAs(await app.join('viewer'), paths.conversations())
  await page.getByText('Choose one from the list.', { exact: true }).waitFor()
  const desk = page.getByRole('navigation', { name: 'Desk' })
  await desk.getByRole('link', { name: 'Settings' }).waitFor()
  expect(await desk.getByRole('link', { name: 'Developer' }).count()).toBe(0)

  await page.keyboard.press('Shift+?')
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await keys.getByText('Copy', { exact: true }).waitFor()
  expect(await keys.getByText('Move the rows to the trash').count()).toBe(0)
  expect(await keys.getByText('While a cell is edited').count()).toBe(0)
  await page.keyboard.press('Escape')

  await page.goto(paths.recordSettings('leads', 'columns'))
  await page.getByRole('cell', { name: 'Amount requested' }).waitFor()
  expect(await page.getByText('amount_requested').count()).toBe(0)
  await expect
    .poll(() => page.getByRole('tab').allInnerTexts())
    .toEqual(['General', 'Columns', 'Forms', 'What came in'])
  await page.getByRole('tab', { name: 'What came in' }).click()
  await page.getByText('Nothing in the last 14 days').waitFor()
  await page.getByRole('tab', { name: 'General' }).click()
  await page.getByText('United States').waitFor()

  const settings = page.getByRole('navigation', { name: 'Settings' })
  await page.goto(paths.settings('policies'))
  await page.getByRole('cell', { name: 'Amount requested' }).waitFor()
  await page.getByRole('cell', { name: 'Everyone but viewers' }).first().waitFor()
  expect(await page.getByText('amount_requested').count()).toBe(0)
  expect(await settings.getByRole('link', { name: /Developer|Webhooks/ }).count()).toBe(0)

  await page.goto(paths.settings('channels'))
  const channel = page.getByRole('region', { name: 'Desk mail' })
  await channel.getByText('From desk@bay.example', { exact: true }).waitFor()
  expect(await channel.getByText('incoming email').count()).toBe(0)
  expect(await channel.getByText('2525').count()).toBe(0)
})

test('admins read the keys and the address for incoming email', async () => {
  const page = await app.open(paths.settings('channels'))
  const channel = page.getByRole('region', { name: 'Desk mail' })
  await channel.getByText('Post incoming email here').waitFor()
  await channel.getByText('127.0.0.1:2525').waitFor()
  await page.goto(paths.settings('policies'))
  await page.getByText('amount_requested').waitFor()
})

test('somebody who joins has first steps and no empty cards, and no entry leads to nothing', async () => {
  const page = await app.openAs(await app.join('member'), paths.home())
  const steps = page.getByRole('region', { name: 'Your first steps' })
  await steps.getByText('Look through Leads').waitFor()
  await page.getByText('Nothing is due in the next 3 days').waitFor()
  for (const name of ['Overdue and due today', 'Next 3 days', 'Unread']) {
    expect(await page.getByRole('region', { name, exact: true }).count()).toBe(0)
  }
  const desk = page.getByRole('navigation', { name: 'Desk' })
  expect(await desk.getByRole('link', { name: 'Agreements' }).count()).toBe(0)
  await steps.getByRole('link', { name: 'Open Leads' }).click()
  await page.getByRole('heading', { level: 1, name: 'Leads' }).waitFor()
  await page.goBack()
  await expect.poll(() => steps.getByLabel('Done:').count()).toBe(1)
})

test('settings are found by what people do there', async () => {
  const page = await app.open(paths.home())
  await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor()
  await page.keyboard.press('Control+K')
  await page.getByRole('combobox', { name: 'Go to, create, or search records' }).waitFor()
  await page.keyboard.type('invite')
  await page.getByRole('option').filter({ hasText: 'Settings: Members' }).waitFor()
})
