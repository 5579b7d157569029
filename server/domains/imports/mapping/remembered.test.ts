import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Desk, makeBoard, makeDesk } from '../../../tests/support/desks/fixtures.ts'
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

const columns = [
  { name: 'Name', type: 'text' },
  { name: 'Email', type: 'email', unique: true },
  { name: 'Secret', type: 'text' },
  { name: 'Stage', type: 'select', settings: { options: [{ label: 'New' }, { label: 'Won' }] } },
]

async function board() {
  const made = await makeBoard(service, desk.tokens.owner, columns)
  const as = (token: string) => importerOf(service.api, token, { boardId: made.id })
  const own = await service.api('GET', `/v1/boards/${made.id}`, { token: desk.tokens.owner })
  const idOf = (key: string) =>
    own.body.data.columns.find((column: { key: string }) => column.key === key).id
  const hide = (key: string) =>
    service.api('PUT', `/v1/definitions/${made.key}/column-policies/${idOf(key)}`, {
      token: desk.tokens.owner,
      body: { visibleTo: { mode: 'nobody' } },
    })
  return { ...made, as, hide, ...as(desk.tokens.owner) }
}

const FILE = 'Who,Code,Mail,State\nAcme,x1,a@x.example,closed\n'
/** The same headers in another order. */
const NEXT = 'State,Mail,Code,Who\nclosed,b@x.example,x2,Bolt\nclosed,nobody,x3,Cove\n'
const MAPPED = {
  mapping: { Who: 'name', Code: 'secret', Mail: 'email', State: 'stage' },
  matchOn: 'email',
  onBad: { stage: 'leave_empty', name: 'refuse' },
  valueMaps: { stage: { closed: 'Won' } },
}

const shown = (data: { columns: { proposed: string | null }[] }) =>
  data.columns.map(({ proposed }) => proposed)

test('the next file with the same headers is mapped as the last one, with its treatment of values', async () => {
  const { preview, run } = await board()
  const corrections = [{ line: 2, column: 'name', value: 'Acme Inc' }]
  const first = await run({ file: FILE, ...MAPPED, corrections })
  const { data } = (await preview({ file: NEXT })).body
  expect(data.remembered).toEqual({
    runId: first.id,
    at: first.finishedAt,
    matchOn: 'email',
    onBad: { name: 'refuse', secret: 'refuse', stage: 'leave_empty' },
    valueMaps: { stage: { closed: 'Won' } },
    links: {},
    readAs: {},
  })
  expect(shown(data)).toEqual(['stage', 'email', 'secret', 'name'])
  expect(new Set(data.columns.map(({ why }: { why: string }) => why))).toEqual(
    new Set(['remembered']),
  )
  expect(data.rows[0].cells).toMatchObject({ name: 'Bolt', stage: 'Won' })
  expect(data.counts).toMatchObject({ wouldImport: 1, wouldFail: 1 })
})

test('what is sent takes the place of what is remembered, and starting over forgets it', async () => {
  const { preview, run } = await board()
  await run({ file: FILE, ...MAPPED })
  const other = { onBad: { '*': 'leave_empty', secret: 'leave_empty' }, matchOn: 'name' }
  const changed = (await preview({ file: NEXT, ...other, valueMaps: { stage: {} } })).body.data
  expect(changed.remembered.onBad.secret).toBe('refuse')
  expect(changed.problems).toMatchObject([
    { column: 'stage', effect: 'left_empty', count: 2 },
    { column: 'email', effect: 'left_empty', count: 1 },
  ])
  for (const form of [{ startOver: 'true' }, { mapping: { Mail: 'email' } }]) {
    const { data } = (await preview({ file: NEXT, ...form })).body
    expect(data).not.toHaveProperty('remembered')
    expect(shown(data)).toContain(null)
  }
  const refused = await preview({ file: NEXT, startOver: 'perhaps' })
  expect([refused.status, refused.body.issues[0].path]).toEqual([400, 'body.startOver'])
  const unread = await preview({ file: NEXT, onBad: 'x' })
  expect([unread.status, unread.body.issues[0].path]).toEqual([400, 'body.onBad'])
})

test('one’s own last import comes first, then anybody’s; a run that wrote nothing is not remembered', async () => {
  const { as, preview, run } = await board()
  const member = as(desk.tokens.member)
  const own = await member.run({ file: FILE, mapping: { Who: 'name' } })
  const others = await run({ file: FILE, mapping: { Who: 'secret' } })
  await member.run({ file: FILE, mapping: { Mail: 'name' }, corrections: [] })
  const last = await member.run({
    file: FILE.replace('a@x', ' nobody '),
    mapping: { Mail: 'email' },
  })
  expect(last.status).toBe('failed')
  const mine = (await member.preview({ file: NEXT })).body.data
  expect([mine.remembered.runId === own.id, shown(mine)]).toEqual([
    false,
    [null, 'name', null, null],
  ])
  const theirs = (await as(desk.tokens.admin).preview({ file: NEXT })).body.data
  expect(theirs.remembered.runId).not.toBe(others.id)
  expect((await preview({ file: NEXT })).body.data.remembered.runId).toBe(others.id)
  const more = `${NEXT.split('\n')[0]},More\na,b,c,d,e\n`
  expect((await preview({ file: more })).body.data).not.toHaveProperty('remembered')
})

test('nobody is told of columns that they cannot see, and options that are gone are not mapped to', async () => {
  const { id, as, run, hide, preview } = await board()
  const member = as(desk.tokens.member)
  await run({ file: FILE, ...MAPPED })
  expect((await hide('secret')).status).toBe(200)
  const { data } = (await member.preview({ file: NEXT })).body
  expect(shown(data)).toEqual(['stage', 'email', null, 'name'])
  expect(JSON.stringify(data.remembered)).not.toContain('secret')
  for (const key of ['email', 'name', 'stage']) await hide(key)
  const nothing = (await member.preview({ file: NEXT })).body.data
  expect(nothing).not.toHaveProperty('remembered')

  const { columns: all } = (
    await service.api('GET', `/v1/boards/${id}`, { token: desk.tokens.owner })
  ).body.data
  const stage = all.find(({ key }: { key: string }) => key === 'stage')
  const options = stage.settings.options.filter(({ label }: { label: string }) => label !== 'Won')
  const changed = await service.api('PATCH', `/v1/boards/${id}/columns/${stage.id}`, {
    token: desk.tokens.owner,
    body: { settings: { options } },
  })
  expect(changed.status, changed.text).toBe(200)
  const later = (await preview({ file: NEXT })).body.data
  expect(later.remembered.valueMaps).toEqual({ stage: {} })
})
