// The files of another system, as it exports them: companies, contacts and deals that name each other by the ids they had there.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Desk, makeDesk, makePage } from '../../../tests/support/desks/fixtures.ts'
import { importerOf } from '../../../tests/support/desks/imports.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'

let service: TestService
let desk: Desk
beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
  service.work()
})
afterAll(() => service.stop())

const linkTo = (name: string, definitionKey: string) => ({
  name,
  type: 'link',
  settings: { definitionKey, multiple: true },
})

async function page(name: string, columns: object[]) {
  const { key } = await makePage(service, desk.tokens.owner, columns as never)
  const renamed = await service.api('PATCH', `/v1/definitions/${key}`, {
    token: desk.tokens.owner,
    body: { name },
  })
  expect(renamed.status, renamed.text).toBe(200)
  return { key, ...importerOf(service.api, desk.tokens.owner, { definitionKey: key }) }
}

async function open() {
  const name = { name: 'Name', type: 'text' }
  const companies = await page('Companies', [name])
  const contacts = await page('Contacts', [name, linkTo('Company', companies.key)])
  const deals = await page('Deals', [
    { name: 'Deal', type: 'text' },
    { name: 'Funded amount', type: 'currency' },
    linkTo('Company', companies.key),
    linkTo('Contacts', contacts.key),
  ])
  return { companies, contacts, deals }
}
type Pages = Awaited<ReturnType<typeof open>>

const HUBSPOT: Record<keyof Pages, string> = {
  companies: `Record ID,Company name,Phone Number
7778526663,"Harbor Foods, Inc.",(415) 555-0100
7527488476,Bay Freight,N/A
`,
  contacts: `Record ID,Name,Associated Company IDs,Associated Company
931,Ana Silva,7778526663;7527488476,"Harbor Foods, Inc.;Bay Freight"
189,Bob Lee,7527488476,Bay Freight
77,Cleo Ruiz,,
`,
  deals: `Record ID,Deal Name,Amount,Associated Company IDs,Associated Contact IDs,Associated Contact
26208059873,First,"$274,000",7778526663,931;77,Ana Silva (ana@x.example);Cleo Ruiz ()
40456408915,Second,40k,,189,Bob Lee ()
`,
}
const PIPEDRIVE: Record<keyof Pages, string> = {
  companies: `Organization - ID,Organization - Name
7778526663,"Harbor Foods, Inc."
7527488476,Bay Freight
`,
  contacts: `Person - ID,Person - Name,Person - Organization ID
931,Ana Silva,"7778526663, 7527488476"
189,Bob Lee,7527488476
77,Cleo Ruiz,
`,
  deals: `Deal - ID,Deal - Title,Deal - Value,Deal - Organization ID,Deal - Person ID
26208059873,First,274000,7778526663,"931, 77"
40456408915,Second,40000,,189
`,
}

/** What a person accepts: everything as the preview proposes it. */
async function accept({ preview, run }: Pages[keyof Pages], file: string) {
  const { data } = (await preview({ file })).body
  const { matchOn, links } = data.remembered ?? data.suggested ?? {}
  const mapping = data.columns.map(({ proposed }: { proposed: string | null }) => proposed)
  const done = await run({ file, mapping, links, ...(matchOn && { matchOn }) })
  expect(done).toMatchObject({ status: 'completed', failed: 0 })
  return done.id as string
}

/** Every record with what it links to, by the ids of the other system. */
async function read(pages: Pages) {
  const all = Object.values(pages).map(({ rows }) => rows())
  const rows = (await Promise.all(all)).flat()
  const own = new Map(rows.map(({ id, externalId }) => [id, externalId]))
  const linked = (ids: string[] = []) => ids.map((id) => own.get(id)).toSorted()
  return Object.fromEntries(
    rows.map(({ externalId, cells }) => [
      externalId,
      [cells.name ?? cells.deal, linked(cells.company), linked(cells.contacts)],
    ]),
  )
}

const WANTED = {
  '7778526663': ['Harbor Foods, Inc.', [], []],
  '7527488476': ['Bay Freight', [], []],
  '931': ['Ana Silva', ['7527488476', '7778526663'], []],
  '189': ['Bob Lee', ['7527488476'], []],
  '77': ['Cleo Ruiz', [], []],
  '26208059873': ['First', ['7778526663'], ['77', '931']],
  '40456408915': ['Second', [], ['189']],
}

test.each([
  ['HubSpot', HUBSPOT, ['deals', 'contacts', 'companies']],
  ['HubSpot', HUBSPOT, ['companies', 'contacts', 'deals']],
  ['Pipedrive', PIPEDRIVE, ['contacts', 'deals', 'companies']],
] as const)(
  'the files of %s come in linked as proposed, go out, and come in again in another order',
  async (_, files, order) => {
    const pages = await open()
    const runs: [keyof Pages, string][] = []
    for (const which of order) runs.push([which, await accept(pages[which], files[which])])
    expect(await read(pages)).toEqual(WANTED)
    for (const [which, id] of runs) {
      expect((await pages[which].post(`/${id}/undo`)).status).toBe(201)
    }
    expect(await read(pages)).toEqual({})
    for (const which of order.toReversed()) await accept(pages[which], files[which])
    expect(await read(pages)).toEqual(WANTED)
  },
)

describe('a preview', () => {
  test('proposes ids, titles, amounts and links, and nothing twice', async () => {
    const { deals, companies } = await open()
    const { data } = (await deals.preview({ file: HUBSPOT.deals })).body
    expect(data.columns.map(({ proposed }: { proposed: string | null }) => proposed)).toEqual([
      'external_id',
      'deal',
      'funded_amount',
      'company',
      'contacts',
      null,
    ])
    const byId = { by: 'external_id', create: true }
    expect(data.suggested).toEqual({ matchOn: null, links: { company: byId, contacts: byId } })
    expect(
      data.counts.byColumn.find((one: { column: string }) => one.column === 'contacts'),
    ).toMatchObject({ links: { matched: 0, created: 2, none: 0, several: 0 } })
    await accept(deals, HUBSPOT.deals)
    // The deal made this company, which the file of the companies fills in.
    const next = (await companies.preview({ file: HUBSPOT.companies })).body.data
    expect(next.suggested).toEqual({ matchOn: 'external_id', links: {} })
    expect(next.counts).toMatchObject({ wouldImport: 2, wouldUpdate: 1, wouldFail: 0 })
  })

  test('proposes no ids that repeat, and finds linked rows by a unique column of ids if there is one', async () => {
    const companies = await page('Accounts', [
      { name: 'Name', type: 'text' },
      { name: 'CRM ID', type: 'text', unique: true },
    ])
    const deals = await page('Deals', [
      { name: 'Deal', type: 'text' },
      linkTo('Account', companies.key),
    ])
    const file = 'Deal ID,Deal Name,Account ID\n1,A,x1\n1,B,x2\n'
    const { data } = (await deals.preview({ file })).body
    expect(data.columns).toMatchObject([
      { proposed: null, suggestedType: 'text' },
      { proposed: 'deal' },
      { proposed: 'account' },
    ])
    expect(data.suggested.links).toEqual({ account: { by: 'crm_id', create: true } })
  })

  test('reads several values between semicolons, also where they have commas', async () => {
    const places = await page('Places', [{ name: 'Name', type: 'text', unique: true }])
    const tours = await page('Tours', [
      { name: 'Name', type: 'text' },
      linkTo('Stops', places.key),
      {
        name: 'Tags',
        type: 'multi_select',
        settings: { options: [{ label: 'Big' }, { label: 'Old' }] },
      },
    ])
    await places.run({ file: 'Name,Note\n"Austin, TX",x\nBoise,y\n' })
    await tours.run({ file: 'Name,Stops,Tags\nWest,"Austin, TX;Boise",Big;old\nEast,Boise,Big\n' })
    const [austin, boise] = (await places.rows()).map(({ id }) => id)
    expect((await tours.rows()).map(({ cells }) => cells)).toEqual([
      { name: 'West', stops: [austin, boise], tags: ['Big', 'Old'] },
      { name: 'East', stops: [boise], tags: ['Big'] },
    ])
  })

  test('proposes a new link column for the ids of another page’s records', async () => {
    const { tokens } = await makeDesk(service)
    const token = tokens.owner
    const make = async (name: string) => {
      const body = { name, columns: [{ name: 'Name', type: 'text' }] }
      const made = await service.api('POST', '/v1/definitions', { token, body })
      return made.body.data.key as string
    }
    const key = await make('Companies')
    const contacts = await make('Contacts')
    const companies = importerOf(service.api, token, { definitionKey: key })
    // Its page has no links yet. Each value of the last two columns could be an id of something.
    const file = [
      'Company ID,Company Name,Primary Contact,Related Deal IDs,Parent Company ID,Phone,Contact',
      'COMP-1,Acme,CON-9,D-1;D-2,,555-0100,Ana',
      'COMP-2,Bay,CON-8,D-2,COMP-1,555-0101,Bob',
    ].join('\n')
    const { data } = (await companies.preview({ file })).body
    const byId = { by: 'external_id', create: true }
    expect(data.columns).toMatchObject([
      { proposed: 'external_id' },
      { proposed: 'name' },
      {
        suggestedType: 'link',
        suggestedLink: {
          name: 'Primary Contact',
          definitionKey: contacts,
          multiple: false,
          ...byId,
        },
      },
      {
        // A new deal needs more than its id.
        suggestedLink: {
          name: 'Related Deal',
          definitionKey: 'deals',
          multiple: true,
          by: 'external_id',
          create: false,
        },
      },
      {
        suggestedLink: {
          name: 'Parent Company',
          definitionKey: key,
          multiple: false,
          by: 'external_id',
          create: false,
        },
      },
      { suggestedType: 'text' },
      { suggestedType: 'text' },
    ])
    for (const { index, suggestedLink } of data.columns.slice(5)) {
      expect([index, suggestedLink]).toEqual([index, undefined])
    }
    // A program learns nothing of pages that its token does not reach.
    const made = await service.api('POST', '/v1/auth/tokens', {
      token,
      body: { name: 'Sync', scopes: ['imports:write'], definitions: [key, 'deals'] },
    })
    expect(made.status, made.text).toBe(201)
    const program = importerOf(service.api, made.body.data.secret, { definitionKey: key })
    const limited = (await program.preview({ file })).body.data
    expect(limited.columns[2]).toMatchObject({ header: 'Primary Contact', suggestedType: 'text' })
    expect(limited.columns[2].suggestedLink).toBeUndefined()
    expect(limited.columns[3].suggestedLink.name).toBe('Related Deal')
  })
})
