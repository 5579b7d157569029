import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Desk, makeDesk } from './support/desks/fixtures.ts'
import { openRows } from './support/desks/rows.ts'
import { startService, type TestService } from './support/service/service.ts'

// People edit, delete and restore rows and revert their cells in any order. A model in memory knows every state of
// every row. Afterwards the rows are as the model has them, and so is their history.

let service: TestService
let desk: Desk
beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
})
afterAll(() => service.stop())

const columns = [
  { name: 'A', type: 'text' },
  { name: 'B', type: 'number' },
  { name: 'C', type: 'text', unique: true },
]
const values: Record<string, unknown[]> = {
  a: ['x', 'y', 'z', null],
  b: [1, 2, 3, null],
  c: ['one', 'two', 'three', 'four', null],
}
const people = ['owner', 'admin', 'manager', 'member'] as const

type Cells = Record<string, unknown>
interface Step {
  action: string
  actor: string
  /** The cells after this step. */
  cells: Cells
}
interface Model {
  id: string
  trashed: boolean
  /** From the creation on, one step per version. */
  steps: Step[]
}

/** Pseudo-random numbers from 0 to 1, the same for the same seed. */
function chance(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1664525 + 1013904223) % 2 ** 32
    return state / 2 ** 32
  }
}

async function play(seed: number, moves: number) {
  const random = chance(seed)
  const one = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const rows = await openRows(service, desk, columns)
  const models: Model[] = []
  const nowOf = (model: Model): Cells => model.steps.at(-1)!.cells
  const versionOf = (model: Model): number => model.steps.length
  const isTaken = (value: unknown, except?: Model) =>
    value !== null &&
    models.some((model) => model !== except && !model.trashed && nowOf(model).c === value)
  const apply = (cells: Cells, change: Cells): Cells =>
    Object.fromEntries(
      Object.entries({ ...cells, ...change }).filter(([, value]) => value !== null),
    )
  const differs = (a: Cells, b: Cells) =>
    Object.keys(values).some((key) => (a[key] ?? null) !== (b[key] ?? null))
  const record = (model: Model, action: string, actor: string, cells: Cells) => {
    if (action !== 'updated' && action !== 'reverted') model.steps.push({ action, actor, cells })
    else if (differs(nowOf(model), cells)) model.steps.push({ action, actor, cells })
  }

  for (let move = 0; move < moves; move++) {
    const role = one(people)
    const api = rows.as(role)
    const actor = `user:${desk.seats[role]}`
    const keys = Object.keys(values).filter(() => random() < 0.5)
    const change: Cells = Object.fromEntries(keys.map((key) => [key, one(values[key]!)]))
    const model = models.length > 0 ? one(models) : undefined
    const kind = random()
    if (!model || kind < 0.15) {
      const made = await api('POST', '/rows', { cells: change })
      expect(made.status, `${seed}`).toBe(isTaken(change.c ?? null) ? 400 : 201)
      if (made.status !== 201) continue
      const cells = apply({}, change)
      models.push({
        id: made.body.data.id,
        trashed: false,
        steps: [{ action: 'created', actor, cells }],
      })
    } else if (kind < 0.55) {
      const stale = random() < 0.2
      const version = stale ? versionOf(model) - 1 || 99 : versionOf(model)
      const answer = await api('PATCH', `/rows/${model.id}`, { cells: change, version })
      const expected = model.trashed
        ? 404
        : stale
          ? 409
          : isTaken(change.c ?? null, model)
            ? 400
            : 200
      expect(answer.status, `${seed} ${answer.text}`).toBe(expected)
      if (expected === 200) record(model, 'updated', actor, apply(nowOf(model), change))
    } else if (kind < 0.7) {
      const answer = await api('DELETE', `/rows/${model.id}`)
      expect(answer.status).toBe(model.trashed ? 404 : 204)
      if (!model.trashed) record(model, 'deleted', actor, nowOf(model))
      model.trashed = true
    } else if (kind < 0.85) {
      const answer = await api('POST', `/rows/${model.id}/restore`)
      const taken = isTaken(nowOf(model).c ?? null, model)
      expect(answer.status, answer.text).toBe(!model.trashed ? 404 : taken ? 409 : 201)
      if (answer.status !== 201) continue
      record(model, 'restored', actor, nowOf(model))
      model.trashed = false
    } else {
      const query = model.trashed ? '?trashed=true' : ''
      const { data } = (await api('GET', `/rows/${model.id}/history${query}`)).body
      const at = Math.floor(random() * data.length)
      const column = one(['a', 'b', 'c'])
      const answer = await api('POST', `/rows/${model.id}/history/${data[at].id}/revert`, {
        column,
      })
      const step = model.steps.length - 1 - at
      const from = (step === 0 ? {} : model.steps[step - 1]!.cells) as Cells
      const changed = differs(
        { [column]: from[column] ?? null },
        { [column]: model.steps[step]!.cells[column] ?? null },
      )
      const back = { [column]: from[column] ?? null }
      const taken = column === 'c' && isTaken(back.c, model)
      expect(answer.status, `${seed} ${answer.text}`).toBe(
        model.trashed ? 404 : !changed || taken ? 400 : 201,
      )
      if (answer.status === 201) record(model, 'reverted', actor, apply(nowOf(model), back))
    }
  }
  return { rows, models, nowOf, versionOf }
}

test.each([11, 22, 33, 44])(
  'rows and their history are as a model has them (seed %i)',
  async (seed) => {
    const { rows, models, nowOf, versionOf } = await play(seed, 120)
    const api = rows.as('viewer')
    for (const model of models) {
      const query = model.trashed ? '?trashed=true' : ''
      const row = (await api('GET', `/rows/${model.id}${query}`)).body.data
      expect([row.cells, row.version]).toEqual([nowOf(model), versionOf(model)])
      const entries = (await api('GET', `/rows/${model.id}/history${query}`)).body.data.reverse()
      expect(entries.map(({ action, actor }: Step) => [action, actor])).toEqual(
        model.steps.map(({ action, actor }) => [action, actor]),
      )
      // Replays the history from nothing: each entry starts from what the one before left.
      let cells: Cells = {}
      for (const [i, entry] of entries.entries()) {
        for (const { column, from, to } of entry.cells) {
          expect(from).toEqual(cells[column] ?? null)
          cells = { ...cells, [column]: to }
          if (to === null) delete cells[column]
        }
        expect(cells).toEqual(model.steps[i]!.cells)
      }
    }
    const stored = await rows.dump()
    expect(stored.count).toBe(models.filter(({ trashed }) => !trashed).length)
    expect(stored.unique).toHaveLength(
      models.filter((model) => !model.trashed && nowOf(model).c !== undefined).length,
    )
    for (const model of models) {
      const versions = stored.history.filter(({ row_id }) => row_id === model.id)
      expect(versions.map(({ version }) => version)).toEqual(
        model.steps.slice(1).map((_, i) => i + 2),
      )
    }
  },
)

test('edits of many at the same time leave one entry for each version, and each from what was there', async () => {
  const rows = await openRows(service, desk, columns)
  const { id } = (await rows.as('owner')('POST', '/rows', { cells: { b: 0 } })).body.data
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, i) =>
      rows.as(people[i % people.length]!)('PATCH', `/rows/${id}`, { cells: { b: i + 1 } }),
    ),
  )
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  const entries = (await rows.as('owner')('GET', `/rows/${id}/history`)).body.data.reverse()
  expect(entries).toHaveLength(41)
  for (let i = 1; i < entries.length; i++) {
    expect(entries[i].cells[0].from).toBe(entries[i - 1].cells[0].to)
  }
  expect((await rows.as('owner')('GET', `/rows/${id}`)).body.data.version).toBe(41)
})
