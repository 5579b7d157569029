import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Desk, makeBoard, makeDesk, makePage } from '../../../tests/support/desks/fixtures.ts'
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
  { name: 'Name', type: 'text', required: true },
  { name: 'Email', type: 'email', unique: true },
  { name: 'Amount', type: 'currency' },
  {
    name: 'Stage',
    type: 'select',
    settings: { options: [{ label: 'New' }], allowNewOptions: true },
  },
  { name: 'Since', type: 'date' },
]

async function board(token = desk.tokens.owner) {
  const { id } = await makeBoard(service, desk.tokens.owner, columns)
  return { id, ...importerOf(service.api, token, { boardId: id }) }
}

const cellsOf = (rows: { cells: object }[]) => rows.map(({ cells }) => cells)

describe('a file', () => {
  test('becomes rows in the background, in the sender’s name, stamped with the run', async () => {
    const { send, settled, rows, get } = await board(desk.tokens.member)
    const file =
      'Name,E-Mail,Amount,Stage,Since,Comment\nAcme,A@x.io,"$1,200.50",new,11/20/2026,x\n\nBolt,b@x.io,7,Won,2026-01-02,\n,,,,,\n'
    const started = await send({ file })
    expect(started.status, started.text).toBe(201)
    expect(started.body.data).toEqual({
      id: started.body.data.id,
      actorUserId: desk.seats.member,
      createdAt: expect.any(String),
      finishedAt: null,
      fileName: 'leads.csv',
      total: 2,
      imported: 0,
      failed: 0,
      results: [],
      standing: 0,
      progress: { done: 0, total: 2, secondsLeft: null },
      status: 'running',
    })
    const run = await settled(started.body.data.id)
    expect(run).toMatchObject({ status: 'completed', imported: 2, failed: 0, standing: 2 })
    const found = await rows()
    expect(cellsOf(found)).toEqual([
      { name: 'Acme', email: 'a@x.io', amount: 1200.5, stage: 'New', since: '2026-11-20' },
      { name: 'Bolt', email: 'b@x.io', amount: 7, stage: 'Won', since: '2026-01-02' },
    ])
    expect(found.map((row) => [row.source, row.createdBy, row.importRunId])).toEqual([
      ['import', `user:${desk.seats.member}`, run.id],
      ['import', `user:${desk.seats.member}`, run.id],
    ])
    expect(run.results).toEqual(found.map(({ id }) => id))
    expect((await get(`/${run.id}/rows?limit=1`)).body).toEqual({
      data: [found[0].id],
      nextCursor: expect.any(String),
    })
    expect((await get('')).body.data).toEqual([run])
  })

  test('is told as finished in the name of the person who started it, whatever became of its rows', async () => {
    const { run } = await board(desk.tokens.member)
    const whole = await run({ file: 'Name\nAcme\n' })
    const refused = await run({ file: 'Name,Email\nBolt,nobody\n' })
    expect([whole.status, refused.status]).toEqual(['completed', 'failed'])
    await service.eventsReadable()
    for (const role of ['member', 'viewer'] as const) {
      const { body } = await service.api('GET', '/v1/events?types=import.finished&limit=1000', {
        token: desk.tokens[role],
      })
      const subjects = [whole, refused].map((one) => `import:${one.id}`)
      const told = body.data.filter(({ subject }: { subject: string }) =>
        subjects.includes(subject),
      )
      const actor = `user:${desk.seats.member}`
      expect(told).toMatchObject(subjects.map((subject) => ({ subject, actor })))
    }
  })

  test('has its bad rows refused one by one, with line, values and reasons, also as a CSV', async () => {
    const { run, rows, get } = await board()
    const file = [
      'Name,Email,Amount,Note',
      'Acme,a@x.io,12,=1+1',
      ',b@x.io,12,=2+2',
      'Bolt,nobody,ten,=3+3',
      'Cove,a@x.io,1,=4+4',
      'Dorn,d@x.io',
      'E\0,e@x.io,1,x',
    ].join('\n')
    const done = await run({ file })
    expect(done).toMatchObject({ status: 'partial', total: 6, imported: 2, failed: 4 })
    expect(await rows()).toHaveLength(2)
    const { data } = (await get(`/${done.id}/failures`)).body
    expect(data.map(({ line }: { line: number }) => line)).toEqual([3, 4, 5, 7])
    expect(data[0]).toEqual({
      line: 3,
      values: { Name: '', Email: 'b@x.io', Amount: '12', Note: '=2+2' },
      errors: [
        {
          column: 'name',
          message: 'name: is required; send a value for it',
          reason: 'required',
          values: {},
        },
      ],
    })
    expect(data[1].errors.map(({ column }: { column: string }) => column)).toEqual([
      'email',
      'amount',
    ])
    expect(data[2].errors[0].message).toBe(
      'email: must be unique, and the row at line 2 of the file has the same value',
    )
    expect(data[3].errors[0].message).toContain('NUL')
    const csv = await get(`/${done.id}/failures?format=csv`)
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(csv.text.split('\r\n').slice(0, 2)).toEqual([
      'Name,Email,Amount,Note,error',
      ',b@x.io,12,\'=2+2,"Name: is required; send a value for it"',
    ])
    // Once corrected, the CSV can be imported: the error column goes nowhere, and disarmed text is restored.
    const mended = csv.text.replace(/^\ufeff/, '').replace(/^,b@x/m, 'Bert,b@x')
    expect(await run({ file: mended })).toMatchObject({ imported: 2, failed: 2 })
  })

  test('can be sent again with its Idempotency-Key, and is one run', async () => {
    const { send, settled, rows } = await board()
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const first = await send({ file: 'Name\nAcme\n' }, headers)
    const again = await send({ file: 'Name\nAcme\n' }, headers)
    expect([again.status, again.text]).toEqual([201, first.text])
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    const other = await send({ file: 'Name\nBolt\n' }, headers)
    expect(other.body.code).toBe('idempotency_key_reused')
    await settled(first.body.data.id)
    expect(await rows()).toHaveLength(1)
  })

  test('can be imported to a page too', async () => {
    const { key } = await makePage(service, desk.tokens.owner, columns)
    const { run, rows, own, get } = importerOf(service.api, desk.tokens.owner, {
      definitionKey: key,
    })
    const done = await run({ file: 'name\nAcme\n' })
    expect(done.status).toBe('completed')
    expect(cellsOf(await rows())).toEqual([{ name: 'Acme' }])
    expect((await get(`/${done.id}`)).body.data).toEqual(done)
    expect(own).toContain('/definitions/')
  })

  test('adds one option for each label, whichever rows are refused', async () => {
    const { id, run, rows } = await board()
    const file = 'Name,Stage\n,HOT\nAcme,hot\nBolt,Hot\n'
    expect(await run({ file })).toMatchObject({ imported: 2, failed: 1 })
    expect(cellsOf(await rows())).toEqual([
      { name: 'Acme', stage: 'hot' },
      { name: 'Bolt', stage: 'hot' },
    ])
    const { data } = (
      await service.api('GET', `/v1/boards/${id}/columns/stage`, { token: desk.tokens.owner })
    ).body
    expect(data.settings.options.map(({ label }: { label: string }) => label)).toEqual([
      'New',
      'hot',
    ])
  })

  test('larger than a block is written completely, in order, with failures at their lines', async () => {
    const { run, rows, get } = await board()
    const lines = Array.from({ length: 2300 }, (_, n) =>
      n % 1000 === 7 ? `,p${n}@x.io` : `P${n},p${n}@x.io`,
    )
    const done = await run({ file: `Name,Email\n${lines.join('\n')}` })
    expect(done).toMatchObject({ total: 2300, imported: 2297, failed: 3, resultsTruncated: true })
    const found = await rows()
    expect(found.map(({ cells }) => cells.name)).toEqual(
      lines.flatMap((line, n) => (line.startsWith(',') ? [] : `P${n}`)),
    )
    const ids = []
    let cursor = ''
    do {
      const page = (await get(`/${done.id}/rows?limit=700${cursor}`)).body
      ids.push(...page.data)
      cursor = page.nextCursor ? `&cursor=${page.nextCursor}` : ''
    } while (cursor)
    expect(ids).toEqual(found.map(({ id }) => id))
    const failures = (await get(`/${done.id}/failures`)).body.data
    expect(failures.map(({ line }: { line: number }) => line)).toEqual([9, 1009, 2009])
  })
})

describe('matchOn', () => {
  test('updates the row that has the value, makes one if none has, and ignores blank cells', async () => {
    const { run, rows, get, own } = await board()
    await run({ file: 'Name,Email,Amount\nAcme,a@x.io,1\nBolt,b@x.io,2\n' })
    const before = await rows()
    const done = await run({
      file: 'Email,Name,Amount\nA@X.io,Acme Inc,\nc@x.io,Cove,3\nc@x.io,,4\n,Nobody,5\nd@x.io,,6\n',
      matchOn: 'email',
    })
    expect(done).toMatchObject({ imported: 4, failed: 1, standing: 2 })
    const after = await rows()
    expect(cellsOf(after)).toEqual([
      { name: 'Acme Inc', email: 'a@x.io', amount: 1 },
      { name: 'Bolt', email: 'b@x.io', amount: 2 },
      { name: 'Cove', email: 'c@x.io', amount: 4 },
      { name: 'Nobody', amount: 5 },
    ])
    expect(new Set(done.results)).toEqual(new Set([before[0].id, after[2].id, after[3].id]))
    expect((await get(`/${done.id}/failures`)).body.data[0].errors[0].message).toBe(
      'name: is required; send a value for it',
    )
    const { data } = (
      await service.api('GET', `${own}/rows/${before[0].id}/history`, { token: desk.tokens.owner })
    ).body
    expect(data[0]).toMatchObject({ action: 'imported', runId: done.id })
  })

  test('a row that several blocks of the file update is named once, and has the last values', async () => {
    const { run, rows, post } = await board()
    await run({ file: 'Name,Email\nAcme,a@x.io\n' })
    const [acme] = await rows()
    const lines = Array.from({ length: 1100 }, (_, n) => `N${n},n${n}@x.io`)
    lines[3] = 'First,a@x.io'
    lines[1050] = 'Second,a@x.io'
    lines[1051] = 'Renamed,n0@x.io'
    const done = await run({ file: `Name,Email\n${lines.join('\n')}\n`, matchOn: 'email' })
    expect(done).toMatchObject({ imported: 1100, standing: 1097 })
    const found = await rows()
    expect(found.slice(0, 2).map(({ cells }) => cells.name)).toEqual(['Second', 'Renamed'])
    const undone = (await post(`/${done.id}/undo`)).body.data
    expect([undone.removed, undone.kept]).toEqual([1097, [acme.id]])
  })

  test('a column that is not unique works too, but a value that several rows have is refused', async () => {
    const { run, rows } = await board()
    await run({ file: 'Name,Amount\nAcme,1\nBolt,2\nBolt,3\n' })
    const done = await run({ file: 'Name,Amount\nAcme,10\nBolt,20\nNew,30\n', matchOn: 'Name' })
    expect(done).toMatchObject({ imported: 2, failed: 1, standing: 1 })
    expect((await rows()).map(({ cells }) => cells.amount)).toEqual([10, 2, 3, 30])
  })

  test.each([true, false])(
    'a phone number finds a row that has it with an extension, which stays (unique: %s)',
    async (unique) => {
      const phones = [
        { name: 'Name', type: 'text' },
        { name: 'Phone', type: 'phone', unique },
      ]
      const { id } = await makeBoard(service, desk.tokens.owner, phones)
      const { run, rows } = importerOf(service.api, desk.tokens.owner, { boardId: id })
      await run({ file: 'Name,Phone\nAcme,(415) 555-0199 x12\nBolt,415-555-0188 x7\n' })
      const file = 'Name,Phone\nAcme Inc,4155550199\nBolt Inc,+1 415 555 0188 ext. 8\n'
      expect(await run({ file, matchOn: 'Phone' })).toMatchObject({ imported: 2, standing: 0 })
      expect(cellsOf(await rows())).toEqual([
        { name: 'Acme Inc', phone: '+14155550199;ext=12' },
        { name: 'Bolt Inc', phone: '+14155550188;ext=8' },
      ])
    },
  )
})
