import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { readForm } from './forms.ts'

const LIMITS = { mostFiles: 1, mostFields: 2, mostFieldBytes: 10, mostFieldsBytes: 15 }

const part = (name: string, value: string, more = '') =>
  `--x\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`
const file = (name: string, value: string) => part(name, value, '; filename="a.txt"')
const END = '--x--\r\n'

/** A request with this body, in small pieces. */
const requestOf = (body: string) =>
  ({
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    body: Readable.from(body.match(/[\s\S]{1,100}/g)!.map((piece) => Buffer.from(piece))),
  }) as unknown as FastifyRequest

const textOf = async (_: unknown, bytes: AsyncIterable<Uint8Array>) =>
  Buffer.concat(await Array.fromAsync(bytes)).toString()

test('a form is read in the order of its parts, up to its limits', async () => {
  const body = [
    part('a', '1'),
    file('f', 'bytes'),
    part('b', 'x'.repeat(11)),
    part('c', 'too many'),
    END,
  ]
  const { parts, fieldsBytes, failure } = await readForm(
    requestOf(body.join('')),
    { ...LIMITS, mostFieldsBytes: 100 },
    textOf,
  )
  expect(failure).toBeUndefined()
  expect(fieldsBytes).toBe(11)
  expect(parts.slice(0, 2)).toMatchObject([
    { kind: 'field', name: 'a', value: '1', isCut: false },
    { kind: 'file', field: 'f', name: 'a.txt', taken: 'bytes' },
  ])
  // A field is known only when it has ended.
  expect(parts.slice(2)).toHaveLength(2)
  expect(parts).toContainEqual({ kind: 'limit', event: 'partsLimit' })
  expect(parts).toContainEqual(
    expect.objectContaining({ name: 'b', value: 'x'.repeat(10), isCut: true }),
  )
})

test('fields that are too large together are counted, not kept', async () => {
  const body = part('a', '1234567890') + part('b', '1234567890') + END
  const { parts, fieldsBytes } = await readForm(requestOf(body), LIMITS, textOf)
  expect([parts.length, fieldsBytes]).toEqual([1, 20])
})

const long = file('f', 'x'.repeat(200_000)) + part('a', '1') + END
const untaken = [
  ['that nobody takes', undefined, () => undefined],
  ['that is taken before it has ended', undefined, async () => 'early'],
  ['that cannot be taken', 'full', () => Promise.reject(new Error('full'))],
] as const

test.each(untaken)(
  'the rest of a file %s is read, and so are the parts after it',
  async (_, message, take) => {
    const { parts, failure } = await readForm<string>(requestOf(long), LIMITS, take)
    expect(parts.at(-1)).toMatchObject({ kind: 'field', name: 'a' })
    expect((failure as Error | undefined)?.message).toBe(message)
  },
)

test('a form that breaks off is incomplete, whatever was taken', async () => {
  for (const body of [long.slice(0, 1000), file('f', 'x').slice(0, -1), part('a', '1')]) {
    const { failure } = await readForm(requestOf(body), LIMITS, textOf)
    expect(failure).toMatchObject({ code: 'invalid_request' })
  }
})
