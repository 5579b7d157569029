// Who can import what, and who sees what of an import.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { diskFiles, type FileStore } from '../../../platform/files/file-store.ts'
import { type Desk, makeBoard, makeDesk } from '../../../tests/support/desks/fixtures.ts'
import { importerOf } from '../../../tests/support/desks/imports.ts'
import { temporaryDirectory } from '../../../tests/support/machine/temporary.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'
import { importTurn } from './work.ts'

let service: TestService
let desk: Desk
/** The keys of the stored files. */
const kept = new Set<string>()
let files: FileStore
beforeAll(async () => {
  const disk = diskFiles(await temporaryDirectory())
  files = {
    get: disk.get,
    async put(source, maxBytes) {
      const stored = await disk.put(source, maxBytes)
      kept.add(stored.key)
      return stored
    },
    async delete(key) {
      await disk.delete(key)
      kept.delete(key)
    },
  }
  service = await startService({ files })
  desk = await makeDesk(service)
})
afterAll(() => service.stop())

/** Does all waiting runs in this process. */
const work = async () => {
  await service.sql('UPDATE due_work SET due_at = now()')
  while (await importTurn({ db: service.db, files }, new AbortController().signal)) {}
}

async function board() {
  const { id, key } = await makeBoard(service, desk.tokens.owner, [
    { name: 'Name', type: 'text' },
    { name: 'Margin', type: 'number' },
    { name: 'Grade', type: 'number' },
  ])
  const policy = async (column: string, body: object) => {
    const path = `/v1/definitions/${key}/column-policies/${column}`
    const answer = await service.api('PUT', path, { token: desk.tokens.owner, body })
    expect(answer.status, answer.text).toBe(200)
  }
  const as = (role: keyof Desk['tokens']) =>
    importerOf(service.api, desk.tokens[role], { boardId: id })
  return { id, policy, as }
}
const hidden = { visibleTo: { mode: 'roles', roles: ['manager'] } }
const locked = { editableBy: { mode: 'nobody' } }

test('a hidden column looks like one that does not exist, in a mapping, in matchOn, by name and in a preview', async () => {
  const { as, policy } = await board()
  await policy('margin', hidden)
  const { send, preview } = as('member')
  const file = 'Name,Margin\nAcme,5\n'
  for (const form of [{ mapping: { Margin: 'margin' } }, { matchOn: 'margin' }]) {
    const text = async (column: string) => {
      const named = JSON.parse(JSON.stringify(form).replaceAll('margin', column))
      return (await send({ file, ...named })).text.replaceAll(column, 'X')
    }
    expect(await text('margin')).toBe(await text('nothing'))
  }
  const { columns, counts } = (await preview({ file })).body.data
  expect(columns.map(({ proposed }: { proposed: string }) => proposed)).toEqual(['name', null])
  expect(counts.byColumn).toHaveLength(1)
})

test('a locked column is refused if it is named, and skipped if it is not', async () => {
  const { as, policy } = await board()
  await policy('grade', locked)
  const { send, preview } = as('owner')
  const file = 'Name,Grade\nAcme,5\n'
  const answer = await send({ file, mapping: { Name: 'name', Grade: 'grade' } })
  expect([answer.status, answer.body.code]).toEqual([403, 'column_locked'])
  expect((await preview({ file })).body.data.columns[1].proposed).toBeNull()
})

test('failures leave out columns of the file that went to columns hidden from the reader', async () => {
  const { as, policy } = await board()
  await policy('margin', hidden)
  const file = 'Name,Margin,Note\nAcme,canary-1,n\nBolt,7,m\n'
  const { data } = (await as('manager').send({ file })).body
  await work()
  const read = async (role: 'manager' | 'member') => {
    const list = await as(role).get(`/${data.id}/failures`)
    const csv = await as(role).get(`/${data.id}/failures?format=csv`)
    return { failure: list.body.data[0], text: list.text + csv.text }
  }
  const manager = await read('manager')
  expect(manager.failure.values).toEqual({ Name: 'Acme', Margin: 'canary-1', Note: 'n' })
  expect(manager.failure.errors[0].column).toBe('margin')
  const member = await read('member')
  expect(member.failure).toEqual({ line: 2, values: { Name: 'Acme', Note: 'n' }, errors: [] })
  expect(member.text).not.toMatch(/canary|margin/i)
})

test('so do the lists of cells left empty, and of problems in a preview', async () => {
  const { as, policy } = await board()
  const file = 'Name,Margin,Grade\nAcme,canary-1,x\nBolt,canary-2,1\n'
  const onBad = { '*': 'leave_empty' }
  const { data } = (await as('manager').send({ file, onBad })).body
  await work()
  await policy('margin', hidden)
  const read = (role: 'manager' | 'member') => as(role).get(`/${data.id}/failures?which=left_empty`)
  const manager = (await read('manager')).body.data
  expect(manager.map(({ errors }: { errors: object[] }) => errors.length)).toEqual([2, 1])
  const member = await read('member')
  expect(member.body.data).toEqual([
    {
      line: 2,
      values: { Name: 'Acme', Grade: 'x' },
      errors: [expect.objectContaining({ column: 'grade', sent: 'x' })],
    },
    { line: 3, values: { Name: 'Bolt', Grade: '1' }, errors: [] },
  ])
  expect(member.text).not.toMatch(/canary|margin/i)
  const preview = await as('member').preview({ file, onBad })
  expect(preview.body.data.problems.map(({ column }: { column: string }) => column)).toEqual([
    'grade',
  ])
  const named = async (column: string) =>
    (await as('member').send({ file, onBad: { [column]: 'refuse' } })).text.replaceAll(column, 'X')
  expect(await named('margin')).toBe(await named('nothing'))
})

test.each([
  ['suspended', { status: 'suspended' }, 'no longer has an active seat', 'seat_ended'],
  ['made a viewer', { role: 'viewer' }, 'can no longer write', 'role_too_low'],
])(
  'somebody who is %s during their import writes nothing more',
  async (_, change, words, reason) => {
    const other = await makeDesk(service)
    const { id } = await makeBoard(service, other.tokens.owner, [{ name: 'Name', type: 'text' }])
    const { send } = importerOf(service.api, other.tokens.member, { boardId: id })
    const { data } = (await send({ file: 'Name\nAcme\n' })).body
    const seat = `/v1/workspace/seats/${other.seats.member}`
    await service.api('PATCH', seat, { token: other.tokens.owner, body: change })
    await work()
    const { get, rows } = importerOf(service.api, other.tokens.owner, { boardId: id })
    const run = (await get(`/${data.id}`)).body.data
    expect(run).toMatchObject({ status: 'failed', error: expect.stringContaining(words), reason })
    expect(await rows()).toEqual([])
  },
)

test('a run ends, with the reason, if a column is locked, hidden or deleted in the meantime', async () => {
  for (const [change, words, why] of [
    [
      (b: Board) => b.policy('grade', locked),
      'can no longer edit the column grade',
      ['column_closed', { column: 'grade' }],
    ],
    [(b: Board) => b.policy('grade', hidden), 'no longer see it', ['column_gone', {}]],
    [
      async ({ id }: Board) => {
        const path = `/v1/boards/${id}/columns/grade`
        await service.api('DELETE', path, { token: desk.tokens.owner })
      },
      'no longer see it',
      ['column_gone', {}],
    ],
    [
      async ({ id }: Board) => {
        await service.api('DELETE', `/v1/boards/${id}`, { token: desk.tokens.owner })
      },
      'was deleted',
      ['definition_deleted', {}],
    ],
  ] as const) {
    const made = await board()
    const { send } = made.as('member')
    const { data } = (await send({ file: 'Name,Grade\nAcme,1\n' })).body
    await change(made)
    await work()
    const [run] = await service.sql('SELECT status, error, why FROM import_runs WHERE id = $1', [
      data.id,
    ])
    expect([run.status, run.error]).toEqual(['failed', expect.stringContaining(words)])
    expect([run.why.reason, run.why.values, run.why.error]).toEqual([...why, run.error])
  }
})
type Board = Awaited<ReturnType<typeof board>>

test('viewers can read runs, but not start, undo or redo them', async () => {
  const { as } = await board()
  const { data } = (await as('member').send({ file: 'Name\nAcme\n' })).body
  await work()
  const viewer = as('viewer')
  for (const path of [
    '',
    `/${data.id}`,
    `/${data.id}/rows`,
    `/${data.id}/failures`,
    `/${data.id}/undo`,
  ]) {
    expect((await viewer.get(path)).status, path).toBe(200)
  }
  const denied = [
    await viewer.send({ file: 'Name\nAcme\n' }),
    await viewer.preview({ file: 'Name\nAcme\n' }),
    await viewer.post(`/${data.id}/undo`),
    await viewer.post(`/${data.id}/redo`),
    await viewer.post('', { fileName: 'x', total: 0, imported: 0, failed: 0, results: [] }),
  ]
  expect(denied.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
})

test('the file is deleted once its run is over, or if it was refused', async () => {
  const { as } = await board()
  await work()
  const before = new Set(kept)
  await as('member').send({ file: 'Name\nAcme\n' })
  expect(kept.size).toBe(before.size + 1)
  await work()
  await as('member').send({ file: 'Nope\nAcme\n' })
  await as('member').send({ file: 'Name\n"Acme\n' })
  await as('member').send({ file: 'Name\nAcme\n', bogus: 'x' })
  await as('member').send({ file: 'Name\nAcme\n', dryRun: 'true' })
  await as('member').preview({ file: 'Name\nAcme\n' })
  expect(kept).toEqual(before)
})
