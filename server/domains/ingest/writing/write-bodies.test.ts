import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeBoard, makeOwner } from '../../../tests/support/desks/fixtures.ts'
import { type Integration, integration } from '../../../tests/support/desks/ingest.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'

let service: TestService
let form: Integration
beforeAll(async () => {
  service = await startService()
  const { owner } = await makeOwner(service)
  const columns = [
    { name: 'Full Name', type: 'text' },
    { name: 'Amount', type: 'number' },
  ]
  form = integration(service, (await makeBoard(service, owner, columns)).secret)
})
afterAll(() => service.stop())

const count = async (): Promise<number> => (await form.read('?limit=1000')).body.data.rows.length

/** What the message is made of. */
const WHY = { reason: expect.any(String), values: expect.any(Object) }

const neither = 'send either "cells" (one row) or "rows" (1 to 500 rows), not both or neither'
test.each([
  [{}, neither],
  [{ cells: {}, rows: [{}] }, neither],
  [{ cells: {}, rows: undefined, more: 1 }, '"more" is not a field of this request'],
  [[], 'the body must be a JSON object with "cells" or "rows"'],
  ['null', 'the body must be a JSON object with "cells" or "rows"'],
  [{ rows: {} }, '"rows" must be a list of 1 to 500 rows'],
  [{ rows: null }, '"rows" must be a list of 1 to 500 rows'],
  [{ rows: [] }, '"rows" is empty; send 1 to 500 rows'],
  [{ rows: Array(501).fill({}) }, '"rows" has 501 rows; send at most 500 per request'],
  [
    { cells: {}, external_id: 'a' },
    '"external_id" works only with page keys on /v1/ingest/records',
  ],
  [
    { rows: [{}], external_id: 'a' },
    '"external_id" works only with page keys on /v1/ingest/records',
  ],
  [{ cells: {}, onConflict: 'keep' }, '"onConflict" is not a field of this request'],
  [{ cells: {}, row: [] }, '"row" is not a field of this request; the nearest is "rows"'],
  [
    { Cells: { full_name: 'Ann' } },
    '"Cells" is not a field of this request; the nearest is "cells"',
  ],
  [
    [{ full_name: 'Ann' }],
    'a list of rows is sent as "rows": {"rows": [{"cells": {"column": value}}]}',
  ],
  [
    { records: [{ fields: { full_name: 'Ann' } }] },
    'a list of rows is sent as "rows": {"rows": [{"cells": {"column": value}}]}',
  ],
  [{ cell: '5550199' }, '"cell" is not a field of this request; put the values into "cells"'],
  [{ full_name: 'Ann' }, '"full_name" is not a field of this request; put the values into "cells"'],
])('%j', async (sent, message) => {
  const before = await count()
  for (const query of ['', '?dryRun=true']) {
    const { status, body } = await form.write(sent, { query })
    expect(status).toBe(400)
    expect(body).toEqual({ error: { message, code: 'invalid_rows', ...WHY } })
  }
  expect(await count()).toBe(before)
})

test.each([
  [{ cells: [] }, [{ index: 0, message: '"cells" must be an object of column to value' }]],
  [{ cells: 'a' }, [{ index: 0, message: '"cells" must be an object of column to value' }]],
  [
    { rows: [{}, null, 7, [], { cells: null }] },
    [
      ...[1, 2, 3].map((index) => ({
        index,
        message: 'a row must be an object: {"cells": {"column": value}}',
      })),
      { index: 4, message: '"cells" must be an object of column to value' },
    ],
  ],
  [
    { rows: [{ cells: {}, name: 'x' }] },
    [{ index: 0, message: '"name" is not a field of a row; put columns inside "cells"' }],
  ],
  [
    { rows: [{ cells: {}, external_id: 'x' }] },
    [
      {
        index: 0,
        column: 'external_id',
        message: '"external_id" works only with page keys on /v1/ingest/records',
      },
    ],
  ],
])('%j', async (sent, errors) => {
  const { status, body } = await form.write(sent)
  expect(status).toBe(400)
  expect(body.error).toMatchObject({ code: 'invalid_rows', errors })
})

test.each([
  ['{', 'The body is not valid JSON: it ends too early; send all of it.'],
  ['', 'The body is empty; send a JSON object.'],
  ['{"cells":{"__proto__":1}}', 'The body has a member called "__proto__"; rename it.'],
  ['{"cells":{"full_name":"\\u0000"}}', 'The body holds a NUL character (\\u0000); remove it.'],
  [
    '{"cells":{"full_name":"\\ud800"}}',
    'The body holds half of a surrogate pair; send whole characters.',
  ],
  [
    `{"cells":{"full_name":${'['.repeat(40)}${']'.repeat(40)}}}`,
    'The body is nested deeper than 32 levels.',
  ],
  [new Uint8Array([0x7b, 0xff, 0x7d]), 'The body is not valid UTF-8; send it as UTF-8.'],
])('%s', async (sent, message) => {
  const { status, body } = await form.write(sent)
  expect(status).toBe(400)
  expect(body).toEqual({ error: { message, code: 'invalid_json', ...WHY } })
})

test('an unknown or malformed query is refused', async () => {
  for (const query of ['?dryrun=true', '?dryRun=yes', '?dryRun=true&x=1']) {
    const { status, body } = await form.write({ cells: {} }, { query })
    expect([status, body.error.code]).toEqual([400, 'invalid_request'])
  }
})

test('500 rows are accepted, in order', async () => {
  const rows = Array.from({ length: 500 }, (_, i) => ({ amount: i }))
  const { status, body } = await form.write({ rows })
  expect(status).toBe(201)
  const amounts = body.data.map((row: { cells: { amount: number } }) => row.cells.amount)
  expect(amounts).toEqual(rows.map(({ amount }) => amount))
})

test('a row with more columns than any board has is refused with one error, not one for each name', async () => {
  const wide = Object.fromEntries(Array.from({ length: 1001 }, (_, n) => [`c${n}`, n]))
  const before = await count()
  for (const sent of [{ cells: wide }, { rows: [{ cells: wide }] }, { rows: [wide] }]) {
    const { status, body } = await form.write(sent)
    expect(status).toBe(400)
    expect(body.error.errors).toEqual([
      {
        index: 0,
        message: 'the row names 1001 columns; send at most 1000 per row',
        reason: 'row_too_wide',
        values: { count: 1001, most: 1000 },
      },
    ])
  }
  expect(await count()).toBe(before)
})
