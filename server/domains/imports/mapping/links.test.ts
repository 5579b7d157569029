import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Desk, makeDesk, makePage } from '../../../tests/support/desks/fixtures.ts'
import { type Form, importerOf } from '../../../tests/support/desks/imports.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'

let service: TestService
let desk: Desk
beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
  service.work()
})
afterAll(() => service.stop())

const text = (name: string, more: object = {}) => ({ name, type: 'text', ...more })
const unique = { unique: true }
const linkTo = (name: string, definitionKey: string, more: object = {}) => ({
  name,
  type: 'link',
  settings: { definitionKey, ...more },
})

/** Companies, contacts and deals of another CRM, with the ids that they had there. */
async function crm() {
  const token = desk.tokens.owner
  const page = async (columns: object[]) => {
    const { key } = await makePage(service, token, columns as never)
    return { key, ...importerOf(service.api, token, { definitionKey: key }) }
  }
  const companies = await page([
    text('CRM id', unique),
    text('Name'),
    text('Domain', unique),
    text('City'),
  ])
  const contacts = await page([
    text('CRM id', unique),
    text('Name'),
    linkTo('Company', companies.key),
  ])
  const deals = await page([
    text('CRM id', unique),
    text('Title'),
    linkTo('Company', companies.key),
    linkTo('Contacts', contacts.key, { multiple: true }),
  ])
  return { companies, contacts, deals }
}

type Crm = Awaited<ReturnType<typeof crm>>
const by = (create: boolean) => ({ by: 'crm_id', create })

const forms = (create: boolean): Record<keyof Crm, Form> => ({
  companies: {
    file: 'Record ID,Name,Domain,City\n102,Bolt,bolt.example,Bonn\n101,Acme,acme.example,Bern\n',
    mapping: { 'Record ID': 'crm_id', Name: 'name', Domain: 'domain', City: 'city' },
    matchOn: 'crm_id',
  },
  contacts: {
    file: 'Record ID,Name,Associated Company\n203,Cleo,102\n201,Ann,101\n202,Bob,101\n',
    mapping: { 'Record ID': 'crm_id', Name: 'name', 'Associated Company': 'company' },
    matchOn: 'crm_id',
    links: { company: by(create) },
  },
  deals: {
    file: 'Record ID,Deal Name,Company ID,Contact IDs\n302,Second,102,203\n301,First,101,"201,202"\n',
    mapping: {
      'Record ID': 'crm_id',
      'Deal Name': 'title',
      'Company ID': 'company',
      'Contact IDs': 'contacts',
    },
    matchOn: 'crm_id',
    links: { company: by(create), contacts: by(create) },
  },
})

/** What the deals link to, by the other CRM's ids. */
async function linked({ companies, contacts, deals }: Crm) {
  const names = new Map<string, string>()
  for (const one of [companies, contacts]) {
    for (const { id, cells } of await one.rows()) names.set(id, cells.name)
  }
  const all = await deals.rows()
  return Object.fromEntries(
    all.map(({ cells }) => [
      cells.title,
      [...(cells.company ?? []), ...(cells.contacts ?? [])].map((id: string) => names.get(id)),
    ]),
  )
}
const LINKED = { First: ['Acme', 'Ann', 'Bob'], Second: ['Bolt', 'Cleo'] }

const orders = [
  ['companies', 'contacts', 'deals'],
  ['deals', 'contacts', 'companies'],
  ['contacts', 'deals', 'companies'],
] as const

describe('the files of another CRM', () => {
  test.each(orders)(
    'come in linked in the order %s, %s, %s, and go out again',
    async (...order) => {
      const places = await crm()
      const runs = []
      for (const name of order) {
        const run = await places[name].run(forms(true)[name])
        expect(run).toMatchObject({ status: 'completed', failed: 0 })
        runs.push({ name, id: run.id })
      }
      expect(await linked(places)).toEqual(LINKED)
      const counts = async () => {
        const all = [places.companies, places.contacts, places.deals]
        return Promise.all(all.map(async (one) => (await one.rows()).length))
      }
      expect(await counts()).toEqual([2, 3, 2])
      for (const { name, id } of runs) {
        const forecast = (await places[name].get(`/${id}/undo`)).body.data
        const undone = await places[name].post(`/${id}/undo`)
        expect([undone.status, undone.body.data.removed]).toEqual([201, forecast.wouldRemove])
        expect(undone.body.data.run.standing).toBe(0)
      }
      expect(await counts()).toEqual([0, 0, 0])
      // What links had made comes back with the run that made it.
      for (const { name, id } of runs) await places[name].post(`/${id}/redo`)
      expect(await counts()).toEqual([2, 3, 2])
      expect(await linked(places)).toEqual(LINKED)
    },
  )

  test('are counted in the preview: how many are found, made, missing, and several', async () => {
    const { companies, contacts } = await crm()
    await companies.run(forms(true).companies)
    const file = `${forms(true).contacts.file}204,Dan,103\n`
    const { mapping } = forms(true).contacts
    const counted = async (links: object | undefined) => {
      const form = { file, mapping, ...(links && { links }), onBad: { '*': 'leave_empty' } }
      const { data } = (await contacts.preview(form)).body
      return data.counts.byColumn.find(({ column }: { column: string }) => column === 'company')
        .links
    }
    const found = { matched: 3, created: 0, none: 1, several: 0 }
    expect(await counted({ company: by(false) })).toEqual(found)
    expect(await counted({ company: by(true) })).toEqual({ ...found, created: 1, none: 0 })
    expect(await counted({ company: { by: 'domain' } })).toEqual({ ...found, matched: 0, none: 4 })
    expect((await companies.rows()).length).toBe(2)
    // Without a choice, a value that is in two columns of different rows could be either.
    await companies.run({ file: 'CRM id,Domain\nzz,101\n' })
    expect(await counted(undefined)).toEqual({ matched: 1, created: 0, none: 1, several: 2 })
    expect(await counted({ company: by(false) })).toEqual(found)
  })

  test('name records by own ids, and make records that have them', async () => {
    const { companies, deals } = await crm()
    const { mapping, file } = forms(true).deals
    const links = { company: { by: 'external_id', create: true } }
    const run = await deals.run({
      file,
      mapping: { ...(mapping as object), 'Contact IDs': null },
      links,
    })
    expect(run).toMatchObject({ imported: 2, standing: 4 })
    expect((await companies.rows()).length).toBe(2)
    const again = await deals.run({
      file: 'Record ID,Company ID\n303,101\n',
      mapping: { 'Record ID': 'crm_id', 'Company ID': 'company' },
      links,
    })
    expect(again).toMatchObject({ imported: 1, standing: 1 })
    expect((await companies.rows()).length).toBe(2)
  })

  test('make each row once, however many blocks name it', async () => {
    const { companies, contacts } = await crm()
    const lines = Array.from({ length: 1300 }, (_, n) => `${n},Name ${n},${n % 7}`)
    const { mapping, links } = forms(true).contacts
    const run = await contacts.run({
      file: `Record ID,Name,Associated Company\n${lines.join('\n')}\n`,
      mapping,
      links,
    })
    expect(run).toMatchObject({ status: 'completed', imported: 1300, standing: 1307 })
    expect((await companies.rows()).length).toBe(7)
    expect((await contacts.post(`/${run.id}/undo`)).body.data.removed).toBe(1307)
    expect((await companies.rows()).length).toBe(0)
  })

  test('are remembered with how their links find rows', async () => {
    const { contacts } = await crm()
    await contacts.run(forms(true).contacts)
    const { data } = (await contacts.preview({ file: forms(true).contacts.file as string })).body
    expect(data.remembered.links).toEqual({ company: { by: 'crm_id', create: true } })
  })
})

describe('refused are', () => {
  test.each<[string, unknown, string]>([
    ['links that are no JSON', 'x', 'must be JSON'],
    ['a list', [], 'must be JSON'],
    ['a choice that is none', { company: 'crm_id' }, 'must be JSON'],
    ['a choice with more', { company: { by: 'crm_id', make: true } }, 'must be JSON'],
    ['creating that is no yes or no', { company: { by: 'crm_id', create: 1 } }, 'must be JSON'],
    ['a column that is no link', { name: by(false) }, 'not a link column'],
    ['a column that is not mapped', { crm_id: by(false) }, 'no column of the file goes there'],
    ['a column there that is not unique', { company: { by: 'city' } }, 'not a unique column'],
    ['a column there that does not exist', { company: { by: 'nope' } }, 'not a unique column'],
  ])('%s', async (_, links, words) => {
    const { contacts } = await crm()
    const form = {
      file: 'Name,Associated Company\nAnn,101\n',
      mapping: { Name: 'name', 'Associated Company': 'company' },
      links,
    }
    for (const post of [contacts.preview, contacts.send]) {
      const { status, body } = await post(form)
      expect([status, body.code]).toEqual([400, 'invalid_request'])
      expect(body.error).toContain(words)
    }
  })

  test('columns that one cannot see, as if they did not exist, and making rows of the same board', async () => {
    const { companies, contacts } = await crm()
    const token = desk.tokens.owner
    const { data } = (await service.api('GET', `/v1/definitions/${companies.key}`, { token })).body
    const { id } = data.columns.find(({ key }: { key: string }) => key === 'domain')
    const path = `/v1/definitions/${companies.key}/column-policies/${id}`
    await service.api('PUT', path, { token, body: { visibleTo: { mode: 'nobody' } } })
    const member = importerOf(service.api, desk.tokens.member, { definitionKey: contacts.key })
    const form = { file: 'Associated Company\n101\n', mapping: { 'Associated Company': 'company' } }
    const hidden = await member.preview({ ...form, links: { company: { by: 'domain' } } })
    const missing = await member.preview({ ...form, links: { company: { by: 'nope' } } })
    expect(hidden.text.replaceAll('domain', 'nope')).toBe(missing.text)

    const boss = linkTo('Boss', contacts.key)
    await service.api('POST', `/v1/definitions/${contacts.key}/columns`, { token, body: boss })
    const own = await contacts.send({
      file: 'Name,Boss\nAnn,Bob\n',
      links: { boss: { by: 'crm_id', create: true } },
    })
    expect([own.status, own.body.error]).toEqual([400, expect.stringContaining('same file')])
  })
})
