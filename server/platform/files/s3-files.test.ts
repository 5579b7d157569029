import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Bucket, startBucket } from '../../tests/support/outside/bucket.ts'
import { s3Files } from './s3-files.ts'

const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfi' }
const MIB = 1024 * 1024
let bucket: Bucket
beforeAll(async () => {
  bucket = await startBucket({ ...credentials, region: 'eu-central-1' })
})
afterAll(() => bucket.stop())

const store = (more: object = {}) =>
  s3Files({
    endpoint: bucket.origin,
    bucket: 'desk',
    region: 'eu-central-1',
    ...credentials,
    ...more,
  })

/** Bytes in chunks of odd sizes, as from a network. */
async function* chunked(bytes: Uint8Array, size = 64 * 1024 - 7) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
const random = (size: number) => {
  const bytes = Buffer.alloc(size)
  for (let at = 0; at < size; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536))
  return bytes
}

test.each([0, 1, 8 * MIB - 1, 8 * MIB, 8 * MIB + 1, 16 * MIB, 20 * MIB])(
  '%i bytes go up and come back the same',
  async (size) => {
    const bytes = random(size)
    const before = bucket.requests.length
    const kept = await store().put(chunked(bytes), 64 * MIB)
    expect(kept).toEqual({
      key: kept.key,
      size,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    })
    expect([...bucket.objects.keys()]).toContain(`files/${kept.key}`)
    const puts = bucket.requests.slice(before).filter((request) => request.startsWith('PUT'))
    expect(puts).toHaveLength(size < 8 * MIB ? 1 : Math.ceil(size / (8 * MIB)))
    const chunks = []
    for await (const chunk of await store().get(kept.key)) chunks.push(chunk)
    expect(Buffer.concat(chunks).equals(bytes)).toBe(true)
    if (size > 0) {
      const range = { start: size >> 1, end: size - (size >> 2) }
      const part = Buffer.concat(await Array.fromAsync(await store().get(kept.key, range)))
      expect(part.equals(bytes.subarray(range.start, range.end))).toBe(true)
    }
    await store().delete(kept.key)
    expect([...bucket.objects.keys()]).not.toContain(`files/${kept.key}`)
    await expect(store().get(kept.key)).rejects.toThrow()
    await store().delete(kept.key)
  },
)

test('a file that is too large or incomplete leaves nothing behind', async () => {
  async function* broken() {
    yield random(9 * MIB)
    throw new Error('the connection is gone')
  }
  const before = bucket.objects.size
  await expect(store().put(chunked(random(9 * MIB)), 8 * MIB + 5)).rejects.toMatchObject({
    code: 'payload_too_large',
  })
  await expect(store().put(chunked(random(100)), 99)).rejects.toMatchObject({
    code: 'payload_too_large',
  })
  await expect(store().put(broken(), 64 * MIB)).rejects.toThrow('the connection is gone')
  expect(bucket.objects.size).toBe(before)
  expect(bucket.uploads.size).toBe(0)
})

test('a request signed with another secret is refused', async () => {
  const turnedDown = { code: 'overloaded', cause: { message: expect.stringContaining('403') } }
  const wrong = store({ secretAccessKey: 'another' })
  await expect(wrong.put(chunked(random(10)), MIB)).rejects.toMatchObject(turnedDown)
  const elsewhere = store({ region: 'us-east-1' })
  await expect(elsewhere.put(chunked(random(10)), MIB)).rejects.toMatchObject(turnedDown)
})

test('a file from elsewhere keeps its key, and can be stored twice', async () => {
  const key = crypto.randomUUID()
  for (const size of [10, 9 * MIB]) {
    const bytes = random(size)
    for (let times = 0; times < 2; times++) {
      expect((await store().put(chunked(bytes), size, { key })).key).toBe(key)
    }
    expect(Buffer.concat(await Array.fromAsync(await store().get(key))).equals(bytes)).toBe(true)
  }
})

test('a file that breaks off before it is read only fails its reader', async () => {
  const breaking = createServer((_, response) => {
    response.writeHead(200, { 'content-length': '10' }).write('half')
    setTimeout(() => response.destroy(), 20)
  })
  await new Promise<void>((resolve) => breaking.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(breaking.address() as AddressInfo).port}`
  const file = await store({ endpoint }).get('any')
  await new Promise((resolve) => setTimeout(resolve, 100))
  await expect(Array.fromAsync(file)).rejects.toThrow()
  breaking.close()
})
