import { readdir, rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { diskFiles } from '../../../platform/files/file-store.ts'
import { type Desk, makeDesk } from '../../../tests/support/desks/fixtures.ts'
import { temporaryDirectory } from '../../../tests/support/machine/temporary.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'
import { purgeFiles } from '../../records/files/purge.ts'

let service: TestService
let desk: Desk
let strangers: Desk
let directory: string
beforeAll(async () => {
  directory = await temporaryDirectory()
  service = await startService({ maxFileBytes: 1024 * 1024, files: diskFiles(directory) })
  desk = await makeDesk(service)
  strangers = await makeDesk(service)
})
afterAll(async () => {
  await service.stop()
  await rm(directory, { recursive: true, force: true })
})

type Role = keyof Desk['tokens']
const post = (body: unknown, role: Role = 'member', headers: Record<string, string> = {}) =>
  service.api('POST', '/v1/documents', { token: desk.tokens[role], body, headers })
const get = (path: string, role: Role = 'viewer', of = desk) =>
  service.api('GET', path, { token: of.tokens[role] })
const link = {
  name: 'March statement',
  documentType: 'bank_statement',
  url: 'https://files.example.com/m',
}

function form(
  fields: Record<string, string>,
  bytes = 'the bytes',
  name = 'statement.pdf',
): FormData {
  const parts = new FormData()
  for (const [field, value] of Object.entries(fields)) parts.set(field, value)
  parts.set('file', new File([bytes], name, { type: 'application/pdf' }))
  return parts
}
async function upload(by = desk, role: Role = 'member', bytes = 'a file') {
  const body = form({}, bytes, 'signed.pdf')
  return (await service.api('POST', '/v1/files', { token: by.tokens[role], body })).body.data
}
const count = async (table: 'documents' | 'files'): Promise<number> =>
  (await service.sql(`SELECT count(*)::int AS n FROM ${table}`))[0].n

test('a document says what and where it is, and every seat can read it', async () => {
  const made = await post(link)
  expect(made.status).toBe(201)
  const { data } = made.body
  expect(data).toEqual({
    id: data.id,
    ...link,
    file: null,
    createdBy: `user:${desk.seats.member}`,
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  })
  expect(Number.isInteger(data.id)).toBe(true)
  expect((await get(`/v1/documents/${data.id}`)).body.data).toEqual(data)
  const [event] = await service.sql(
    "SELECT actor, subject, data FROM events WHERE type = 'document.created' ORDER BY id DESC LIMIT 1",
  )
  expect(event).toEqual({
    actor: data.createdBy,
    subject: `document:${data.id}`,
    data: { documentId: data.id },
  })
  const bare = await post({ name: 'On paper', documentType: 'lease' })
  expect(bare.body.data).toMatchObject({ url: null, file: null })
})

test('a file that comes with it is the document, with its own name unless another is sent', async () => {
  const made = await post(form({ documentType: 'lease' }, 'the lease', 'Lease – signed.pdf'))
  expect(made.status, made.text).toBe(201)
  const { data } = made.body
  expect(data).toMatchObject({
    name: 'Lease – signed.pdf',
    documentType: 'lease',
    url: null,
    file: { id: expect.any(String), name: 'Lease – signed.pdf', size: 9, type: 'application/pdf' },
  })
  const content = await get(`/v1/files/${data.file.id}/content`)
  expect([content.status, content.text]).toEqual([200, 'the lease'])
  const named = await post(form({ name: 'The lease', documentType: 'lease' }))
  expect(named.body.data).toMatchObject({ name: 'The lease', file: { name: 'statement.pdf' } })
})

test('an uploaded file is used by its id; then every seat can read it, and it stays', async () => {
  const file = await upload()
  expect((await get(`/v1/files/${file.id}`)).status).toBe(404)
  const made = await post({ documentType: 'contract', fileId: file.id })
  expect(made.body.data).toMatchObject({ name: 'signed.pdf', file: { id: file.id, size: 6 } })
  expect((await get(`/v1/files/${file.id}`)).status).toBe(200)
  expect((await get(`/v1/files/${file.id}/content`)).text).toBe('a file')
  const loose = await upload()
  await service.sql("UPDATE files SET loose_since = now() - interval '2 days'")
  await purgeFiles(service.db, diskFiles(directory), new AbortController().signal)
  expect((await get(`/v1/files/${file.id}/content`)).text).toBe('a file')
  expect((await get(`/v1/files/${loose.id}`, 'member')).status).toBe(404)
})

test('however many files are documents, unused ones are purged', async () => {
  const loose = await upload()
  await service.sql(
    `WITH made AS (
       INSERT INTO files (workspace_id, id, store_key, name, type, size, sha256, created_by, loose_since)
       SELECT $1, gen_random_uuid(), 'old/' || n, 'old.pdf', 'application/pdf', 1, '', 'system', '2020-01-01'
       FROM generate_series(1, 501) AS n RETURNING id)
     INSERT INTO documents (workspace_id, id, name, document_type, file_id, created_by)
     SELECT $1, 100000 + row_number() OVER (), 'Old', 'archive', id, 'system' FROM made`,
    [desk.workspaceId],
  )
  await service.sql("UPDATE files SET loose_since = now() - interval '2 days' WHERE id = $1", [
    loose.id,
  ])
  await purgeFiles(service.db, diskFiles(directory), new AbortController().signal)
  expect((await get(`/v1/files/${loose.id}`, 'member')).status).toBe(404)
  const [archive] = await service.sql(
    `SELECT count(*)::int AS count FROM documents d
     JOIN files f ON f.workspace_id = d.workspace_id AND f.id = d.file_id WHERE d.document_type = 'archive'`,
  )
  expect(archive).toEqual({ count: 501 })
})

test('files that the caller cannot read, and those of other workspaces, are unknown', async () => {
  const before = await count('documents')
  const missing = await post({
    documentType: 'lease',
    fileId: '019a0000-0000-7000-8000-000000000000',
  })
  expect(missing).toMatchObject({
    status: 400,
    body: { code: 'unknown_reference', issues: [{ path: 'body.fileId' }] },
  })
  for (const file of [await upload(desk, 'admin'), await upload(strangers)]) {
    expect((await post({ documentType: 'lease', fileId: file.id })).body).toEqual(missing.body)
  }
  expect(await count('documents')).toBe(before)
})

test.each([
  [{ documentType: 'lease' }, 'body.name'],
  [{ documentType: 'lease', url: link.url }, 'body.name'],
  [{ name: 'Lease' }, 'body.documentType'],
  [{ ...link, documentType: ' ' }, 'body.documentType'],
  [{ ...link, fileId: '019a0000-0000-7000-8000-000000000000' }, 'body.url'],
  [{ ...link, url: 'javascript:alert(1)' }, 'body.url'],
  [{ ...link, url: 'ftp://files.example.com' }, 'body.url'],
  [{ ...link, file: 'bytes' }, 'body.file'],
  [{ ...link, kind: 'x' }, 'body.kind'],
])('as JSON %j is refused, naming %s', async (body, path) => {
  const answer = await post(body)
  expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
  expect(answer.body.issues.map((issue: { path: string }) => issue.path)).toContain(path)
})

test('an invalid form is refused, and keeps neither a document nor the bytes', async () => {
  const stored = async () =>
    (await readdir(directory, { recursive: true })).filter((path) => path.includes('-')).length
  const [documents, files, bytes] = [await count('documents'), await count('files'), await stored()]
  for (const [body, why] of [
    [form({}), 'body.documentType is required'],
    [form({ documentType: ' ' }), 'body.documentType must not be blank'],
    [form({ documentType: 'lease', name: 'x'.repeat(301) }), 'body.name'],
    [form({ documentType: 'x'.repeat(5000) }), 'too long'],
    [form({ documentType: 'le\0ase' }), 'NUL'],
    [
      form({ documentType: 'lease', url: link.url }),
      'has the field "url"; send documentType, name',
    ],
    [form({ documentType: 'lease', fileId: 'x' }), 'has the field "fileId"'],
  ] as const) {
    const { status, body: refusal } = await post(body)
    expect([status, refusal.code]).toEqual([400, 'invalid_request'])
    expect(refusal.error).toContain(why)
  }
  const without = new FormData()
  without.set('documentType', 'lease')
  expect((await post(without)).body.error).toContain('has no file')
  expect((await post(form({ documentType: 'lease' }, 'x'.repeat(1024 * 1024 + 1)))).status).toBe(
    413,
  )
  expect(await post(form({ documentType: 'lease' }), 'viewer')).toMatchObject({
    status: 403,
    body: { code: 'forbidden' },
  })
  expect([await count('documents'), await count('files'), await stored()]).toEqual([
    documents,
    files,
    bytes,
  ])
})

test('a body that is neither JSON nor a form is refused, and JSON has its usual limits', async () => {
  const text = await post('name=x', 'member', { 'content-type': 'text/plain' })
  expect([text.status, text.body.code]).toEqual([415, 'unsupported_media_type'])
  const half = await post('{"name": ', 'member', { 'content-type': 'application/json' })
  expect([half.status, half.body.code]).toEqual([400, 'invalid_json'])
  const large = await post({ ...link, name: 'x'.repeat(1024 * 1024) })
  expect([large.status, large.body.code]).toEqual([413, 'payload_too_large'])
  const empty = await post('', 'member', { 'content-type': 'multipart/form-data; boundary=b' })
  expect([empty.status, empty.body.code]).toEqual([400, 'invalid_request'])
  expect((await post(null)).status).toBe(400)
})

test('with one Idempotency-Key it is one document, as JSON and as a form', async () => {
  const before = await count('documents')
  for (const body of [() => link, () => form({ documentType: 'lease' }, 'same')]) {
    const key = { 'idempotency-key': crypto.randomUUID() }
    const first = await post(body(), 'member', key)
    const again = await post(body(), 'member', key)
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    const other = await post(form({ documentType: 'other' }, 'same'), 'member', key)
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused'])
  }
  expect(await count('documents')).toBe(before + 2)
})

test('the list is ordered by id, in pages, and of one type if asked for', async () => {
  const type = `type ${crypto.randomUUID()}`
  const ids: number[] = []
  for (const name of ['A', 'B', 'C'])
    ids.push((await post({ name, documentType: type })).body.data.id)
  const list = async (query: string) =>
    (await get(`/v1/documents?documentType=${encodeURIComponent(type)}&${query}`)).body
  const first = await list('limit=2')
  expect(first.data.map(({ id }: { id: number }) => id)).toEqual(ids.slice(0, 2))
  const second = await list(`limit=2&cursor=${first.nextCursor}`)
  expect(second).toMatchObject({ data: [{ id: ids[2] }], nextCursor: null })
  expect((await get('/v1/documents?limit=1000')).body.data.length).toBeGreaterThan(3)
  expect(await get('/v1/documents?cursor=bm8')).toMatchObject({
    status: 400,
    body: { code: 'invalid_cursor' },
  })
})

test('documents of other workspaces are not found', async () => {
  const { data } = (await post(link)).body
  for (const path of [`${data.id + 1000}`, '0', 'x', '99999999999']) {
    expect(await get(`/v1/documents/${path}`)).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    })
  }
  expect((await get(`/v1/documents/${data.id}`, 'owner', strangers)).status).toBe(404)
  expect((await get('/v1/documents', 'owner', strangers)).body.data).toEqual([])
})
