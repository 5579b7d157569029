import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Desk, makeDesk, type NewColumn } from '../../../tests/support/desks/fixtures.ts'
import { openRows } from '../../../tests/support/desks/rows.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'

let service: TestService
let desk: Desk
beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
})
afterAll(() => service.stop())

type Api = (method: string, path: string, body?: unknown) => ReturnType<TestService['api']>

/** A board with a column of that type, and a row for each value. */
async function open(
  column: Omit<NewColumn, 'name'>,
  values: unknown[],
  kind: 'board' | 'page' = 'board',
) {
  const rows = await openRows(
    service,
    desk,
    [
      { name: 'Other', type: 'text' },
      { name: 'Value', ...column },
    ],
    kind,
  )
  const owner = rows.as('owner')
  const ids: string[] = []
  for (const value of values) {
    const made = await owner('POST', '/rows', { cells: { value } })
    if (made.status !== 201) throw new Error(made.text)
    ids.push(made.body.data.id)
  }
  return { ...rows, owner, ids }
}
const valuesOf = async (api: Api) =>
  (await api('GET', '/rows')).body.data.map(
    (row: { cells: { value?: unknown } }) => row.cells.value,
  )
const preview = (api: Api, body: object) => api('POST', '/columns/value/type/preview', body)
const retype = (api: Api, body: object) => api('POST', '/columns/value/type', body)

describe('values are converted', () => {
  const select = { options: [{ label: 'New' }, { label: 'Won' }] }
  const conversions: [string, Omit<NewColumn, 'name'>, unknown[], object, unknown[]][] = [
    ['text to a longer one', { type: 'text' }, ['a'], { type: 'long_text' }, ['a']],
    ['number to text', { type: 'number' }, [1200.5], { type: 'text' }, ['1200.5']],
    [
      'text to new options',
      { type: 'text' },
      ['Red', 'red ', 'Blue'],
      { type: 'select' },
      ['Red', 'Red', 'Blue'],
    ],
    [
      'text to given options',
      { type: 'text' },
      ['won'],
      { type: 'select', settings: select },
      ['Won'],
    ],
    [
      'one option to a list of options',
      { type: 'select', settings: select },
      ['New'],
      { type: 'multi_select' },
      [['New']],
    ],
    [
      'a list with one option to that option',
      { type: 'multi_select', settings: select },
      [['Won']],
      { type: 'select' },
      ['Won'],
    ],
    [
      'several options to text',
      { type: 'multi_select', settings: select },
      [['New', 'Won']],
      { type: 'text' },
      ['New, Won'],
    ],
    ['an option to text', { type: 'select', settings: select }, ['New'], { type: 'text' }, ['New']],
    [
      'a date to its start',
      { type: 'date' },
      ['2026-11-20'],
      { type: 'datetime' },
      ['2026-11-20T00:00:00.000Z'],
    ],
    [
      'a time to its date',
      { type: 'datetime' },
      ['2026-11-20T14:30:00Z'],
      { type: 'date' },
      ['2026-11-20'],
    ],
    [
      'yes and no to text',
      { type: 'checkbox' },
      [true, false],
      { type: 'text' },
      ['true', 'false'],
    ],
    ['text to yes and no', { type: 'text' }, ['yes', '0'], { type: 'checkbox' }, [true, false]],
    ['a number to money', { type: 'number' }, [12.5], { type: 'currency' }, [12.5]],
  ]
  test.each(conversions)('%s', async (_, column, sent, body, stored) => {
    const { owner } = await open(column, sent)
    expect((await retype(owner, body)).status).toBe(201)
    expect(await valuesOf(owner)).toEqual(stored)
    // The stored values have the new type: they can be written again as they are.
    const again = await owner('POST', '/rows', { cells: { value: stored[0] } })
    expect(again.body.coerced).toEqual([])
  })

  test('people to names or emails, and back', async () => {
    const { owner } = await open({ type: 'person' }, [desk.seats.member])
    await retype(owner, { type: 'text' })
    expect(await valuesOf(owner)).toEqual(['The member'])
    await retype(owner, { type: 'person' })
    expect(await valuesOf(owner)).toEqual([desk.seats.member])
    await retype(owner, { type: 'email' })
    expect(await valuesOf(owner)).toEqual([expect.stringMatching(/^member\d+@desk\.example$/)])
  })

  test('a value of which a part would get lost counts as lost', async () => {
    const phones = await open({ type: 'text' }, ['(415) 555-0199 ext. 12', '(415) 555-0199 (cell)'])
    const seen = (await preview(phones.owner, { type: 'phone' })).body.data
    expect(seen).toMatchObject({ filled: 2, converted: 1, lost: 1 })
    expect(seen.samples[0]).toMatchObject({ to: null, reason: 'more_than_an_address' })
    const amounts = await open({ type: 'number' }, [12.5, 19.999])
    const found = (await preview(amounts.owner, { type: 'currency' })).body.data
    expect(found).toMatchObject({ filled: 2, same: 1, lost: 1 })
    expect(found.samples[0]).toMatchObject({ to: null, reason: 'too_many_decimals' })
  })

  test('each option is made once, and no more than a column can have', async () => {
    const { owner } = await open({ type: 'text' }, ['Red', 'RED', 'Blue'])
    const seen = await preview(owner, { type: 'select' })
    expect(seen.body.data).toMatchObject({ filled: 3, same: 2, converted: 1, lost: 0 })
    expect((await owner('GET', '/columns/value')).body.data.type).toBe('text')
    const { settings } = (await retype(owner, { type: 'select' })).body.data
    expect(settings.options.map(({ label }: { label: string }) => label)).toEqual(['Red', 'Blue'])
    expect(settings.allowNewOptions).toBeUndefined()
    const many = await open({ type: 'text' }, [])
    for (const from of [0, 500]) {
      const cells = Array.from({ length: 500 }, (_, i) => ({
        cells: { value: `label ${from + i}` },
      }))
      await many.owner('POST', '/rows', { rows: cells })
    }
    await many.owner('POST', '/rows', { cells: { value: 'one more' } })
    const counts = (await preview(many.owner, { type: 'multi_select' })).body.data
    expect(counts).toMatchObject({ filled: 1001, lost: 1 })
    expect(counts.samples).toHaveLength(20)
    expect(counts.samples[0]).toMatchObject({ from: 'one more', to: null })
  })
})
