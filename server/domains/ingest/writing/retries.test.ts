import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeBoard, makeOwner, makePage } from '../../../tests/support/desks/fixtures.ts'
import { type Integration, integration } from '../../../tests/support/desks/ingest.ts'
import {
  startService,
  type TestServer,
  type TestService,
} from '../../../tests/support/service/service.ts'

let service: TestService
let other: TestServer
let owner: string
const columns = [
  { name: 'Name', type: 'text' },
  { name: 'Amount', type: 'number' },
]
beforeAll(async () => {
  service = await startService()
  other = await service.beside()
  ;({ owner } = await makeOwner(service))
})
afterAll(() => service.stop())

const REPLAYED = 'idempotent-replayed'

async function open(family: 'board' | 'page') {
  const place =
    family === 'board'
      ? await makeBoard(service, owner, columns)
      : await makePage(service, owner, columns)
  const form: Integration = integration(service, place.secret, family)
  const count = async (): Promise<number> => (await form.read('?limit=1000')).body.data.rows.length
  const base = 'id' in place ? `/v1/boards/${place.id}` : `/v1/definitions/${place.key}`
  return { ...place, ...form, count, base }
}

describe.each(['board', 'page'] as const)('a %s’s write with an Idempotency-Key', (family) => {
  test.each([
    ['one row', { cells: { name: ' Ann ', nick: 'A' } }],
    ['a batch', { rows: [{ name: 'A' }, { cells: { name: 'B' } }] }],
  ])('%s: sent again, it has one effect and the same answer, byte for byte', async (_, body) => {
    const { write, count } = await open(family)
    const first = await write(body, { retry: 'order 1' })
    expect(first.status).toBe(201)
    expect(first.headers.get(REPLAYED)).toBeNull()
    const made = await count()
    for (const on of [service, other]) {
      const again = await write(body, { retry: 'order 1', on })
      expect([again.status, again.text]).toEqual([201, first.text])
      expect(again.headers.get(REPLAYED)).toBe('true')
      expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'))
    }
    expect(await count()).toBe(made)
    expect((await write(body, { retry: 'order 2' })).text).not.toBe(first.text)
    expect(await count()).toBe(made * 2)
  })

  test('another body with the same key is refused, and the first one is still replayed', async () => {
    const { write, count } = await open(family)
    const first = await write({ cells: { name: 'Ann' } }, { retry: 'k' })
    for (const body of [
      { cells: { name: 'Bea' } },
      { rows: [{ name: 'Ann' }] },
      '{',
      { cells: 7 },
    ]) {
      const { status, body: refused } = await write(body, { retry: 'k' })
      expect(status).toBe(422)
      expect(refused).toEqual({
        error: {
          message: 'This Idempotency-Key was used with a different request.',
          code: 'idempotency_key_reused',
        },
      })
    }
    expect((await write({ cells: { name: 'Ann' } }, { retry: 'k' })).text).toBe(first.text)
    expect(await count()).toBe(1)
  })

  test('a refused request can be corrected and sent with the same key', async () => {
    const { write, count } = await open(family)
    for (const body of [{ cells: { amount: 'lots' } }, '{', {}]) {
      expect((await write(body, { retry: 'k' })).status).toBe(400)
    }
    const mended = await write({ cells: { amount: 12 } }, { retry: 'k' })
    expect(mended.status).toBe(201)
    expect(mended.headers.get(REPLAYED)).toBeNull()
    expect(await count()).toBe(1)
  })

  test('of twenty simultaneous requests to two servers, one has the effect and all get its answer', async () => {
    const { write, count } = await open(family)
    const body = { rows: [{ name: 'A' }, { name: 'B' }] }
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        write(body, { retry: 'k', on: i % 2 ? other : service }),
      ),
    )
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(answers[0]!.status).toBe(201)
    const fresh = answers.filter(({ headers }) => headers.get(REPLAYED) === null)
    expect(fresh).toHaveLength(1)
    expect(await count()).toBe(2)
  })
})

test('a second request waits for the first one, and takes its place if that one fails', async () => {
  const { write, keyId, count } = await open('board')
  const body = { cells: { name: 'Ann' } }
  let waiting: ReturnType<typeof write> | undefined
  await service.undone(async (sql) => {
    await sql(
      `INSERT INTO idempotency_keys (workspace_id, actor, key, request_hash)
       SELECT workspace_id, 'key:' || id, 'k', '' FROM ingest_keys WHERE id = $1`,
      [keyId],
    )
    waiting = write(body, { retry: 'k' })
    await service.blocked()
  })
  const answer = await waiting!
  expect([answer.status, answer.headers.get(REPLAYED)]).toEqual([201, null])
  expect(await count()).toBe(1)
})

test('the same key from another integration is a different key', async () => {
  const { base, write, count } = await open('board')
  const second = await service.api('POST', `${base}/keys`, {
    token: owner,
    body: { name: 'Another form', scopes: ['rows:write'] },
  })
  const body = { cells: { name: 'Ann' } }
  const [mine, theirs] = [
    await write(body, { retry: 'k' }),
    await integration(service, second.body.data.secret).write(body, { retry: 'k' }),
  ]
  expect(theirs.status).toBe(201)
  expect(theirs.body.data.id).not.toBe(mine.body.data.id)
  expect(await count()).toBe(2)
})

test('the same key on another path counts as another body', async () => {
  const { write } = await open('board')
  const body = { cells: { name: 'Ann' } }
  await write(body, { retry: 'k' })
  expect((await write(body, { retry: 'k', query: '?dryRun=false' })).status).toBe(422)
  expect((await write(body, { retry: 'k', query: '?dryRun=true' })).status).toBe(422)
})

test('a key has 1 to 255 characters', async () => {
  const { write, count } = await open('board')
  expect((await write({ cells: {} }, { retry: 'k'.repeat(255) })).status).toBe(201)
  for (const retry of ['', 'k'.repeat(256)]) {
    const { status, body } = await write({ cells: {} }, { retry })
    expect(status).toBe(400)
    expect(body.error).toEqual({
      message: 'The header Idempotency-Key must have 1 to 255 characters.',
      code: 'invalid_request',
      reason: 'idempotency_key_length',
      values: {},
    })
  }
  expect(await count()).toBe(1)
})

test('after 24 hours the key is forgotten', async () => {
  const { write, keyId, count } = await open('board')
  const body = { cells: { name: 'Ann' } }
  const first = await write(body, { retry: 'k' })
  const age = (by: string) =>
    service.sql(
      `UPDATE idempotency_keys SET created_at = now() - $2::interval WHERE actor = 'key:' || $1`,
      [keyId, by],
    )
  await age('23 hours 59 minutes')
  expect((await write(body, { retry: 'k' })).text).toBe(first.text)
  await age('24 hours 1 second')
  const second = await write(body, { retry: 'k' })
  expect(second.headers.get(REPLAYED)).toBeNull()
  expect(second.text).not.toBe(first.text)
  expect((await write(body, { retry: 'k' })).text).toBe(second.text)
  expect(await count()).toBe(2)
})

test('on session routes, a retry can be written differently if it means the same', async () => {
  const { base } = await open('board')
  const write = (body: string) =>
    service.api('POST', `${base}/rows`, {
      token: owner,
      body,
      headers: { 'idempotency-key': 'k' },
    })
  const first = await write('{"cells":{"name":"Ann","amount":1}}')
  const again = await write('{ "cells": {"amount": 1, "name": "Ann"} }')
  expect([again.status, again.text]).toEqual([201, first.text])
})
