import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeBoard, makeDesk } from '../server/tests/support/desks/fixtures.ts'
import { startService, type TestService } from '../server/tests/support/service/service.ts'
import {
  type Client,
  createClient,
  fileOf,
  type ImportPreview,
  importFile,
  uploadFile,
} from './client.ts'

let service: TestService
let token: string
let desk: Client
let board: Awaited<ReturnType<typeof makeBoard>>

beforeAll(async () => {
  service = await startService()
  service.work()
  token = (await makeDesk(service)).tokens.owner
  desk = createClient({ baseUrl: service.origin, token })
  board = await makeBoard(service, token, [
    { name: 'Name', type: 'text' },
    { name: 'Phone', type: 'phone' },
    { name: 'Papers', type: 'file' },
  ])
})
afterAll(() => service.stop())

const rowsOf = async (id: string) => {
  const rows: unknown[] = []
  for await (const { cells } of desk.boards.listRows.iterate({ id })) rows.push(cells)
  return rows
}

test('a file is uploaded from whatever holds its bytes', async () => {
  const bytes = new TextEncoder().encode('the rent')
  const path = join(service.directory, 'rent.txt')
  await writeFile(path, bytes)
  async function* parts() {
    yield bytes.slice(0, 3)
    yield bytes.slice(3)
  }
  const sources = [new Blob([bytes]), bytes, bytes.buffer, new Blob([bytes]).stream(), parts()]
  for (const source of [...sources, createReadStream(path)]) {
    const stored = await uploadFile(desk, source, { name: 'rent.txt', type: 'text/plain' })
    if (!stored.ok) throw new Error(stored.message)
    expect(stored.data).toMatchObject({ name: 'rent.txt', size: 8, type: 'text/plain' })
    const content = await desk.files.content({ id: stored.data.id })
    expect(content.ok && (await content.response.text())).toBe('the rent')
  }
})

test('a file keeps its own name and type, unless they are given', async () => {
  const lease = new File(['x'], 'lease.pdf', { type: 'application/pdf' })
  expect(await uploadFile(desk, lease)).toMatchObject({
    data: { name: 'lease.pdf', type: 'application/pdf' },
  })
  const renamed = await fileOf(lease, { name: 'new.txt', type: 'text/plain' })
  expect([renamed.name, renamed.type, renamed.size]).toEqual(['new.txt', 'text/plain', 1])
  expect((await fileOf(new Blob(['x'], { type: 'text/csv' }))).type).toBe('text/csv')
})

test('an upload by a key goes into a cell', async () => {
  const site = createClient({ baseUrl: service.origin, key: board.secret })
  const uploaded = await uploadFile(site, new Blob(['x']), { name: 'a.txt', by: 'key' })
  if (!uploaded.ok) throw new Error(uploaded.message)
  const { upload } = uploaded.data
  const written = await site.ingest.writeRows({ cells: { papers: [{ upload }] } })
  expect(written).toMatchObject({ ok: true, files: [{ name: 'a.txt' }] })
  expect(await uploadFile(site, new Blob(['x']))).toMatchObject({ code: 'session_required' })
})

const CSV = 'Name,Telephone\nAcme,(415) 555-0100\nBay,nobody\n'

test('a file is previewed, imported as the preview shows, and followed to its end', async () => {
  const { id } = await makeBoard(service, token, [
    { name: 'Name', type: 'text' },
    { name: 'Phone', type: 'phone' },
  ])
  const previews: ImportPreview[] = []
  const progress: number[] = []
  const imported = await importFile(desk, { board: id }, new Blob([CSV]), {
    name: 'leads.csv',
    onBad: { phone: 'leave_empty' },
    review: (preview) => {
      previews.push(preview)
      return preview.counts.wouldFail === 0
    },
    onProgress: ({ done, total }) => progress.push(done / total),
  })
  expect(imported).toMatchObject({
    ok: true,
    data: { status: 'completed', imported: 2, leftEmpty: 1, fileName: 'leads.csv' },
    preview: { header: ['Name', 'Telephone'] },
  })
  expect(previews).toHaveLength(1)
  expect(progress.at(-1)).toBe(1)
  expect(progress.toSorted((a, b) => a - b)).toEqual(progress)
  // “Telephone” is none of its columns: the preview found it by its content.
  expect(await rowsOf(id)).toEqual([{ name: 'Acme', phone: '+14155550100' }, { name: 'Bay' }])
})

test('the review imports nothing, or changes what is proposed', async () => {
  const { key, id } = await makeBoard(service, token, [{ name: 'Name', type: 'text' }])
  const source = new File([CSV], 'a.csv')
  const left = await importFile(desk, { definition: key }, source, { review: async () => false })
  expect(left).toMatchObject({ ok: true, data: null, preview: { counts: { rows: 2 } } })
  expect(await rowsOf(id)).toEqual([])
  const changed = await importFile(desk, { definition: key }, source, {
    review: () => ({ mapping: { Telephone: 'name' } }),
  })
  expect(changed).toMatchObject({ ok: true, data: { status: 'completed', imported: 2 } })
  expect(await rowsOf(id)).toEqual([{ name: '(415) 555-0100' }, { name: 'nobody' }])
  const fresh = await importFile(desk, { definition: key }, source, {
    startOver: true,
    review: () => false,
  })
  expect(fresh.ok && fresh.preview.columns.map(({ proposed }) => proposed)).toEqual(['name', null])
  // The next file of that kind is mapped as the last one, and the rows it has are found by a column that is chosen here.
  const again = await importFile(desk, { definition: key }, source, {
    matchOn: 'name',
    headerRow: 1,
    corrections: [{ line: 3, column: 'name', value: 'Bay' }],
  })
  expect(again).toMatchObject({ ok: true, data: { status: 'completed', imported: 2 } })
  expect(await rowsOf(id)).toEqual([
    { name: '(415) 555-0100' },
    { name: 'nobody' },
    { name: 'Bay' },
  ])
})

test('rows that are refused make it partial, and are listed', async () => {
  const { id } = await makeBoard(service, token, [{ name: 'Phone', type: 'phone' }])
  const imported = await importFile(desk, { board: id }, new Blob(['Phone\nnobody\n4155550100\n']))
  if (!imported.ok || !imported.data) throw new Error('not imported')
  expect(imported.data).toMatchObject({ status: 'partial', imported: 1, failed: 1 })
  const lines: number[] = []
  const place = { id, runId: imported.data.id }
  for await (const { line } of desk.boards.listImportFailures.iterate(place)) lines.push(line)
  expect(lines).toEqual([2])
})

test('a refusal at any step is the answer, and the signal stops following', async () => {
  expect(await importFile(desk, { board: board.id }, new Blob(['']))).toMatchObject({
    ok: false,
    code: 'invalid_request',
  })
  const refused = await importFile(desk, { board: board.id }, new Blob([CSV]), {
    review: () => ({ mapping: { Name: 'nothing' } }),
  })
  expect(refused).toMatchObject({ ok: false, code: 'unknown_column' })
  const stopping = new AbortController()
  const followed = importFile(desk, { board: board.id }, new Blob([CSV]), {
    signal: stopping.signal,
    onProgress: () => stopping.abort(new Error('enough')),
  })
  await expect(followed).rejects.toThrow('enough')
})
