import { channel } from 'node:diagnostics_channel'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Desk, makeBoard, makeDesk } from '../../../tests/support/desks/fixtures.ts'
import { formOf, importerOf } from '../../../tests/support/desks/imports.ts'
import { repeated, workbookOf } from '../../../tests/support/inputs/zip.ts'
import { discard, temporaryDirectory } from '../../../tests/support/machine/temporary.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'
import { workbookLines, workbookTurns } from './workbook-reader.ts'

/** Every thread that this process starts. */
const threads: Worker[] = []
const seen = (message: unknown) => threads.push((message as { worker: Worker }).worker)
const isGone = ({ threadId }: Worker): boolean => threadId === -1

let service: TestService
let desk: Desk
let boardId: string
let folder: string
beforeAll(async () => {
  channel('worker_threads').subscribe(seen)
  folder = await temporaryDirectory()
  service = await startService()
  desk = await makeDesk(service)
  boardId = (await makeBoard(service, desk.tokens.owner, [{ name: 'Name', type: 'text' }])).id
})
afterAll(async () => {
  channel('worker_threads').unsubscribe(seen)
  await service.stop()
  await discard(folder)
})

const importer = () => importerOf(service.api, desk.tokens.owner, { boardId })
const HEADER = '<row r="1"><c r="A1" t="str"><v>Name</v></c></row>'
const ROW = '<row r="2"><c r="A2" t="str"><v>Acme</v></c></row>'
const small = workbookOf({ sheets: { Leads: HEADER + ROW } })
/** One row and about 870,000 blank ones: nothing is wrong with it, but reading it takes a while. */
const long = () =>
  workbookOf({
    sheets: { Leads: '' },
    more: [
      repeated(
        'xl/worksheets/sheet1.xml',
        `<worksheet><sheetData>${HEADER}${ROW}`,
        '<row/>',
        800_000,
        '</sheetData></worksheet>',
      ),
    ],
  })
const never = new AbortController().signal

/** A workbook with 20 MiB of text in its rows, read as it would be for an import. */
async function reading(signal = never, limits = {}) {
  const path = join(folder, 'texts.xlsx')
  const texts = Array.from({ length: 1000 }, (_, n) => `<t>${`${n} `.repeat(5000)}</t>`)
  const rows = texts.map((_, n) => `<row><c t="s"><v>${n}</v></c></row>`).join('')
  await writeFile(path, workbookOf({ sheets: { Leads: HEADER + rows }, texts }))
  const from = threads.length
  const lines = workbookLines(
    { path, wanted: undefined, headerRow: undefined },
    () => {},
    signal,
    limits,
  )
  return { lines, thread: () => threads[from]! }
}

describe('the thread that reads a workbook', () => {
  test('leaves almost nothing for the service’s own thread to do', async () => {
    const file = long()
    await importer().preview({ file: small }) // so that code is compiled before measuring
    const all = process.cpuUsage()
    const own = process.threadCpuUsage()
    const { body } = await importer().preview({ file })
    expect(body.data.counts).toMatchObject({ rows: 1, wouldImport: 1 })
    const sum = ({ user, system }: NodeJS.CpuUsage) => user + system
    expect(sum(process.threadCpuUsage(own)) / sum(process.cpuUsage(all))).toBeLessThan(0.4)
    expect(threads.every(isGone)).toBe(true)
  })

  test('pauses while nobody takes its lines, and ends when the sender leaves', async () => {
    const leaving = new AbortController()
    const { lines, thread } = await reading(leaving.signal)
    await lines.next()
    let messages = 0
    thread().on('message', () => messages++)
    for (let turns = 0; turns < 20; turns++) await fetch(`${service.origin}/healthz`)
    expect(messages).toBeLessThanOrEqual(2)
    leaving.abort(new Error('gone'))
    await expect(lines.next()).rejects.toThrow('gone')
    expect(isGone(thread())).toBe(true)
  })

  test('ends when nobody wants more lines', async () => {
    const { lines, thread } = await reading()
    for await (const _ of lines) break
    expect(isGone(thread())).toBe(true)
  })

  test.each([
    ['needs too much memory', { heapMib: 8 }, 'takes more than 8 MiB of memory'],
    ['takes too long', { mostMs: 1 }, 'minutes to be read'],
  ])('ends, and the file is refused, if it %s', async (_, limits, words) => {
    const { lines, thread } = await reading(never, limits)
    const read = async () => {
      for await (const _ of lines);
    }
    await expect(read()).rejects.toMatchObject({
      name: 'FileProblem',
      message: expect.stringContaining(words),
    })
    expect(isGone(thread())).toBe(true)
  })
})

/** Takes all turns of the desk, and all its places in the queue except `free`, until they are given back. */
function takeTurns(free: number): () => Promise<unknown> {
  const { promise: end, resolve } = Promise.withResolvers<void>()
  const wait = async (): Promise<void> => {
    try {
      await workbookTurns.take(desk.workspaceId, () => end, never)
    } catch {
      await nextTurn() // it waited too long, so take another place
      return wait()
    }
  }
  const others = Array.from({ length: 18 - free }, wait)
  return () => {
    resolve()
    return Promise.all(others)
  }
}

async function isLineFull(): Promise<boolean> {
  const leaving = new AbortController()
  const place = workbookTurns.take(desk.workspaceId, async () => {}, leaving.signal)
  leaving.abort(new Error('left again'))
  return place.then(
    () => false,
    ({ code }) => code === 'overloaded',
  )
}

test('an upload whose sender goes away is not read any further, and starts no import', async () => {
  const giveBack = takeTurns(1)
  const leaving = new AbortController()
  const from = threads.length
  const sent = fetch(`${service.origin}/v1/boards/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${desk.tokens.owner}` },
    body: formOf({ boardId, file: small }),
    signal: leaving.signal,
  })
  await expect.poll(isLineFull).toBe(true)
  leaving.abort()
  await expect(sent).rejects.toThrow('aborted')
  await expect.poll(isLineFull).toBe(false)
  await giveBack()
  const { body } = await importer().send({ file: small })
  expect((await importer().get('')).body.data).toMatchObject([{ id: body.data.id }])
  expect(threads).toHaveLength(from + 1)
})

test('if the limits of reading and waiting workbooks are reached, the next sender is told to come back', async () => {
  const giveBack = takeTurns(0)
  const refused = await importer().preview({ file: small })
  expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([
    503,
    'overloaded',
    '10',
  ])
  expect((await importer().preview({ file: 'Name\nAcme\n' })).status).toBe(201)
  await giveBack()
  expect((await importer().preview({ file: small })).status).toBe(201)
})
