import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Answer } from './support/clients/client.ts'
import { type Desk, makeDesk, type NewColumn } from './support/desks/fixtures.ts'
import { openHook } from './support/desks/hook-bodies.ts'
import { integration, openRecords } from './support/desks/ingest.ts'
import { openRows, type Rows } from './support/desks/rows.ts'
import { startService, type TestService } from './support/service/service.ts'

// JSON.parse forgets how a number was written: ids of more than 17 digits lose some, and 1.0 becomes 1.

const LONG = '12345678901234567890'
const columns: NewColumn[] = [
  { name: 'Id', type: 'text' },
  { name: 'Note', type: 'long_text' },
  { name: 'Stage', type: 'select', settings: { options: [], allowNewOptions: true } },
  { name: 'Tags', type: 'multi_select', settings: { options: [], allowNewOptions: true } },
  { name: 'Number', type: 'number' },
  { name: 'Money', type: 'currency' },
  { name: 'Phone', type: 'phone' },
  { name: 'Mail', type: 'email' },
  { name: 'Site', type: 'url' },
]

let service: TestService
let desk: Desk
let board: Rows
beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
  board = await openRows(service, desk, columns)
})
afterAll(() => service.stop())

/** Writes one row as JSON text, by every way that takes JSON. */
const ways: Record<string, (cells: string) => Promise<Pick<Answer, 'status' | 'body'>>> = {
  'a key': (cells) => integration(service, board.secret).write(`{"cells": ${cells}}`),
  'a dry run': (cells) =>
    integration(service, board.secret).write(`{"cells": ${cells}}`, { query: '?dryRun=true' }),
  'a batch of a key': async (cells) => {
    const rows = `{"rows": [${cells}]}`
    const { status, body } = await integration(service, board.secret).write(rows)
    return { status, body: body.error ? body : { data: body.data[0], ...body.receipts[0] } }
  },
  'a person': (cells) => board.as('member')('POST', '/rows', `{"cells": ${cells}}`),
  'an edit': async (cells) => {
    const { body } = await board.as('member')('POST', '/rows', { cells: { id: 'new' } })
    return board.as('member')('PATCH', `/rows/${body.data.id}`, `{"cells": ${cells}}`)
  },
  'edits of several rows': async (cells) => {
    const made = await board.as('member')('POST', '/rows', { cells: { id: 'new' } })
    const rows = `{"rows": [{"id": "${made.body.data.id}", "cells": ${cells}}]}`
    const { status, body } = await board.as('member')('PATCH', '/rows', rows)
    return { status, body: status === 200 ? { data: body.data[0], ...body.receipts[0] } : body }
  },
}

describe.each(Object.entries(ways))('a number that %s writes', (_, write) => {
  test('goes to a column of texts to the letter, and so does the receipt', async () => {
    const { body } = await write(
      `{"id": ${LONG}, "note": 1.0, "stage": 1e3, "tags": [${LONG}, 123456789.123456789123], "phone": 4155550199.0}`,
    )
    const { id, note, stage, tags, phone } = body.data.cells
    expect({ id, note, stage, tags, phone }).toEqual({
      id: LONG,
      note: '1.0',
      stage: '1e3',
      tags: [LONG, '123456789.123456789123'],
      phone: '+14155550199',
    })
    expect(body.coerced).toEqual([
      { column: 'id', sent: LONG, stored: LONG },
      { column: 'note', sent: '1.0', stored: '1.0' },
      { column: 'stage', sent: '1e3', stored: '1e3' },
      {
        column: 'tags',
        sent: `${LONG}, 123456789.123456789123`,
        stored: `${LONG}, 123456789.123456789123`,
      },
      { column: 'phone', sent: '4155550199.0', stored: '+14155550199' },
    ])
  })

  test('goes to a column of numbers by its value, and is listed if digits of it are lost', async () => {
    const { body } = await write('{"number": 0.12345678901234567890123, "money": 1250.00}')
    expect(body.data.cells).toMatchObject({ number: 0.12345678901234568, money: 1250 })
    expect(body.coerced).toEqual([
      { column: 'number', sent: '0.12345678901234567890123', stored: '0.12345678901234568' },
    ])
  })

  test('is quoted as it was sent if it is refused', async () => {
    for (const column of ['number', 'money', 'phone', 'mail', 'site']) {
      const { status, body } = await write(`{"${column}": ${LONG}}`)
      expect(status).toBe(400)
      expect(JSON.stringify(body)).toContain(LONG)
      expect(JSON.stringify(body)).not.toContain('12345678901234567000')
    }
  })
})

test('a link by a long number finds its row, by own id and by unique value', async () => {
  const unique = { name: 'Code', type: 'text', unique: true }
  const clients = await openRecords(service, desk.tokens.owner, [unique])
  const deals = await openRows(service, desk, [
    { name: 'Client', type: 'link', settings: { definitionKey: clients.key, multiple: true } },
  ])
  const rows: string[] = []
  for (const [id, code] of [
    [LONG, '5.0'],
    ['12345678901234567000', '5'],
    ['1042', LONG],
  ]) {
    const { body } = await clients.write(`{"external_id": "${id}", "cells": {"code": "${code}"}}`)
    rows.push(body.data.id)
  }
  const link = async (sent: string) => {
    const { body } = await deals.as('member')('POST', '/rows', `{"cells": {"client": ${sent}}}`)
    return { client: body.data?.cells.client, sent: body.coerced?.[0].sent }
  }
  expect(await link(LONG)).toEqual({ client: [rows[0]], sent: LONG })
  expect(await link(`[{"external_id": ${LONG}}]`)).toEqual({
    client: [rows[0]],
    sent: `[{"external_id":${LONG}}]`,
  })
  expect(await link(`{"code": ${LONG}}`)).toEqual({ client: [rows[2]], sent: `{"code":${LONG}}` })
  expect(await link('{"code": 5.0}')).toEqual({ client: [rows[0]], sent: '{"code":5.0}' })
  expect((await link('1042.0')).client).toEqual([rows[2]])
})

test('two numbers that are one to JSON.parse are two requests, but 1.0 and 1 are the same', async () => {
  const { write } = integration(service, board.secret)
  const at = (number: string) => write(`{"cells": {"id": ${number}}}`, { retry: 'long' })
  const first = await at(LONG)
  expect((await at(LONG)).text).toBe(first.text)
  expect((await at('12345678901234567891')).status).toBe(422)
  expect((await write('{"cells": {"number": 1.0}}', { retry: 'one' })).status).toBe(201)
  expect((await write('{"cells": {"number": 1}}', { retry: 'one' })).status).toBe(201)
})

describe('a hook', () => {
  const fields = [
    { path: 'lead.id', column: 'id' },
    { path: 'lead', column: 'note' },
    { path: 'amount', column: 'money', as: 'minor_units' },
    { path: 'ids', column: 'tags' },
  ]
  const body = (id: string) => `{"lead": {"id": ${id}}, "amount": 1250.0, "ids": [${id}, 1.50]}`

  test('stores, keeps and previews numbers as the service sent them', async () => {
    const labels = { options: [{ label: LONG }, { label: '1.50' }] }
    const withOptions = columns.map((column) =>
      column.name === 'Tags' ? { ...column, settings: labels } : column,
    )
    const at = await openHook({ service, desk }, {}, withOptions)
    expect((await at.send(body(LONG))).body.data.outcome).toBe('kept')
    const [sample] = await at.samples()
    expect(sample.fields.map(({ example }: { example: string }) => example)).toEqual([
      LONG,
      '1250.0',
      `${LONG}, 1.50`,
    ])
    const cells = { id: LONG, note: `{"id":${LONG}}`, money: 12.5, tags: [LONG, '1.50'] }
    const preview = { sampleId: sample.id, fields }
    const previewed = (await at.api('POST', `/hooks/${at.hook.id}/preview`, preview)).body
    expect(previewed.data.cells).toEqual(cells)
    await at.change({ fields })
    expect((await at.send(body(LONG))).status).toBe(201)
    expect((await at.rows())[0].cells).toEqual(cells)
    const [receipt] = await at.receipts()
    expect(receipt.coerced.items).toMatchObject([
      { column: 'id', sent: LONG, stored: LONG },
      { column: 'tags', sent: `${LONG}, 1.50`, stored: `${LONG}, 1.50` },
    ])
  })

  test('knows events by all digits of their ids', async () => {
    const named = { fields: [{ path: 'lead.id', column: 'id' }], eventPath: 'lead.id' }
    const at = await openHook({ service, desk }, named, columns)
    const statuses: number[] = []
    for (const id of [LONG, LONG, '12345678901234567891', '5', '5.0']) {
      statuses.push((await at.send(body(id))).status)
    }
    expect(statuses).toEqual([201, 200, 201, 201, 200])
  })

  test('reads numbers in the JSON of a form’s field', async () => {
    const at = await openHook(
      { service, desk },
      { fields: [{ path: 'raw.id', column: 'id' }] },
      columns,
    )
    const form = new URLSearchParams({ raw: `{"id": ${LONG}}` }).toString()
    const type = 'application/x-www-form-urlencoded'
    expect((await at.send(form, { 'content-type': type })).status).toBe(201)
    expect((await at.rows())[0].cells).toEqual({ id: LONG })
  })
})
