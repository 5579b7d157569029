import { readdir, rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { temporaryDirectory } from '../../tests/support/machine/temporary.ts'
import { diskFiles } from './file-store.ts'

let directory: string
beforeAll(async () => {
  directory = await temporaryDirectory()
})
afterAll(() => rm(directory, { recursive: true, force: true }))

async function* chunks(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text)
}
async function* broken() {
  yield Buffer.from('half')
  throw new Error('the connection is gone')
}
const names = async () =>
  (await readdir(directory, { recursive: true, withFileTypes: true })).filter((f) => f.isFile())

test('a file reads as it was written, until it is deleted', async () => {
  const store = diskFiles(directory)
  const { key, size, sha256 } = await store.put(chunks('ab', '', 'c'), 3)
  expect([size, sha256]).toEqual([
    3,
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  ])
  expect(Buffer.concat(await (await store.get(key)).toArray()).toString()).toBe('abc')
  const empty = await store.put(chunks(), 3)
  expect(await (await store.get(empty.key)).toArray()).toEqual([])
  await store.delete(key)
  await store.delete(key)
  await store.delete(empty.key)
  await expect(store.get(key)).rejects.toThrow()
})

test('one that is too large or incomplete leaves nothing behind', async () => {
  const store = diskFiles(directory)
  await expect(store.put(chunks('ab', 'cd'), 3)).rejects.toMatchObject({
    code: 'payload_too_large',
  })
  await expect(store.put(broken(), 100)).rejects.toThrow('the connection is gone')
  expect(await names()).toEqual([])
})

test('one from elsewhere keeps its key, and can be stored again after a failure', async () => {
  const store = diskFiles(directory)
  const key = crypto.randomUUID()
  await expect(store.put(broken(), 100, { key })).rejects.toThrow('the connection is gone')
  for (const text of ['first', 'again']) {
    expect((await store.put(chunks(text), 100, { key })).key).toBe(key)
    expect(Buffer.concat(await (await store.get(key)).toArray()).toString()).toBe(text)
  }
  await store.delete(key)
})

test('pieces that nobody else uses are emptied once they are stored, but not what shares memory', async () => {
  const store = diskFiles(directory)
  const whole = new TextEncoder().encode('whole ')
  const part = new TextEncoder().encode('...part...').subarray(3, 7)
  const kept = new TextEncoder().encode('kept')
  async function* pieces(...all: Uint8Array[]) {
    yield* all
  }
  const freed = await store.put(pieces(whole, part), 100, { frees: true })
  const other = await store.put(pieces(kept), 100)
  expect([whole.length, part.length, kept.length]).toEqual([0, 4, 4])
  expect(Buffer.concat(await (await store.get(freed.key)).toArray()).toString()).toBe('whole part')
  for (const { key } of [freed, other]) await store.delete(key)
})
