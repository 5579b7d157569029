import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeBoard, makeOwner, type NewColumn } from '../../../tests/support/desks/fixtures.ts'
import { integration } from '../../../tests/support/desks/ingest.ts'
import {
  startService,
  type TestServer,
  type TestService,
} from '../../../tests/support/service/service.ts'

let service: TestService
let other: TestServer
let owner: string
beforeAll(async () => {
  service = await startService()
  other = await service.beside()
  ;({ owner } = await makeOwner(service))
})
afterAll(() => service.stop())

async function boardOf(...columns: NewColumn[]) {
  const board = await makeBoard(service, owner, columns)
  const rows = async () =>
    (await service.api('GET', `/v1/boards/${board.id}/rows?limit=1000`, { token: owner })).body.data
  return { ...board, ...integration(service, board.secret), rows }
}
const name = { name: 'Name', type: 'text' }

describe('a required column', () => {
  test.each([
    ['left out', {}],
    ['null', { email: null }],
    ['empty', { Email: '' }],
    ['blank', { email: '  ' }],
    ['invisible', { email: '\u200b\u2060' }],
    ['of other blanks', { email: '\u00a0\u3164' }],
  ])('%s: the row is refused', async (_, cells) => {
    const { write, rows } = await boardOf(name, { name: 'Email', type: 'email', required: true })
    const { status, body } = await write({
      rows: [{ email: 'a@example.com' }, { name: 'x', ...cells }],
    })
    expect(status).toBe(400)
    const message = 'email: is required; send a value for it'
    expect(body.error.errors).toEqual([
      { index: 1, message, column: 'email', reason: 'required', values: {} },
    ])
    expect(await rows()).toEqual([])
  })

  test('is reported once, also if its value is wrong', async () => {
    const { write } = await boardOf({ name: 'Email', type: 'email', required: true })
    const { body } = await write({ cells: { email: 'nobody' } })
    expect(body.error.errors).toHaveLength(1)
    expect(body.error.message).toContain('is not an email address')
  })

  test('accepts an unticked checkbox as a value', async () => {
    const { write } = await boardOf({ name: 'Agreed', type: 'checkbox', required: true })
    expect((await write({ cells: { agreed: 'no' } })).status).toBe(201)
  })
})

describe('a unique column', () => {
  const taken = 'email: must be unique, and another row already has this value'

  test('takes each stored value once', async () => {
    const { write, rows } = await boardOf({ name: 'Email', type: 'email', unique: true })
    expect((await write({ cells: { email: 'ann@example.com' } })).status).toBe(201)
    for (const query of ['', '?dryRun=true']) {
      const { status, body } = await write({ cells: { email: ' ANN@example.com' } }, { query })
      expect(status).toBe(400)
      expect(body.error).toEqual({
        message: taken,
        code: 'invalid_rows',
        errors: [{ index: 0, column: 'email', message: taken, reason: 'not_unique', values: {} }],
      })
    }
    expect(await rows()).toHaveLength(1)
  })

  test('takes any number of empty cells', async () => {
    const { write, rows } = await boardOf(name, { name: 'Email', type: 'email', unique: true })
    expect(
      (await write({ rows: [{}, { email: null }, { email: '' }, { name: 'x' }] })).status,
    ).toBe(201)
    expect(await rows()).toHaveLength(4)
  })

  test('reports twins inside a batch, each with the earlier row', async () => {
    const { write, rows } = await boardOf(
      { name: 'Email', type: 'email', unique: true },
      { name: 'Code', type: 'text', unique: true },
    )
    const { status, body } = await write({
      rows: [
        { email: 'a@b.example', code: 'x' },
        { email: 'A@B.example', code: 'X' },
        { code: 'x' },
      ],
    })
    expect(status).toBe(400)
    const twin = (column: string) => ({
      column,
      message: `${column}: must be unique, and row 0 of this request has the same value`,
      reason: 'twin_in_request',
      values: { row: 0 },
    })
    expect(body.error.errors).toEqual([
      { index: 1, ...twin('email') },
      { index: 2, ...twin('code') },
    ])
    expect(await rows()).toEqual([])
  })

  test('reports every row of a batch whose value is taken, and writes none', async () => {
    const { write, rows } = await boardOf({ name: 'Email', type: 'email', unique: true })
    await write({ rows: [{ email: 'a@b.example' }, { email: 'c@d.example' }] })
    const { body } = await write({
      rows: [{ email: 'c@d.example' }, { email: 'new@b.example' }, { email: 'a@b.example' }],
    })
    expect(body.error.errors).toEqual([
      { index: 0, column: 'email', message: taken, reason: 'not_unique', values: {} },
      { index: 2, column: 'email', message: taken, reason: 'not_unique', values: {} },
    ])
    expect(await rows()).toHaveLength(2)
    expect((await write({ cells: { email: 'new@b.example' } })).status).toBe(201) // the batch left nothing behind
  })

  test('lets one of twenty simultaneous requests to two servers have a value', async () => {
    const { write, rows } = await boardOf({ name: 'Email', type: 'email', unique: true })
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        write(
          i % 3 ? { cells: { email: 'a@b.example' } } : { rows: [{}, { email: 'A@b.example' }] },
          {
            on: i % 2 ? other : service,
          },
        ),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(400)])
    const stored: { position: number }[] = await rows()
    expect(stored.length).toBeLessThanOrEqual(2)
    expect(stored.map(({ position }) => position)).toEqual(stored.map((_, i) => i + 1))
  })

  test('applies to integrations and people alike', async () => {
    const { id, write } = await boardOf({ name: 'Email', type: 'email', unique: true })
    const byHand = (email: string) =>
      service.api('POST', `/v1/boards/${id}/rows`, { token: owner, body: { cells: { email } } })
    expect((await byHand('a@b.example')).status).toBe(201)
    expect((await write({ cells: { email: 'a@b.example' } })).status).toBe(400)
    expect((await write({ cells: { email: 'c@d.example' } })).status).toBe(201)
    expect((await byHand('C@D.example')).body).toMatchObject({
      code: 'invalid_rows',
      issues: [{ path: 'body.cells.email' }],
    })
  })
})
