import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Answer } from '../../../tests/support/clients/client.ts'
import { type Desk, makeDesk, type NewColumn } from '../../../tests/support/desks/fixtures.ts'
import { openHook } from '../../../tests/support/desks/hook-bodies.ts'
import { integration } from '../../../tests/support/desks/ingest.ts'
import { openRows } from '../../../tests/support/desks/rows.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'

let service: TestService
let desk: Desk
let companies: string
/** The id of a row of the companies that is in the trash. */
let trashed: string
beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
  const made = await openRows(service, desk, [{ name: 'Name', type: 'text', unique: true }], 'page')
  companies = made.key
  trashed = (await made.as('owner')('POST', '/rows', { cells: { name: 'Gone' } })).body.data.id
  await made.as('owner')('DELETE', `/rows/${trashed}`)
})
afterAll(() => service.stop())

const NOTHING = '0190cafe-0000-7000-8000-00000000dead'
const columns = (): NewColumn[] => [
  { name: 'Title', type: 'text', required: true },
  { name: 'Amount', type: 'currency' },
  { name: 'Company', type: 'link', settings: { definitionKey: companies, multiple: true } },
  { name: 'Agent', type: 'person' },
  { name: 'Papers', type: 'file' },
]
const unknown = (): [what: string, cells: object, reason: string][] => [
  ['a row id', { company: NOTHING }, 'no_such_row'],
  ['a row in the trash', { company: [trashed] }, 'no_such_row'],
  ['an own id', { company: { external_id: 'crm-9' } }, 'no_such_row'],
  ['a unique value', { company: { name: 'Nobody' } }, 'no_such_row'],
  ['a text', { company: 'Nobody' }, 'no_such_row'],
  ['a file', { papers: NOTHING }, 'no_such_'],
  ['a person’s number', { agent: 999_999 }, 'unknown_person_id'],
  ['a person’s name', { agent: 'Nobody at all' }, 'unknown_person'],
]

/** Every way in which cells come, with the code and the first problem of the answer. */
async function ways(kind: 'board' | 'page') {
  const rows = await openRows(service, desk, columns(), kind)
  const { write } = integration(service, rows.secret, kind)
  const as = rows.as('member')
  const made = (await as('POST', '/rows', { cells: { title: 'A' } })).body.data.id
  const all: Record<string, (cells: object) => Promise<Answer>> = {
    'a row by key': (cells) => write({ cells: { title: 'B', ...cells } }),
    'a batch by key': (cells) => write({ rows: [{ title: 'B' }, { title: 'C', ...cells }] }),
    'a dry run': (cells) => write({ cells: { title: 'B', ...cells } }, { query: '?dryRun=true' }),
    'a retry by key': (cells) => write({ cells: { title: 'B', ...cells } }, { retry: 'again' }),
    'a row by hand': (cells) => as('POST', '/rows', { cells: { title: 'B', ...cells } }),
    'rows by hand': (cells) =>
      as('POST', '/rows', {
        rows: [{ cells: { title: 'B' } }, { cells: { title: 'C', ...cells } }],
      }),
    'an edit': (cells) => as('PATCH', `/rows/${made}`, { cells }),
    'a batch of edits': (cells) => as('PATCH', '/rows', { rows: [{ id: made, cells }] }),
  }
  return { all, rows, write, made }
}

const problemsOf = ({ body }: Answer) => {
  const { code, errors, issues } = body.error.code ? body.error : body
  return { code, problems: (errors ?? issues) as { column?: string; reason: string }[] }
}

test.each(['board', 'page'] as const)(
  'a cell of a %s that names something unknown is an unknown reference, by whatever way it comes',
  async (kind) => {
    const { all, rows } = await ways(kind)
    for (const [way, send] of Object.entries(all)) {
      for (const [what, cells, reason] of unknown()) {
        const answer = await send(cells)
        const { code, problems } = problemsOf(answer)
        expect([way, what, answer.status, code]).toEqual([way, what, 400, 'unknown_reference'])
        expect(problems).toHaveLength(1)
        expect(problems[0]!.reason).toContain(reason)
        if (answer.body.issues) {
          const place = { 'rows by hand': 'rows[1].', 'a batch of edits': 'rows[0].' }[way] ?? ''
          const [key] = Object.keys(cells)
          expect(answer.body.issues[0].path).toBe(`body.${place}cells.${key}`)
        } else {
          expect(problems[0]!.column).toBe(Object.keys(cells)[0])
        }
      }
    }
    expect((await rows.as('member')('GET', '/rows')).body.data).toHaveLength(1)
  },
)

test('several unknown references are one as well, and each is listed', async () => {
  const { all } = await ways('board')
  const cells = { company: 'Nobody', agent: 'Nobody at all', papers: [NOTHING] }
  for (const [way, send] of Object.entries(all)) {
    const { code, problems } = problemsOf(await send(cells))
    expect([way, code, problems.length]).toEqual([way, 'unknown_reference', 3])
  }
  const byKey = await all['a batch by key']!(cells)
  expect(byKey.body.error).toMatchObject({
    reason: 'several_problems',
    message: '3 problems in 1 of 2 rows; nothing was written',
  })
})

test('if something else is wrong too, the rows are invalid', async () => {
  const { all } = await ways('board')
  for (const [way, send] of Object.entries(all)) {
    const { code, problems } = problemsOf(await send({ company: 'Nobody', amount: 'lots' }))
    expect([way, code, problems.length]).toEqual([way, 'invalid_rows', 2])
  }
})

test('a form that a key sends is refused in the same way, with its files', async () => {
  const { write } = await ways('page')
  const urlencoded = { headers: { 'content-type': 'application/x-www-form-urlencoded' } }
  const multipart = new FormData()
  multipart.append('title', 'B')
  multipart.append('company', 'Nobody')
  multipart.append('papers', new File(['x'], 'march.txt'))
  const answers = [
    await write(new URLSearchParams({ title: 'B', company: 'Nobody' }).toString(), urlencoded),
    await write(multipart),
  ]
  for (const { body } of answers) {
    expect(body.error).toMatchObject({
      code: 'unknown_reference',
      errors: [{ column: 'company', reason: 'no_such_row' }],
    })
  }
  const mixed = new URLSearchParams({ company: 'Nobody' }).toString()
  expect((await write(mixed, urlencoded)).body.error.code).toBe('invalid_rows')
})

test('a link that may not make its row, or leads to a board that was deleted, finds nothing either', async () => {
  const { all, rows, write } = await ways('board')
  const making = await write({ cells: { title: 'B', company: { name: 'New', create: true } } })
  expect(making.body.error).toMatchObject({
    code: 'unknown_reference',
    errors: [{ reason: 'row_not_made' }],
  })
  const other = await openRows(service, desk, [{ name: 'Name', type: 'text' }])
  const column = { name: 'Late', type: 'link', settings: { definitionKey: other.key } }
  await rows.as('admin')('POST', '/columns', column)
  await other.as('owner')('DELETE', '')
  const { code, problems } = problemsOf(await all['a row by hand']!({ late: [NOTHING] }))
  expect([code, problems[0]!.reason]).toEqual(['unknown_reference', 'linked_deleted'])
})

test('a hook reads nothing, so it takes names that lead nowhere and refuses only what names no row', async () => {
  const fields = [
    { path: 'company', column: 'company' },
    { path: 'title', column: 'title' },
  ]
  const at = await openHook({ service, desk }, { fields, misfits: 'refuse' }, columns())
  expect((await at.send({ title: 'B', company: 'Nobody' })).status).toBe(201)
  const answer = await at.send({ title: 'B', company: { nothing: 'Nobody' } })
  expect([answer.status, answer.body]).toMatchObject([
    400,
    { code: 'invalid_rows', issues: [{ path: 'body.company', reason: 'no_unique_column' }] },
  ])
  expect((await at.send({ company: 'Nobody' })).body.code).toBe('invalid_rows')
  expect((await at.receipts()).at(-2)).toMatchObject({
    outcome: 'refused',
    refused: { count: 1, items: [{ column: 'company', reason: 'no_unique_column' }] },
  })
})
