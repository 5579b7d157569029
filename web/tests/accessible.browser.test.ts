// Every page, with the demo's data: axe finds nothing in either theme (in dark, the suite takes a third of them), and nothing is wider than a phone.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { visitor } from '../../server/tests/support/desks/forms.ts'
import { importerOf } from '../../server/tests/support/desks/imports.ts'
import { paths, recordSettingsTabs } from '../paths.ts'
import { expectAccessible, thirdInDark, violations } from './support/accessible.ts'
import { startDemo, type TestedDemo } from './support/demo.ts'
import { settled } from './support/settled.ts'

let demo: TestedDemo
/** The things in the demo that pages are opened for. */
let subjects: {
  row: string
  run: string
  conversation: number
  obligation: number
  deal: number
  dealRow: string
  form: string
}

beforeAll(async () => {
  demo = await startDemo()
  demo.work()
  const first = async (path: string) => (await demo.dana.api('GET', path)).body.data[0]?.id
  const { id: run } = await importerOf(demo.api, demo.dana.token, { definitionKey: 'leads' }).run({
    file: 'Business name,Email\nAcme,not an address\nHarbor Bakery,\n',
  })
  const form = await demo.dana.api('POST', '/v1/definitions/website-form/forms', {
    body: {
      name: 'Apply',
      title: 'Apply for funding',
      columns: [{ key: 'business_name' }],
      origins: ['https://www.example.com'],
    },
  })
  const blocked = [
    ['c.business_name', 'Cheap pills'],
    ['second_homepage', 'x'],
  ] as [string, string][]
  await visitor(demo, form.body.data.url).send(blocked)
  const [deal] = (await demo.dana.api('GET', '/v1/accounting/deals')).body.data
  subjects = {
    row: await first('/v1/definitions/leads/rows'),
    run,
    conversation: await first('/v1/comms/conversations'),
    obligation: await first('/v1/obligations'),
    deal: deal.id,
    dealRow: deal.dealRowId,
    form: form.body.data.id,
  }
})
afterAll(() => demo.stop())

const pages: [name: string, path: () => string][] = [
  ['home', paths.home],
  ['records', () => paths.records('leads')],
  ['records as a kanban', () => `${paths.records('leads')}?kind=kanban&group=stage`],
  ['records as a calendar', () => `${paths.records('leads')}?kind=calendar`],
  ['an empty board', () => paths.records('website-form')],
  ['a record', () => paths.record('leads', subjects.row)],
  ['a record’s page', () => paths.recordPage('leads', subjects.row)],
  ['trash', () => paths.trash('leads')],
  ['imports', () => paths.imports('leads')],
  ['a new import', () => paths.newImport('leads')],
  ['an import', () => paths.importRun('leads', subjects.run)],
  ...recordSettingsTabs.map((tab): [string, () => string] => [
    `settings of a page: ${tab}`,
    () => paths.recordSettings('leads', tab),
  ]),
  ['forms', () => paths.recordSettings('website-form', 'forms')],
  ['a new form', () => paths.newForm('leads')],
  ['a form', () => paths.form('website-form', subjects.form)],
  ['conversations', paths.conversations],
  ['a conversation', () => paths.conversation(subjects.conversation)],
  ['obligations', paths.obligations],
  ['an obligation', () => paths.obligation(subjects.obligation)],
  ['deals', paths.deals],
  ['a deal', () => paths.deal(subjects.deal)],
  ['the commissions of a record', () => paths.recordCommissions('deals', subjects.dealRow)],
  ['agreements', paths.agreements],
  ['an agreement', () => paths.agreement('terms_of_service')],
  ['a page that is not there', () => '/nothing/here'],
]

test.each(thirdInDark(pages))('is accessible: %s', async (_, path, isDarkToo) => {
  const page = await demo.openAs(demo.dana, path(), { refusals: [404] })
  await expectAccessible(page, { isDarkToo })
})

test('a problem would be found', async () => {
  const page = await demo.openAs(demo.dana, paths.home())
  await settled(page)
  await page.evaluate("document.querySelector('main').append(document.createElement('button'))")
  expect((await violations(page)).join()).toContain('button-name')
})
