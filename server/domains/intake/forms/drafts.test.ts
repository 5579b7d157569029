import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Desk, makeDesk, type NewColumn } from '../../../tests/support/desks/fixtures.ts'
import { openForm } from '../../../tests/support/desks/forms.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'
import { purgeFiles } from '../../records/files/purge.ts'
import { sweepForms } from './sweeps.ts'

let service: TestService
let desk: Desk
beforeAll(async () => {
  service = await startService({ formLeastMs: 0 })
  desk = await makeDesk(service)
})
afterAll(() => service.stop())

const COLUMNS: NewColumn[] = [
  { name: 'Business', type: 'text', required: true },
  { name: 'Email', type: 'email' },
  { name: 'Papers', type: 'file', settings: { accept: ['application/pdf'] } },
]
const open = (body: object = { drafts: true }) => openForm({ service, desk }, COLUMNS, { ...body })
const pdf = (name: string) => new File([name], name, { type: 'application/pdf' })

async function purge(): Promise<void> {
  await service.sql(
    "UPDATE files SET loose_since = now() - interval '25 hours' WHERE loose_since <> 'infinity'",
  )
  await purgeFiles(service.db, service.files, new AbortController().signal)
}

test('a draft resumes by its link for 7 days, with its files, and ends when it is sent', async () => {
  const { visitor, rows, form } = await open()
  const guest = visitor()
  const saved = await guest.send([
    ['c.email', 'not an address yet'],
    ['c.papers', pdf('March.pdf')],
    ['save', '1'],
  ])
  expect(saved.status).toBe(303)
  const answer = await guest.ask(saved.headers.get('location')!)
  expect(answer.html).toContain('Your answers are saved')
  const link = /href="([^"]+\?draft=[^"]+)"/.exec(answer.html)![1]!
  expect(link.startsWith(form.url)).toBe(true)
  expect(await rows()).toEqual([])
  // Days pass.
  await purge()
  await service.sql(`UPDATE files SET created_at = now() - interval '6 days'`)
  const search = new URL(link).search
  const resumed = await guest.open(search)
  expect(resumed.html).toContain('value="not an address yet"')
  expect(resumed.html).toContain('March.pdf')
  // Saved again, it keeps its link.
  const again = await guest.send(
    [
      ['c.email', 'ann@acme.example'],
      ['save', '1'],
    ],
    { page: resumed },
  )
  expect(new URL(again.headers.get('location')!, 'https://x.example').search).toBe(search)
  const page = await guest.open(search)
  const wrong = await guest.send([['c.email', 'nobody']], { page })
  expect(wrong.status).toBe(422)
  const sent = await guest.send(
    [
      ['c.business', 'Acme'],
      ['c.email', 'ann@acme.example'],
    ],
    { page: wrong },
  )
  expect(sent.status).toBe(303)
  expect(await rows()).toMatchObject([{ cells: { papers: [{ name: 'March.pdf' }] } }])
  const over = await guest.open(search)
  expect([over.status, over.html.includes('These answers are gone')]).toEqual([404, true])
  await purge()
  expect(await service.sql('SELECT name FROM files')).toEqual([{ name: 'March.pdf' }])
})

test('an old draft and its files are deleted', async () => {
  const { visitor, form, api } = await open()
  const guest = visitor()
  const save = async () => {
    const saved = await guest.send([
      ['c.papers', pdf('Old.pdf')],
      ['save', '1'],
    ])
    return new URL(saved.headers.get('location')!, 'https://x.example').search
  }
  const search = await save()
  await service.sql(`UPDATE form_drafts SET expires_at = now() WHERE form_id = $1`, [form.id])
  expect((await guest.open(search)).status).toBe(404)
  expect((await guest.ask(`${guest.path}/saved${search}`)).status).toBe(404)
  const sweep = async () => {
    await service.db.withWorkspace(desk, (tx) => sweepForms(tx))
    await purge()
    return service.sql(`SELECT name FROM files WHERE name = 'Old.pdf'`)
  }
  expect(await sweep()).toEqual([])
  await save()
  expect(await service.sql('SELECT FROM form_drafts')).toHaveLength(1)
  await api('DELETE', `/forms/${form.id}`)
  expect(await sweep()).toEqual([])
  expect(await service.sql('SELECT FROM form_drafts')).toEqual([])
})

test('a file that is removed from a draft goes too', async () => {
  const { visitor } = await open()
  const guest = visitor()
  const saved = await guest.send([
    ['c.papers', pdf('Gone.pdf')],
    ['save', '1'],
  ])
  const { search } = new URL(saved.headers.get('location')!, 'https://x.example')
  const page = await guest.open(search)
  const drop = /name="drop" value="([^"]+)"/.exec(page.html)![1]!
  await guest.send(
    [
      ['drop', drop],
      ['save', '1'],
    ],
    { page },
  )
  expect((await guest.open(search)).html).not.toContain('Gone.pdf')
  await purge()
  expect(await service.sql(`SELECT name FROM files WHERE name = 'Gone.pdf'`)).toEqual([])
})

test('a form without drafts offers none, and sends what asks for one', async () => {
  const { visitor, rows } = await open({})
  expect((await visitor().open()).html).not.toContain('finish later')
  const sent = await visitor().send([
    ['c.business', 'Acme'],
    ['save', '1'],
  ])
  expect(sent.headers.get('location')).toMatch(/thanks$/)
  expect(await rows()).toHaveLength(1)
})

test('a link leads to a draft of its own form only', async () => {
  const [first, second] = [await open(), await open()]
  const saved = await first.visitor().send([
    ['c.email', 'secret'],
    ['save', '1'],
  ])
  const { search } = new URL(saved.headers.get('location')!, 'https://x.example')
  expect((await second.visitor().open(search)).status).toBe(404)
})
