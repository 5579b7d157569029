import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeBoard, makeOwner } from '../../../tests/support/desks/fixtures.ts'
import { integration, openRecords } from '../../../tests/support/desks/ingest.ts'
import {
  startService,
  type TestServer,
  type TestService,
} from '../../../tests/support/service/service.ts'

let service: TestService
let other: TestServer
let owner: string
const columns = [
  { name: 'Name', type: 'text', required: true },
  { name: 'Amount', type: 'number' },
  { name: 'Email', type: 'email', unique: true },
]
beforeAll(async () => {
  service = await startService()
  other = await service.beside()
  ;({ owner } = await makeOwner(service))
})
afterAll(() => service.stop())

const openPage = (scopes?: string[]) => openRecords(service, owner, columns, scopes)

describe('a record with a known external_id', () => {
  test('replays the first answer and changes nothing', async () => {
    const { record, rows } = await openPage()
    const first = await record('form-1', { name: ' Ann ', nick: 'A' })
    expect(first.status).toBe(201)
    expect(first.body.outcome).toBe('created')
    for (const onConflict of [undefined, 'keep']) {
      const again = await record('form-1', { name: 'Somebody else', amount: 7 }, onConflict)
      expect(again.status).toBe(201)
      expect(again.body).toEqual({ ...first.body, outcome: 'replayed' })
    }
    expect(await rows()).toEqual([
      expect.objectContaining({ externalId: 'form-1', cells: { name: 'Ann' }, version: 1 }),
    ])
  })

  test('is the same record with blanks or invisible characters beside it, and in letters composed otherwise', async () => {
    const { record, rows } = await openPage()
    await record('id-1', { name: 'Ann' })
    await record('Cafe\u0301', { name: 'Café' })
    for (const again of [
      'id-1 ',
      '\u200bid-1\u00a0',
      '\u202aid-1\u202c',
      'Caf\u00e9',
      'Cafe\u0301 ',
    ]) {
      expect((await record(again, { name: 'Somebody else' })).body.outcome, again).toBe('replayed')
    }
    const listed: { externalId: string }[] = await rows()
    expect(listed.map(({ externalId }) => externalId)).toEqual(['id-1', 'Caf\u00e9'])
    for (const unseen of ['\u200b', ' \u2060', '\u3164']) {
      expect((await record(unseen, { name: 'x' })).body.error.errors).toMatchObject([
        { column: 'external_id', reason: 'own_id_unfit' },
      ])
    }
  })

  test('is replayed whatever the retry sends, even cells that would be refused', async () => {
    const { record } = await openPage()
    const first = await record('form-1', { name: 'Ann' })
    const again = await record('form-1', { amount: 'lots' })
    expect(again.body).toEqual({ ...first.body, outcome: 'replayed' })
  })

  test('is replayed with its first answer, even if people have changed the row since', async () => {
    const { record } = await openPage(['rows:write'])
    const first = await record('form-1', { name: 'Ann' })
    await service.sql(`UPDATE rows SET cells = '{"1": "SECRET", "2": 99}' WHERE id = $1`, [
      first.body.data.id,
    ])
    const again = await record('form-1', { name: 'Ann' })
    expect(again.body).toEqual({ ...first.body, outcome: 'replayed' })
  })

  test('updates the given cells on request, and keeps the others', async () => {
    const { record, rows, history, keyId } = await openPage()
    const first = await record('form-1', { name: 'Ann', amount: 1, email: 'a@b.example' })
    const updated = await record('form-1', { amount: '2', email: '', nick: 'A' }, 'update')
    expect(updated.status).toBe(201)
    expect(updated.body).toEqual({
      data: { ...first.body.data, cells: { amount: 2 } },
      filled: ['amount'],
      coerced: [{ column: 'amount', sent: '2', stored: '2' }],
      ignored: [{ column: 'nick', why: 'no such column' }],
      outcome: 'updated',
    })
    const [row] = await rows()
    expect(row).toMatchObject({
      cells: { name: 'Ann', amount: 2 },
      version: 2,
      updatedBy: `key:${keyId}`,
      position: 1,
      createdAt: row.createdAt,
    })
    expect(Date.parse(row.updatedAt)).toBeGreaterThan(Date.parse(row.createdAt))
    expect(await history()).toEqual([
      {
        actor: `key:${keyId}`,
        action: 'updated',
        run_id: null,
        cells: { '2': [1, 2], '3': ['a@b.example', null] },
      },
    ])
    const [event] = await service.sql(`SELECT * FROM events WHERE type = 'rows.updated'`)
    expect(event).toMatchObject({ actor: `key:${keyId}`, data: { rowIds: [first.body.data.id] } })
  })

  test('an update that changes nothing leaves no history and no new version', async () => {
    const { record, rows, history } = await openPage()
    await record('form-1', { name: 'Ann', email: 'a@b.example' })
    const { body } = await record('form-1', { name: 'Ann', email: 'A@b.example' }, 'update')
    expect(body.outcome).toBe('updated')
    expect((await rows())[0].version).toBe(1)
    expect(await history()).toEqual([])
  })

  test('an update can leave out required columns, but cannot empty them', async () => {
    const { record } = await openPage()
    await record('form-1', { name: 'Ann' })
    expect((await record('form-1', { amount: 1 }, 'update')).status).toBe(201)
    const { status, body } = await record('form-1', { name: null }, 'update')
    expect([status, body.error.message]).toEqual([400, 'name: is required; send a value for it'])
    expect((await record('form-2', { amount: 1 }, 'update')).status).toBe(400) // it would be a new record
  })

  test('an update changes a record in the trash, where it claims no unique values', async () => {
    const { record, rows, key } = await openPage()
    const { id } = (await record('form-1', { name: 'Ann', email: 'a@b.example' })).body.data
    const base = `/v1/definitions/${key}/rows`
    const token = owner
    expect((await service.api('DELETE', `${base}/${id}`, { token })).status).toBe(204)
    const updated = await record('form-1', { email: 'b@b.example', amount: 5 }, 'update')
    expect([updated.status, updated.body.outcome]).toEqual([201, 'updated'])
    expect(await rows()).toEqual([])
    const other = await record('form-2', { name: 'Bea', email: 'b@b.example' })
    expect(other.status).toBe(201)
    expect((await service.api('POST', `${base}/${id}/restore`, { token })).status).toBe(409)
    await record('form-2', { email: 'c@b.example' }, 'update')
    const back = await service.api('POST', `${base}/${id}/restore`, { token })
    expect(back.body.data.cells).toEqual({ name: 'Ann', email: 'b@b.example', amount: 5 })
  })

  test('an update tells a key that cannot read only what it sent', async () => {
    const { record } = await openPage(['rows:write'])
    await record('form-1', { name: 'Ann', amount: 1 })
    const { text } = await record('form-1', { amount: 2 }, 'update')
    expect(text).not.toContain('Ann')
    const refused = await record('form-1', { amount: 'lots' }, 'update')
    expect(refused.text).not.toContain('Ann')
  })
})

test('onConflict makes a new record if the external_id is new, or if there is none', async () => {
  const { record, rows } = await openPage()
  expect((await record('form-1', { name: 'Ann' }, 'update')).body.outcome).toBe('created')
  for (let i = 0; i < 2; i++) {
    expect((await record(undefined, { name: 'Bea' }, 'update')).body.outcome).toBe('created')
  }
  const externalIds = (await rows()).map((row: { externalId: string }) => row.externalId)
  expect(externalIds).toEqual(['form-1', null, null])
})

test('an external_id belongs to its page', async () => {
  const [one, two] = [await openPage(), await openPage()]
  expect((await one.record('form-1', { name: 'Ann' })).body.outcome).toBe('created')
  expect((await two.record('form-1', { name: 'Bea' })).body.outcome).toBe('created')
})

test('an update changes unique values, and another record can take the old ones', async () => {
  const { record } = await openPage()
  await record('a', { name: 'A', email: 'a@b.example' })
  await record('b', { name: 'B', email: 'b@b.example' })
  const taken = await record('b', { email: 'a@b.example' }, 'update')
  expect([taken.status, taken.body.error.errors[0].column]).toEqual([400, 'email'])
  expect((await record('a', { email: 'c@b.example' }, 'update')).status).toBe(201)
  expect((await record('b', { email: 'a@b.example' }, 'update')).status).toBe(201)
  expect((await record('c', { name: 'C', email: 'b@b.example' })).status).toBe(201)
})

test('if twenty requests with one external_id reach two servers at once, one makes the record', async () => {
  const { write, rows } = await openPage()
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      write({ cells: { name: `N${i}` }, external_id: 'a' }, { on: i % 2 ? other : service }),
    ),
  )
  expect(answers.map(({ body }) => body.outcome).sort()).toEqual([
    'created',
    ...Array(19).fill('replayed'),
  ])
  expect(new Set(answers.map(({ body }) => JSON.stringify(body.data))).size).toBe(1)
  expect(await rows()).toHaveLength(1)
})

test('of twenty simultaneous updates none is lost, and history has each step', async () => {
  const { record, write, history } = await openPage()
  await record('a', { name: 'A', amount: -1 })
  await Promise.all(
    Array.from({ length: 20 }, (_, amount) =>
      write(
        { cells: { amount }, external_id: 'a', onConflict: 'update' },
        {
          on: amount % 2 ? other : service,
        },
      ),
    ),
  )
  const steps: [number, number][] = (await history()).map(({ cells }) => cells['2'])
  expect(steps).toHaveLength(20)
  expect(steps.map(([, to]) => to).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 20 }, (_, i) => i),
  )
  const from = steps.map(([value]) => value)
  expect(from).toEqual([-1, ...steps.slice(0, -1).map(([, to]) => to)])
})

test('an external_id is text of 1 to 255 characters, next to the cells', async () => {
  const { write, rows } = await openPage()
  expect((await write({ cells: { name: 'A' }, external_id: 'x'.repeat(255) })).status).toBe(201)
  for (const external_id of ['', 'x'.repeat(256), 7, null, {}]) {
    const { status, body } = await write({ rows: [{ cells: { name: 'A' }, external_id }] })
    expect(status).toBe(400)
    const message = '"external_id" must be text of 1 to 255 characters'
    expect(body.error.errors).toMatchObject([{ index: 0, message, column: 'external_id' }])
    expect((await write({ cells: { name: 'A' }, external_id })).status).toBe(400)
  }
  const batch = await write({ rows: [{ cells: { name: 'A' } }], external_id: 'a' })
  expect(batch.body.error.message).toBe(
    '"external_id" goes next to "cells"; in a batch give each row its own',
  )
  const wrong = await write({ cells: { name: 'A' }, onConflict: 'replace' })
  expect(wrong.body.error.message).toBe('"onConflict" must be "keep" or "update"')
  expect(await rows()).toHaveLength(1)
})

test('boards do not take an external_id', async () => {
  const { secret } = await makeBoard(service, owner, columns)
  const { write } = integration(service, secret)
  for (const body of [
    { cells: { name: 'A' }, external_id: 'a' },
    { rows: [{ cells: { name: 'A' }, external_id: 'a' }] },
  ]) {
    const { status, body: refused } = await write(body)
    expect(status).toBe(400)
    expect(refused.error.message).toBe(
      '"external_id" works only with page keys on /v1/ingest/records',
    )
  }
})
