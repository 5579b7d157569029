import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Desk, makeDesk, type NewColumn } from '../../../tests/support/desks/fixtures.ts'
import { integration, restrict } from '../../../tests/support/desks/ingest.ts'
import { openRows } from '../../../tests/support/desks/rows.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'
import { purgeFiles } from '../../records/files/purge.ts'

let service: TestService
let desk: Desk
beforeAll(async () => {
  service = await startService({ maxFileBytes: 1024 * 1024 })
  desk = await makeDesk(service)
})
afterAll(() => service.stop())

const PAPERS: NewColumn[] = [
  { name: 'Name', type: 'text' },
  { name: 'Papers', type: 'file' },
]

/** A board with a file column, and what a key of it can do. */
async function open(columns = PAPERS, kind: 'board' | 'page' = 'board') {
  const rows = await openRows(service, desk, columns, kind)
  return { ...rows, ...integration(service, rows.secret, kind) }
}

const formOf = (bytes: string, name = 'statement.pdf', type = 'application/pdf'): FormData => {
  const form = new FormData()
  form.set('file', new File([bytes], name, { type }))
  return form
}
const send = (token: string, body: unknown, headers: Record<string, string> = {}) =>
  service.api('POST', '/v1/ingest/files', { token, body, headers })
async function upload(secret: string, bytes: string = crypto.randomUUID(), name?: string) {
  const answer = await send(secret, formOf(bytes, name))
  expect(answer.status, answer.text).toBe(201)
  return answer.body.data
}
const sha256 = (bytes: string) => createHash('sha256').update(bytes).digest('hex')

/** How many files the store has. */
async function stored(): Promise<number> {
  const entries = await readdir(service.directory, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).length
}

const refused = (answer: { status: number; body: unknown }, message: string) =>
  expect(answer).toMatchObject({
    status: 400,
    body: { error: { errors: [{ column: 'papers', message: expect.stringContaining(message) }] } },
  })

describe.each(['board', 'page'] as const)('a key of a %s', (kind) => {
  test('sends a file, and then the row that holds it', async () => {
    const { secret, write, as } = await open(PAPERS, kind)
    const sent = await upload(secret, 'March', 'March.pdf')
    expect(sent).toEqual({
      upload: sent.upload,
      name: 'March.pdf',
      size: 5,
      type: 'application/pdf',
      sha256: sha256('March'),
    })
    const made = await write({ cells: { name: 'Acme', papers: [sent.upload] } })
    expect(made.status, made.text).toBe(201)
    const file = { name: 'March.pdf', size: 5, type: 'application/pdf', id: sent.upload }
    expect(made.body.data.cells).toEqual({ name: 'Acme', papers: [file] })
    const received = { column: 'papers', name: 'March.pdf', sha256: sha256('March') }
    expect(made.body.files).toEqual([{ ...received, seenBefore: false }])
    const kept = await as('viewer')('GET', '/receipts')
    expect(kept.body.data[0].files).toEqual({
      count: 1,
      items: [{ index: 0, ...received, seenBefore: false }],
    })
    const content = await service.api('GET', `/v1/files/${sent.upload}/content`, {
      token: desk.tokens.viewer,
    })
    expect(content.text).toBe('March')
  })
})

test('a row without files says nothing of them', async () => {
  const { write } = await open()
  const { body } = await write({ cells: { name: 'Acme' } })
  expect(body).not.toHaveProperty('files')
})

test('a cell takes an upload as text, and as the answer that it came in', async () => {
  const { secret, write } = await open()
  const [first, second, third] = [await upload(secret), await upload(secret), await upload(secret)]
  const one = await write({ cells: { papers: first.upload } })
  expect(one.body.data.cells.papers).toHaveLength(1)
  const two = await write({ rows: [{ papers: [second, { upload: third.upload }] }] })
  expect(two.body.data[0].cells.papers.map(({ id }: { id: string }) => id)).toEqual([
    second.upload,
    third.upload,
  ])
})

test('the receipt tells whether the board already has the same bytes', async () => {
  const board = await open()
  const other = await open()
  const seen = async ({ secret, write }: typeof board, bytes: string) => {
    const { upload: papers } = await upload(secret, bytes)
    return (await write({ cells: { papers } })).body.files[0].seenBefore
  }
  expect(await seen(board, 'April')).toBe(false)
  expect(await seen(board, 'April')).toBe(true)
  expect(await seen(board, 'May')).toBe(false)
  expect(await seen(other, 'April')).toBe(false)

  const rows = (await board.as('owner')('GET', '/rows')).body.data
  for (const { id } of rows) await board.as('owner')('DELETE', `/rows/${id}`)
  expect(await seen(board, 'April'), 'in the trash').toBe(false)
})

test('a column that the key cannot see does not tell whether it has the same bytes', async () => {
  const board = await open([...PAPERS, { name: 'Secret', type: 'file' }])
  const { secret, write, key } = board
  const hidden = await upload(secret, 'June')
  await write({ cells: { secret: hidden.upload } })
  await restrict(service, desk.workspaceId, key, 'secret', { visibleTo: 'nobody' })
  const { upload: papers } = await upload(secret, 'June')
  expect((await write({ cells: { papers } })).body.files[0].seenBefore).toBe(false)
})

test('an upload is used once', async () => {
  const { secret, write } = await open()
  const { upload: papers } = await upload(secret)
  refused(await write({ rows: [{ papers }, { papers }] }), 'is used twice in this request')
  expect((await write({ cells: { papers } }, { query: '?dryRun=true' })).status).toBe(200)
  const [one, two] = await Promise.all([
    write({ cells: { papers, name: 'one' } }),
    write({ cells: { papers, name: 'two' } }),
  ])
  expect([one.status, two.status].toSorted()).toEqual([201, 400])
  refused(await write({ cells: { papers } }), 'is not an upload of this key')
})

test('a retry with its Idempotency-Key uses its upload once and gets the same answer', async () => {
  const { secret, write } = await open()
  const { upload: papers } = await upload(secret)
  const first = await write({ cells: { papers } }, { retry: 'a' })
  expect(first.status).toBe(201)
  expect((await write({ cells: { papers } }, { retry: 'a' })).text).toBe(first.text)
})

test('an own id replays the files of its first answer', async () => {
  const { secret, write } = await open(PAPERS, 'page')
  const { upload: papers } = await upload(secret)
  const first = await write({ cells: { papers }, external_id: 'x' })
  const again = await write({ cells: { papers }, external_id: 'x' })
  expect(again.body).toEqual({ ...first.body, outcome: 'replayed' })
  expect(again.body.files).toHaveLength(1)
})

test('nobody else’s file can be used, nor one that is a day old', async () => {
  const { secret, write, as } = await open()
  const second = await as('owner')('POST', '/keys', { name: 'Other', scopes: ['rows:write'] })
  const { upload: others } = await upload(second.body.data.secret)
  refused(await write({ cells: { papers: others } }), 'is not an upload of this key')

  const body = formOf('mine')
  const ofPerson = await service.api('POST', '/v1/files', { token: desk.tokens.member, body })
  refused(await write({ cells: { papers: ofPerson.body.data.id } }), 'is not an upload of this key')
  const row = await as('member')('POST', '/rows', { cells: { papers: [ofPerson.body.data.id] } })
  expect(row.status).toBe(201)
  refused(await write({ cells: { papers: ofPerson.body.data.id } }), 'is not an upload of this key')

  const { upload: old } = await upload(secret)
  await service.sql(`UPDATE files SET created_at = now() - interval '25 hours' WHERE id = $1`, [
    old,
  ])
  refused(await write({ cells: { papers: old } }), 'used once, within 24 hours')
  // A person cannot use it either: it belongs to the key.
  const { upload: fresh } = await upload(secret)
  expect((await as('owner')('POST', '/rows', { cells: { papers: [fresh] } })).status).toBe(400)
})

test('an upload that no row uses is deleted after a day', async () => {
  const { secret, write } = await open()
  const [used, unused] = [await upload(secret), await upload(secret)]
  await write({ cells: { papers: used.upload } })
  const before = await stored()
  await service.sql(
    `UPDATE files SET loose_since = now() - interval '25 hours' WHERE id = ANY ($1::uuid[])`,
    [[used.upload, unused.upload]],
  )
  await purgeFiles(service.db, service.files, new AbortController().signal)
  const left = await service.sql('SELECT id FROM files WHERE id = ANY ($1::uuid[])', [
    [used.upload, unused.upload],
  ])
  expect(left).toEqual([{ id: used.upload }])
  expect(await stored()).toBe(before - 1)
})

test('a column decides on kinds and counts, and names the file that it does not take', async () => {
  const { secret, write } = await open([
    { name: 'Papers', type: 'file', settings: { accept: ['image/*'], maxFiles: 1 } },
  ])
  const { upload: papers } = await upload(secret, 'x', 'deal.pdf')
  refused(await write({ cells: { papers } }), '"deal.pdf" is application/pdf')
  refused(await write({ cells: { papers: [papers, crypto.randomUUID()] } }), 'too many')
})

test('a retry with the same bytes gets the same upload, and other bytes are refused', async () => {
  const { secret } = await open()
  const headers = { 'idempotency-key': 'file-1' }
  const first = await send(secret, formOf('bytes'), headers)
  const before = await stored()
  const again = await send(secret, formOf('bytes'), headers)
  expect(again.text).toBe(first.text)
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  expect((await send(secret, formOf('others'), headers)).status).toBe(422)
  expect(await stored()).toBe(before)
})

describe('a refused upload leaves nothing', () => {
  test.each([
    ['too large', () => formOf('x'.repeat(1024 * 1024 + 1)), 413, 'payload_too_large'],
    ['two files', () => twice(), 400, 'invalid_request'],
    ['no file', () => new FormData(), 400, 'invalid_request'],
    ['JSON', () => ({ file: 'x' }), 415, 'unsupported_media_type'],
  ])('%s', async (_, body, status, code) => {
    const { secret } = await open()
    const [before, files] = [await stored(), await service.sql('SELECT count(*) FROM files')]
    const answer = await send(secret, body())
    expect([answer.status, answer.body.error.code], answer.text).toEqual([status, code])
    expect(await stored()).toBe(before)
    expect(await service.sql('SELECT count(*) FROM files')).toEqual(files)
  })

  test('without the scope, without a key, and with a token of a person', async () => {
    const { as } = await open()
    const reader = await as('owner')('POST', '/keys', { name: 'Reader', scopes: ['read'] })
    const before = await stored()
    expect((await send(reader.body.data.secret, formOf('x'))).status).toBe(403)
    expect((await send('', formOf('x'))).body.error.message).toBe('an API key is required')
    expect((await send(desk.tokens.owner, formOf('x'))).status).toBe(401)
    expect(await stored()).toBe(before)
  })

  function twice(): FormData {
    const form = formOf('one')
    form.append('file', new File(['two'], 'two.pdf'))
    return form
  }
})

test('a key reads no file, not even its own', async () => {
  const { secret } = await open()
  const { upload: id } = await upload(secret)
  for (const path of [`/v1/files/${id}`, `/v1/files/${id}/content`]) {
    expect((await service.api('GET', path, { token: secret })).body.code).toBe('session_required')
  }
})

test('an upload counts as a write of its key', async () => {
  const server = await service.beside({ rateLimitIngest: 2 })
  const { secret } = await open()
  const post = (body: unknown) => server.api('POST', '/v1/ingest/files', { token: secret, body })
  const first = await post(formOf('x'))
  expect(first.headers.get('ratelimit-remaining')).toBe('1')
  expect((await post(formOf('x'))).status).toBe(201)
  const before = await stored()
  const over = await post(formOf('x'))
  expect([over.status, over.body.error.code]).toEqual([429, 'rate_limited'])
  expect(await stored()).toBe(before)
})
