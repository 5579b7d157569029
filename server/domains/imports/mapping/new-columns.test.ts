import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Desk, makeBoard, makeDesk } from '../../../tests/support/desks/fixtures.ts'
import { importerOf } from '../../../tests/support/desks/imports.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'

let service: TestService
let desk: Desk
beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
  service.work()
})
afterAll(() => service.stop())

describe('a column to be created', () => {
  const file = 'Business,Closing,Rating\nAcme,11/20/26,5\nBolt,soon,7\n'
  const closing = { name: 'Closing', type: 'date' }
  const board = () => makeBoard(service, desk.tokens.owner, [{ name: 'Business', type: 'text' }])
  const of = (boardId: string, token = desk.tokens.admin) =>
    importerOf(service.api, token, { boardId })

  test('is shown and counted in a preview, and not made', async () => {
    const { id } = await board()
    const mapping = ['business', closing, { name: 'Rating', type: 'number', unique: true }]
    for (const sent of [mapping, { Business: 'business', Closing: closing, Rating: mapping[2] }]) {
      const { data } = (
        await of(id).preview({ file, mapping: sent, onBad: { closing: 'leave_empty' } })
      ).body
      expect(data.columns.map(({ proposed }: { proposed: string }) => proposed)).toEqual([
        'business',
        'closing',
        'rating',
      ])
      expect(data.rows[0].cells).toEqual({ business: 'Acme', closing: '2026-11-20', rating: 5 })
      expect(data.counts).toMatchObject({ wouldImport: 2, leftEmpty: 1 })
      expect(data.counts.byColumn[1]).toEqual({
        column: 'closing',
        filled: 1,
        coerced: 1,
        leftEmpty: 1,
        failed: 0,
      })
    }
    const { columns } = (await service.api('GET', `/v1/boards/${id}`, { token: desk.tokens.owner }))
      .body.data
    expect(columns).toHaveLength(1)
  })

  test('can link to rows of another board, found by their values', async () => {
    const companies = await makeBoard(service, desk.tokens.owner, [
      { name: 'Business', type: 'text', unique: true },
    ])
    await service.api('POST', `/v1/boards/${companies.id}/rows`, {
      token: desk.tokens.owner,
      body: { cells: { business: 'Acme' } },
    })
    const { id } = await board()
    const link = { name: 'Company', type: 'link', settings: { definitionKey: companies.key } }
    const { data } = (await of(id).preview({ file, mapping: { Business: link } })).body
    expect(data.counts.byColumn[0].links).toEqual({ matched: 1, created: 0, none: 1, several: 0 })
  })

  test.each([
    ['of a name that is taken', { name: 'business', type: 'date' }, 'name_taken'],
    ['of a key that is taken', { name: 'Closing', type: 'date', key: 'business' }, 'key_taken'],
    ['of a type that there is not', { name: 'Closing', type: 'moon' }, 'invalid_request'],
    ['without a name', { type: 'date' }, 'invalid_request'],
    ['with a NUL character', { name: 'A\0', type: 'date' }, 'invalid_request'],
    ['that the service fills', { name: 'Made', type: 'created_at' }, 'invalid_request'],
    [
      'that links to nothing',
      { name: 'L', type: 'link', settings: { definitionKey: 'none' } },
      'unknown_reference',
    ],
  ])('%s is refused', async (_, column, code) => {
    const { id } = await board()
    const refused = await of(id).preview({ file, mapping: ['business', column] })
    expect([refused.status >= 400, refused.body.code], refused.text).toEqual([true, code])
    if (code === 'invalid_request') {
      expect(refused.body.issues[0].path).toMatch(/^body\.mapping/)
    }
  })

  test('is refused to who adds no columns, and in an import', async () => {
    const { id } = await board()
    const form = { file, mapping: ['business', closing] }
    const member = await of(id, desk.tokens.member).preview(form)
    expect([member.status, member.body.code]).toEqual([403, 'forbidden'])
    const refused = await of(id).send(form)
    expect([refused.status, refused.body.code]).toEqual([400, 'invalid_request'])
    const dry = await of(id).send({ ...form, dryRun: 'true' })
    expect(dry.body.data.columns[1].proposed).toBe('closing')
  })
})
