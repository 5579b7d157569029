import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Desk, makeDesk } from '../../../tests/support/desks/fixtures.ts'
import { restrict } from '../../../tests/support/desks/ingest.ts'
import { openRows, type Rows } from '../../../tests/support/desks/rows.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'
import { purgeFiles } from './purge.ts'

let service: TestService
let desk: Desk
let strangers: Desk
beforeAll(async () => {
  service = await startService({ maxFileBytes: 1024 * 1024 })
  desk = await makeDesk(service)
  strangers = await makeDesk(service)
})
afterAll(() => service.stop())

type Bytes = string | Uint8Array<ArrayBuffer>

/** Sends a form as a browser would. */
const send = (token: string, form: FormData, headers: Record<string, string> = {}) =>
  service.api('POST', '/v1/files', { token, body: form, headers })
function formOf(bytes: Bytes, name = 'deal.pdf', type = 'application/pdf'): FormData {
  const form = new FormData()
  form.set('file', new File([bytes], name, { type }))
  return form
}
async function upload(
  bytes: Bytes,
  name?: string,
  type?: string,
  by: keyof Desk['tokens'] = 'member',
) {
  const { status, body } = await send(desk.tokens[by], formOf(bytes, name, type))
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data
}
const get = (id: string, part = '', role: keyof Desk['tokens'] = 'member', of = desk) =>
  service.api('GET', `/v1/files/${id}${part}`, { token: of.tokens[role] })

const boardOf = (settings?: object) =>
  openRows(service, desk, [
    { name: 'Name', type: 'text' },
    { name: 'Papers', type: 'file', ...(settings && { settings }) },
  ])
const put = (board: Rows, papers: unknown, as: keyof Desk['tokens'] = 'member') =>
  board.as(as)('POST', '/rows', { cells: { papers } })

test('the answer to an upload describes the file, and its bytes come back as they were', async () => {
  const bytes = crypto.getRandomValues(new Uint8Array(new ArrayBuffer(60_000)))
  const file = await upload(bytes, 'Vertrag – Müller & Söhne.pdf')
  expect(file).toEqual({
    id: file.id,
    name: 'Vertrag – Müller & Söhne.pdf',
    type: 'application/pdf',
    size: 60_000,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    createdAt: file.createdAt,
    createdBy: `user:${desk.seats.member}`,
  })
  expect((await get(file.id)).body.data).toEqual(file)
  const content = await get(file.id, '/content')
  expect(content.status).toBe(200)
  expect(Buffer.from(content.bytes).equals(bytes)).toBe(true)
})

test('a download that broke off goes on where it stopped, as long as the file is the same', async () => {
  const bytes = crypto.getRandomValues(new Uint8Array(new ArrayBuffer(60_000)))
  const file = await upload(bytes, 'call.mp3')
  const part = async (headers: Record<string, string>) => {
    const answer = await service.api('GET', `/v1/files/${file.id}/content`, {
      token: desk.tokens.member,
      headers,
    })
    const { status, headers: got, bytes: body } = answer
    return { status, range: got.get('content-range'), got, body: Buffer.from(body) }
  }
  const whole = await part({})
  expect([whole.status, whole.range, whole.got.get('accept-ranges')]).toEqual([200, null, 'bytes'])
  const etag = whole.got.get('etag')!
  expect(etag).toBe(`"${file.sha256}"`)
  const rest = await part({ range: 'bytes=20000-', 'if-range': etag })
  expect([rest.status, rest.range]).toEqual([206, 'bytes 20000-59999/60000'])
  expect(rest.body.equals(Buffer.from(bytes.subarray(20_000)))).toBe(true)
  expect(Object.fromEntries(rest.got)).toMatchObject({
    etag,
    'content-length': '40000',
    'content-type': 'application/octet-stream',
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
    'content-disposition': expect.stringContaining('attachment; filename="call.mp3"'),
  })
  // A player asks for the first bytes, and for the last.
  expect((await part({ range: 'bytes=0-1' })).body).toEqual(Buffer.from(bytes.subarray(0, 2)))
  expect((await part({ range: 'bytes=-5' })).body).toEqual(Buffer.from(bytes.subarray(-5)))
  const wholes: Record<string, string>[] = [
    { range: 'bytes=20000-', 'if-range': '"another"' },
    { range: 'bytes=20000-', 'if-range': 'Sat, 28 Nov 2026 12:00:00 GMT' },
    { range: 'bytes=0-1, 5-6' },
    { range: 'lines=1-2' },
  ]
  for (const headers of wholes) {
    const all = await part(headers)
    expect([all.status, all.body.length]).toEqual([200, 60_000])
  }
  const past = await part({ range: 'bytes=60000-' })
  expect([past.status, past.range]).toEqual([416, 'bytes */60000'])
  expect(JSON.parse(String(past.body))).toMatchObject({ code: 'range_not_satisfiable' })
  const head = await fetch(`${service.origin}/v1/files/${file.id}/content`, {
    method: 'HEAD',
    headers: { authorization: `Bearer ${desk.tokens.member}`, range: 'bytes=0-1' },
  })
  expect([head.status, head.headers.get('content-length')]).toEqual([200, '60000'])
})

test('an uploaded file is never shown in the browser', async () => {
  const page = await upload('<script>alert(1)</script>', 'a"; x.html', 'text/html')
  const { headers } = await get(page.id, '/content')
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'application/octet-stream',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
    'cache-control': 'private, no-store',
    'content-length': '25',
    'content-disposition': `attachment; filename="a_; x.html"; filename*=UTF-8''a_%3B%20x.html`,
  })
})

test.each([
  ['../../etc/passwd', 'passwd'],
  ['C:\\docs\\a.txt', 'a.txt'],
  ['in\u202Egnp.exe', 'ingnp.exe'],
  ['..', 'file'],
  [`${'é'.repeat(300)}.pdf`, `${'é'.repeat(196)}.pdf`],
])('the name %s is kept as %s', async (name, kept) => {
  expect((await upload('x', name)).name).toBe(kept)
})

test('a form with anything else in it is refused, and nothing is kept', async () => {
  const count = async () => (await service.sql('SELECT count(*)::int AS n FROM files'))[0].n
  const before = await count()
  const two = formOf('a')
  two.append('file', new File(['b'], 'b.txt'))
  const other = new FormData()
  other.set('document', new File(['a'], 'a.txt'))
  const field = formOf('a')
  field.set('note', 'x')
  for (const [form, why] of [
    [two, 'second file'],
    [other, 'call the part file'],
    [field, 'has the field "note"'],
    [new FormData(), 'has no file'],
  ] as const) {
    const { status, body } = await send(desk.tokens.member, form)
    expect([status, body.code]).toEqual([400, 'invalid_request'])
    expect(body.error).toContain(why)
  }
  const large = await send(desk.tokens.member, formOf(new Uint8Array(1024 * 1024 + 1)))
  expect([large.status, large.body.code]).toEqual([413, 'payload_too_large'])
  const larger = await send(desk.tokens.member, formOf(new Uint8Array(3 * 1024 * 1024)))
  expect(larger.status).toBe(413)
  const json = await service.api('POST', '/v1/files', { token: desk.tokens.member, body: {} })
  expect([json.status, json.body.code]).toEqual([415, 'unsupported_media_type'])
  const bare = await service.api('POST', '/v1/files', {
    token: desk.tokens.member,
    body: 'x',
    headers: { 'content-type': 'multipart/form-data' },
  })
  expect([bare.status, bare.body.code]).toEqual([400, 'invalid_request'])
  const cut = await service.api('POST', '/v1/files', {
    token: desk.tokens.member,
    body: '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nhalf',
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
  })
  expect([cut.status, cut.body.code]).toEqual([400, 'invalid_request'])
  expect(await count()).toBe(before)
  expect((await send(desk.tokens.viewer, formOf('a'))).status).toBe(403)
})

test('the same file with the same Idempotency-Key is stored once, and another file is refused', async () => {
  const key = { 'idempotency-key': 'one file' }
  const first = await send(desk.tokens.member, formOf('same'), key)
  const again = await send(desk.tokens.member, formOf('same'), key)
  expect(again.body).toEqual(first.body)
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  const other = await send(desk.tokens.member, formOf('other'), key)
  expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused'])
})

test('a cell takes ids in any form, and its answer describes the files', async () => {
  const board = await boardOf()
  const [a, b] = [await upload('a', 'a.pdf'), await upload('b', 'b.txt', 'text/plain; charset=x')]
  const cell = ({ id, name, size, type }: typeof a) => ({ id, name, size, type })
  expect(cell(b).type).toBe('text/plain')
  for (const sent of [
    [a.id, b.id],
    `${a.id}, ${b.id}`,
    [cell(a), { id: b.id }],
    [a.id, a.id, b.id],
  ]) {
    const { status, body, text } = await put(board, sent)
    expect(status, text).toBe(201)
    expect(body.data.cells.papers).toEqual([cell(a), cell(b)])
  }
  const asAnswered = await put(board, [cell(a)])
  expect(asAnswered.body.coerced).toEqual([])
  expect((await put(board, a.id)).body.data.cells.papers).toEqual([cell(a)])
  const list = await board.as('viewer')('GET', '/rows')
  expect(list.body.data[0].cells.papers).toEqual([cell(a), cell(b)])
})

test('a file that somebody cannot read counts as missing, whatever the reason', async () => {
  const board = await boardOf()
  const theirs = await send(strangers.tokens.member, formOf('theirs'))
  const managers = await upload('secret', 'x.pdf', 'application/pdf', 'manager')
  const before = await board.dump()
  for (const id of [
    '0190cafe-0000-7000-8000-00000000dead',
    theirs.body.data.id,
    managers.id,
    'x',
  ]) {
    const { status, body } = await put(board, [id])
    expect(status).toBe(400)
    expect(body.error).toBe(
      `papers: "${id}" is not a file here; upload it with POST /v1/files first`,
    )
    if (id !== 'x') expect((await get(id)).status).toBe(404)
  }
  expect(await board.dump()).toEqual(before)
  expect((await put(board, 7)).status).toBe(400)
  const byKey = await service.api('POST', '/v1/ingest/rows', {
    token: board.secret,
    body: { cells: { papers: [managers.id] } },
  })
  expect(byKey.body.error.message).toContain('is not an upload of this key')
})

test('a column can limit how many files it takes, and of which types', async () => {
  const board = await boardOf({ maxFiles: 1, accept: ['Application/PDF', 'image/*'] })
  const pdf = await upload('a')
  const png = await upload('b', 'b.png', 'image/png')
  const text = await upload('c', 'c.txt', 'text/plain')
  expect((await put(board, [png.id])).status).toBe(201)
  const two = await put(board, [pdf.id, png.id])
  expect(two.body.error).toContain('at most 1')
  const wrong = await put(board, [text.id])
  expect(wrong.body.error).toBe(
    'papers: "c.txt" is text/plain; this column takes application/pdf, image/*',
  )
  for (const settings of [
    { maxFiles: 0 },
    { maxFiles: 101 },
    { accept: ['pdf'] },
    { accept: [] },
  ]) {
    const made = await board.as('admin')('POST', '/columns', { name: 'X', type: 'file', settings })
    expect(made.status).toBe(400)
  }
})

test('only people who see a cell can read its file, not even the uploader otherwise', async () => {
  const board = await boardOf()
  const file = await upload('x')
  const reads = async () => {
    const found = []
    for (const role of ['owner', 'manager', 'member', 'viewer'] as const) {
      const [one, bytes] = [await get(file.id, '', role), await get(file.id, '/content', role)]
      expect(one.status).toBe(bytes.status)
      if (one.status === 200) found.push(role)
    }
    expect((await get(file.id, '', 'owner', strangers)).status).toBe(404)
    return found
  }
  expect(await reads()).toEqual(['member'])
  const row = (await put(board, [file.id])).body.data
  expect(await reads()).toEqual(['owner', 'manager', 'member', 'viewer'])
  // Everyone who can read a file can put it into another cell.
  const second = await boardOf()
  expect((await put(second, [file.id], 'manager')).status).toBe(201)
  await second.as('owner')('DELETE', '')
  await restrict(service, desk.workspaceId, board.key, 'papers', { visibleTo: 'roles' })
  expect(await reads()).toEqual(['owner', 'manager'])
  expect((await put(await boardOf(), [file.id], 'member')).status).toBe(400)
  await restrict(service, desk.workspaceId, board.key, 'papers', {})
  await board.as('owner')('DELETE', `/rows/${row.id}`)
  expect(await reads()).toEqual([])
  await board.as('owner')('POST', `/rows/${row.id}/restore`)
  expect(await reads()).toEqual(['owner', 'manager', 'member', 'viewer'])
})

test('files that no cell holds are deleted after a day, with their bytes; those in use stay', async () => {
  const board = await boardOf()
  const [used, loose, fresh, dropped] = [
    await upload('1'),
    await upload('2'),
    await upload('3'),
    await upload('4'),
  ]
  await put(board, [used.id])
  const row = (await put(board, [dropped.id])).body.data
  const keyOf = async (id: string) =>
    (await service.sql('SELECT store_key FROM files WHERE id = $1', [id]))[0]?.store_key
  const bytes = await keyOf(loose.id)
  await service.sql("UPDATE files SET loose_since = now() - interval '25 hours' WHERE id <> $1", [
    fresh.id,
  ])
  await board.as('member')('PATCH', `/rows/${row.id}`, { cells: { papers: null } })
  await purgeFiles(service.db, service.files, new AbortController().signal)
  const kept = []
  for (const file of [used, loose, fresh, dropped]) kept.push((await keyOf(file.id)) !== undefined)
  expect(kept).toEqual([true, false, true, true])
  await expect(service.files.get(bytes)).rejects.toThrow()
  expect((await get(loose.id)).status).toBe(404)
  expect((await get(used.id, '/content')).text).toBe('1')
  // A cell that gave up a file can be reverted while the file still exists.
  const history = await board.as('member')('GET', `/rows/${row.id}/history`)
  const { id: entryId } = history.body.data[0]
  const back = await board.as('member')('POST', `/rows/${row.id}/history/${entryId}/revert`, {
    column: 'papers',
  })
  expect(back.status, back.text).toBe(201)
  expect(back.body.data.cells.papers[0].id).toBe(dropped.id)
})

test.skipIf(process.platform !== 'linux')(
  'where there is no room for it, a file is refused with a time to try again',
  async () => {
    const { put } = service.files
    // What the operating system says of a full disk.
    service.files.put = () => writeFile('/dev/full', 'x') as Promise<never>
    try {
      const { status, headers, body } = await send(desk.tokens.member, formOf('x'))
      expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'overloaded', '30'])
    } finally {
      service.files.put = put
    }
    await upload('x')
  },
)
