// Like accessible.browser.test.ts, for everything that opens over pages.
import { afterAll, beforeAll, test } from 'vitest'
import { paths } from '../paths.ts'
import { expectAccessible } from './support/accessible.ts'
import { startDemo, type TestedDemo } from './support/demo.ts'
import { settled } from './support/settled.ts'

let demo: TestedDemo

beforeAll(async () => {
  demo = await startDemo()
})
afterAll(() => {
  console.log(`figure: ${opened.length} dialogs and menus, no fault by axe`)
  return demo.stop()
})

/** Where it is, what opens it (buttons, menu entries), and the role of what opens. */
const opened: [name: string, path: string, ways: (string | RegExp)[], role: 'dialog' | 'menu'][] = [
  ['the palette', paths.home(), [/^Search/], 'dialog'],
  ['the account’s menu', paths.home(), ['Dana Whitfield: account and workspaces'], 'menu'],
  ['a new page or board', paths.home(), ['New page or board'], 'dialog'],
  ['a filter', paths.records('leads'), ['Filter'], 'dialog'],
  ['the order', paths.records('leads'), ['Sort'], 'dialog'],
  ['the columns', paths.records('leads'), ['Columns'], 'dialog'],
  ['the views', paths.records('leads'), ['View: All rows'], 'menu'],
  ['a column’s menu', paths.records('leads'), ['Menu for Email'], 'menu'],
  ['a column', paths.records('leads'), ['Menu for Email', 'Edit…'], 'dialog'],
  ['its type', paths.records('leads'), ['Menu for Email', 'Change type…'], 'dialog'],
  ['a new key', paths.recordSettings('leads', 'developer'), ['New key'], 'dialog'],
  ['a new hook', paths.recordSettings('leads', 'developer'), ['New hook'], 'dialog'],
  ['a new message', paths.conversations(), ['New message'], 'dialog'],
  ['a new obligation', paths.obligations(), ['New obligation'], 'dialog'],
  ['new commissions', paths.deals(), ['Start commissions'], 'dialog'],
  ['a collection', paths.deal(1), ['Record collection'], 'dialog'],
  ['an invitation', paths.settings('members'), ['Invite'], 'dialog'],
  ['a new team', paths.settings('teams'), ['New team'], 'dialog'],
  ['a new template', paths.settings('templates'), ['New template'], 'dialog'],
  ['a new webhook', paths.settings('webhooks'), ['New webhook'], 'dialog'],
]

test.each(opened)('is accessible: %s', async (_, path, ways, role) => {
  const page = await demo.openAs(demo.dana, path)
  await settled(page)
  const [button, ...entries] = ways
  await page.getByRole('button', { name: button!, exact: true }).first().click()
  for (const name of entries) await page.getByRole('menuitem', { name }).click()
  await page.getByRole(role).first().waitFor()
  // A filter begins with an open list. The arrow keys go through it, but axe only sees that it cannot have the focus.
  if (button === 'Filter') await page.getByRole('option').first().click()
  await expectAccessible(page, { part: `[role=${role}]` })
})
