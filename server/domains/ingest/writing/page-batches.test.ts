import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeBoard, makeOwner } from '../../../tests/support/desks/fixtures.ts'
import { integration, openRecords } from '../../../tests/support/desks/ingest.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'

let service: TestService
let owner: string
const columns = [
  { name: 'Name', type: 'text', required: true },
  { name: 'Amount', type: 'number' },
  { name: 'Email', type: 'email', unique: true },
]
beforeAll(async () => {
  service = await startService()
  ;({ owner } = await makeOwner(service))
})
afterAll(() => service.stop())

const openPage = () => openRecords(service, owner, columns)
type Body = { data: { cells: object }[]; receipts: { outcome: string }[] }
const outcomes = ({ receipts }: Body) => receipts.map(({ outcome }) => outcome)
const cellsOf = ({ data }: Body) => data.map(({ cells }) => cells)

test('each record has its own outcome', async () => {
  const { write, record } = await openPage()
  await record('a', { name: 'A', amount: 1 })
  const kept = await write({
    rows: [
      { cells: { name: 'Other' }, external_id: 'a' },
      { cells: { name: 'B' }, external_id: 'b' },
      { name: 'C' },
    ],
  })
  expect(kept.status).toBe(201)
  expect(outcomes(kept.body)).toEqual(['replayed', 'created', 'created'])
  expect(cellsOf(kept.body)).toEqual([{ name: 'A', amount: 1 }, { name: 'B' }, { name: 'C' }])
  const updated = await write({
    onConflict: 'update',
    rows: [
      { cells: { amount: 2 }, external_id: 'a' },
      { cells: { name: 'D' }, external_id: 'd' },
    ],
  })
  expect(outcomes(updated.body)).toEqual(['updated', 'created'])
})

test('a record that is sent twice is made once, and then kept or updated', async () => {
  const { write, rows, history } = await openPage()
  const twice = (external_id: string, onConflict: string) =>
    write({
      onConflict,
      rows: [
        { cells: { name: 'One', amount: 1 }, external_id },
        { cells: { name: 'Two' }, external_id },
      ],
    })
  const kept = await twice('a', 'keep')
  expect(outcomes(kept.body)).toEqual(['created', 'replayed'])
  expect(kept.body.data[1]).toEqual(kept.body.data[0])
  const updated = await twice('b', 'update')
  expect(outcomes(updated.body)).toEqual(['created', 'updated'])
  expect(updated.body.data[1].id).toBe(updated.body.data[0].id)
  const stored = (await rows()).map(({ cells }: { cells: object }) => cells)
  expect(stored).toEqual([
    { name: 'One', amount: 1 },
    { name: 'Two', amount: 1 },
  ])
  expect(await history()).toEqual([])
  // A later retry gets the answer from when the record was made.
  const again = await write({ cells: { name: 'x' }, external_id: 'b' })
  expect(again.body.data.cells).toEqual({ name: 'One', amount: 1 })
})

test('two records can swap their unique values', async () => {
  const { write, rows } = await openPage()
  const put = (first: string, second: string) =>
    write({
      onConflict: 'update',
      rows: [
        { cells: { name: 'A', email: first }, external_id: 'a' },
        { cells: { name: 'B', email: second }, external_id: 'b' },
      ],
    })
  await put('a@b.example', 'b@b.example')
  expect((await put('b@b.example', 'a@b.example')).status).toBe(201)
  const emails = (await rows()).map(({ cells }: { cells: { email: string } }) => cells.email)
  expect(emails).toEqual(['b@b.example', 'a@b.example'])
  expect((await put('x@b.example', 'x@b.example')).status).toBe(400)
})

test('a new record can take a unique value that another record of the request gives up', async () => {
  const { write, record, rows } = await openPage()
  await record('a', { name: 'A', email: 'a@b.example' })
  const given = { cells: { name: 'B', email: 'a@b.example' }, external_id: 'b' }
  const put = (email: string | null) =>
    write({ onConflict: 'update', rows: [given, { cells: { email }, external_id: 'a' }] })
  const kept = await put('a@b.example')
  expect(kept.body.error.errors).toEqual([
    {
      index: 1,
      column: 'email',
      message: 'email: must be unique, and row 0 of this request has the same value',
      reason: 'twin_in_request',
      values: { row: 0 },
    },
  ])
  expect(outcomes((await put('c@b.example')).body)).toEqual(['created', 'updated'])
  const emails = (await rows()).map(({ cells }: { cells: { email: string } }) => cells.email)
  expect(emails).toEqual(['c@b.example', 'a@b.example'])
  expect((await write({ cells: { name: 'C', email: 'c@b.example' } })).status).toBe(400)
})

test('a taken value is reported once for each record that sends it', async () => {
  const { write, record, rows } = await openPage()
  await record('a', { name: 'A', email: 'a@b.example' })
  await record('b', { name: 'B', email: 'b@b.example' })
  await record('c', { name: 'C', email: 'c@b.example' })
  const body = {
    onConflict: 'update',
    rows: [
      { cells: { email: 'b@b.example' }, external_id: 'c' },
      { cells: { name: 'D', email: 'a@b.example' }, external_id: 'd' },
      { cells: { name: 'E' }, external_id: 'd' },
    ],
  }
  const message = 'email: must be unique, and another row already has this value'
  const taken = { column: 'email', message, reason: 'not_unique', values: {} }
  for (const sent of [await write(body, { query: '?dryRun=true' }), await write(body)]) {
    expect(sent.body.error.errors).toEqual([
      { index: 0, ...taken },
      { index: 1, ...taken },
    ])
  }
  expect((await rows()).map(({ cells }: { cells: { name: string } }) => cells.name)).toEqual([
    'A',
    'B',
    'C',
  ])
})

test('the refusal of an external_id among bare cells says where it belongs, on boards too', async () => {
  const page = await openPage()
  const board = await makeBoard(service, owner, columns)
  for (const write of [page.write, integration(service, board.secret).write]) {
    const { status, body } = await write({ rows: [{ name: 'A' }, { name: 'B', external_id: 'b' }] })
    const message = '"external_id" goes next to "cells": {"cells": {…}, "external_id": "…"}'
    expect(status).toBe(400)
    expect(body.error.errors).toMatchObject([{ index: 1, message, column: 'external_id' }])
  }
  expect(await page.rows()).toEqual([])
})

test('one wrong record refuses the whole batch, updates too', async () => {
  const { write, record, rows, history } = await openPage()
  await record('a', { name: 'A' })
  const { status, body } = await write({
    onConflict: 'update',
    rows: [
      { cells: { name: 'Changed' }, external_id: 'a' },
      { cells: { name: 'New' }, external_id: 'b' },
      { cells: { amount: 1 } },
    ],
  })
  expect(status).toBe(400)
  expect(body.error.errors).toEqual([
    {
      index: 2,
      column: 'name',
      message: 'name: is required; send a value for it',
      reason: 'required',
      values: {},
    },
  ])
  expect((await rows()).map(({ cells }: { cells: object }) => cells)).toEqual([{ name: 'A' }])
  expect(await history()).toEqual([])
  expect((await record('b', { name: 'New' })).body.outcome).toBe('created')
})
