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

describe('options that an import adds', () => {
  const file = 'Business,Stage\nAcme,new\nBolt,Hot lead\nCleo,hot lead\nDora,Warm\nEmil,sold\n'
  const mapping = ['business', 'stage']
  const onBad = { stage: 'leave_empty' }
  const newOptions = { stage: ['Hot lead', 'New', ' hot LEAD '] }

  async function open(type: 'select' | 'multi_select' = 'select') {
    const { id } = await makeBoard(service, desk.tokens.owner, [
      { name: 'Business', type: 'text' },
      { name: 'Stage', type, settings: { options: [{ label: 'New' }, { label: 'Won' }] } },
    ])
    const labels = async () => {
      const board = await service.api('GET', `/v1/boards/${id}`, { token: desk.tokens.owner })
      return board.body.data.columns[1].settings.options.map(
        ({ label }: { label: string }) => label,
      )
    }
    const as = (role: keyof Desk['tokens']) =>
      importerOf(service.api, desk.tokens[role], { boardId: id })
    return { id, labels, as }
  }

  test('are counted in a preview and a dry run, and not made', async () => {
    const { as, labels } = await open()
    const asked = { file, mapping, onBad, newOptions, valueMaps: { stage: { sold: 'Hot lead' } } }
    const { data } = (await as('admin').preview(asked)).body
    expect(data.rows.map(({ cells }: { cells: { stage?: string } }) => cells.stage)).toEqual([
      'New',
      'Hot lead',
      'Hot lead',
      undefined,
      'Hot lead',
    ])
    expect(data.counts).toMatchObject({ wouldImport: 5, leftEmpty: 1 })
    const dry = await as('admin').send({ ...asked, dryRun: 'true' })
    expect(dry.body.data.counts).toMatchObject({ wouldImport: 5, leftEmpty: 1 })
    expect(await labels()).toEqual(['New', 'Won'])
  })

  test('are there when it starts, in the words of the first, and stay if it is undone', async () => {
    for (const type of ['select', 'multi_select'] as const) {
      const { as, labels } = await open(type)
      const { run, rows, post } = as('admin')
      const done = await run({ file, mapping, onBad, newOptions })
      expect(done).toMatchObject({ status: 'completed', imported: 5 })
      expect(await labels()).toEqual(['New', 'Won', 'Hot lead'])
      expect((await rows()).map(({ cells }) => [cells.stage].flat()[0])).toEqual([
        'New',
        'Hot lead',
        'Hot lead',
        undefined,
        undefined,
      ])
      expect((await post(`/${done.id}/undo`)).status).toBe(201)
      expect(await labels()).toEqual(['New', 'Won', 'Hot lead'])
    }
  })

  test('are refused to those who may not change columns, and in columns without options', async () => {
    const { as, labels } = await open()
    for (const ask of [as('manager').preview, as('manager').send]) {
      const { status, body } = await ask({ file, mapping, newOptions })
      expect([status, body.error]).toEqual([
        403,
        'Only admins and owners can add options to a column.',
      ])
    }
    const refusal = async (sent: unknown) => {
      const { status, body } = await as('admin').send({ file, mapping, newOptions: sent as object })
      return [status, body.issues?.[0]?.reason ?? body.code]
    }
    expect(await refusal({ business: ['x'] })).toEqual([400, 'value_map_without_options'])
    expect(await refusal({ nothing: ['x'] })).toEqual([400, 'unknown_column'])
    expect(await refusal({ stage: [''] })).toEqual([400, 'option_label'])
    expect(await refusal({ stage: ['x'.repeat(201)] })).toEqual([400, 'option_label'])
    expect(await refusal({ stage: 'x' })).toEqual([400, 'new_options_not_json'])
    expect(await refusal(['x'])).toEqual([400, 'new_options_not_json'])
    expect(await labels()).toEqual(['New', 'Won'])
  })
})
