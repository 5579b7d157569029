// Two people work on one board of the demo desk, and in every other round a third who sees less of it. Their writes are late,
// the connection is cut and the session ends; they are often in the same cells. What each of them has typed is in the service,
// or beside its cell, and nothing is anywhere else.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chanceOf, newSeed } from '../../server/tests/scenarios/chance.ts'
import { makeBoard } from '../../server/tests/support/desks/fixtures.ts'
import type { Person } from '../../server/tests/support/desks/people.ts'
import { paths } from '../paths.ts'
import {
  type Colleague,
  colleagueOf,
  NO_STAGE,
  type Shared,
  STILL_MS,
  type TypedColumn,
} from './support/colleague.ts'
import {
  type CellName,
  type Committed,
  commit,
  faultsOf,
  type Held,
} from './support/committed.rules.ts'
import { startDemo, type TestedDemo } from './support/demo.ts'
import { lineOf } from './support/line.ts'

const MINUTES = Number(process.env.MINUTES ?? 10)
const SEED = Number(process.env.SEED ?? newSeed())
const ROUND_MS = 60_000
const ROUNDS = Math.max(1, Math.round((MINUTES * 60_000) / ROUND_MS))
const ROWS = 12

let app: TestedDemo
const counts = new Map<string, number>()
let typed = 1_000
let faulty = 0

beforeAll(async () => {
  app = await startDemo()
})
afterAll(async () => {
  const said = [
    'keys',
    'cells',
    'conflicts',
    'refused',
    'comments',
    'rows',
    'moves',
    'cuts',
    'sessions ended',
    'records not opened',
    'clicks beside',
  ]
  const all = said.map((what) => `${counts.get(what) ?? 0} ${what}`).join(', ')
  const found =
    faulty === 0 ? 'nothing lost, and nothing in another cell' : `faults in ${faulty} rounds`
  console.log(`figure: ${MINUTES} minutes, ${all}; ${found}`)
  await app.stop()
})

test.each(Array.from({ length: ROUNDS }, (_, n) => [n, SEED + n]))(
  'round %i loses nothing (seed %i)',
  async (round, seed) => {
    const board = await makeShared(seed)
    const people: [string, Person, readonly TypedColumn[]][] = [
      ['dana', app.dana, ['Name', 'Margin', 'Email', 'Notes']],
      ['marcus', app.marcus, ['Name', 'Margin', 'Email', 'Notes']],
      ['priya', app.priya, ['Name', 'Email', 'Notes']],
    ]
    const seats = await Promise.all(
      people.slice(0, round % 2 ? 3 : 2).map(async ([name, person, columns], n) => {
        const page = await app.openAs(person, paths.home(), {
          width: 1500,
          height: 1300,
          refusals: [400, 401, 409],
        })
        page.setDefaultTimeout(STILL_MS)
        const line = await lineOf(page)
        const chance = chanceOf(seed * 10 + n)
        return colleagueOf({ name, person, page, line, chance, board, columns })
      }),
    )
    for (const seat of seats) await seat.begin()
    const end = performance.now() + ROUND_MS
    const works = seats.map((seat) => work(seat, end))
    const stopped = (await Promise.allSettled(works)).flatMap((one) =>
      one.status === 'rejected' ? [String(one.reason)] : [],
    )
    const faults =
      stopped.length > 0 ? stopped : await faultsIn(board, seats).catch((error) => [String(error)])
    if (faults.length > 0) faulty++
    for (const fault of faults) console.error(`fault: ${fault}`)
    expect(faults).toEqual([])
  },
)

test('a lost text, one in another cell, and a mutilated one would be noticed', () => {
  const committed: Committed[] = []
  commit(committed, 'dana', '1 name', 'Acme')
  commit(committed, 'dana', '2 name', 'Second')
  commit(committed, 'marcus', '1 name', 'Theirs')
  const found = (values: Record<CellName, string[]>) => {
    const held = Object.entries(values).map(([cell, texts]): [CellName, Held[]] => [
      cell as CellName,
      texts.map((text, n) => ({ text, at: 10 * n })),
    ])
    return faultsOf(committed, { held: new Map(held), beside: [] })
  }
  expect(found({ '1 name': ['Acme', 'Theirs'], '2 name': ['Second'] })).toEqual([])
  expect(found({ '1 name': ['Theirs'], '2 name': ['Secon'] })).toEqual([
    'nobody typed “Secon” into 2 name',
    'lost: “Acme”, which dana typed into 1 name',
    'lost: “Second”, which dana typed into 2 name',
  ])
  expect(found({ '1 name': ['Acme', 'Theirs', 'Second'], '2 name': ['Second'] })).toEqual([
    'nobody typed “Second” into 1 name',
  ])
})

test('a lost move of a card, and one that is made twice, would be noticed', () => {
  const committed: Committed[] = []
  commit(committed, 'nobody', '1 stage', 'New')
  commit(committed, 'dana', '1 stage', 'Won', 5)
  commit(committed, 'marcus', '1 stage', 'New', 15)
  const found = (...texts: string[]) =>
    faultsOf(committed, {
      held: new Map([['1 stage', texts.map((text, n) => ({ text, at: 10 * n }))]]),
      beside: [],
    })
  expect(found('New', 'Won', 'New')).toEqual([])
  expect(found('New', 'Won')).toEqual(['lost: “New”, which marcus typed into 1 stage'])
  expect(found('New')).toEqual(['lost: “Won”, which dana typed into 1 stage'])
  expect(found('New', 'Won', 'New', 'Won')).toEqual(['1 stage became “Won” 2 times, by 1 moves'])
})

/** Works until the end of the round. */
async function work(seat: Colleague, end: number): Promise<void> {
  while (performance.now() < end) {
    await seat.step().catch((error: Error) => {
      error.message = `${seat.who}, after ${seat.log().join(', ')}: ${error.message}`
      throw error
    })
  }
}

async function makeShared(seed: number): Promise<Shared> {
  const options = ['New', 'Won', 'Lost'].map((label) => ({ label }))
  const made = await makeBoard(
    app,
    app.dana.token,
    [
      { name: 'Name', type: 'text' },
      { name: 'Margin', type: 'number' },
      { name: 'Email', type: 'email' },
      { name: 'Notes', type: 'long_text' },
      { name: 'Stage', type: 'select', settings: { options } },
      { name: 'Due', type: 'date' },
    ],
    { name: `Shared ${seed}` },
  )
  const committed: Shared['committed'] = []
  const rows = Array.from({ length: ROWS }, (_, n) => {
    const cells = { name: `Shop ${n}`, stage: options[n % 3]!.label, due: `2026-11-${10 + n}` }
    return { cells }
  })
  const path = `/v1/definitions/${made.key}/rows`
  const { status, text, body } = await app.dana.api('POST', path, { body: { rows } })
  expect(status, text).toBe(201)
  const ids: string[] = body.data.map(({ id }: { id: string }) => id)
  for (const [n, id] of ids.entries()) {
    for (const [key, text] of Object.entries(rows[n]!.cells)) {
      commit(committed, 'nobody', `${id} ${key}`, text)
    }
  }
  const policy = {
    visibleTo: { mode: 'roles', roles: ['manager'] },
    editableBy: { mode: 'roles', roles: ['manager'] },
  }
  const hidden = await app.dana.api('PUT', `/v1/definitions/${made.key}/column-policies/margin`, {
    body: policy,
  })
  expect(hidden.status, hidden.text).toBe(200)
  return {
    key: made.key,
    ids,
    committed,
    added: [],
    comments: [],
    columns: [],
    obligations: [],
    next: () => ++typed,
    counts,
  }
}

interface Change {
  at: string
  cells: { column: string; to: unknown }[]
}

interface Stored {
  id: string
  cells: Record<string, string>
}

/** What a listing has, whole. */
async function all<T>(path: string): Promise<T[]> {
  const found: T[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const more = cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''
    const { status, text, body } = await app.dana.api(
      'GET',
      `${path}${path.includes('?') ? '&' : '?'}limit=100${more}`,
    )
    expect(status, text).toBe(200)
    found.push(...body.data)
    cursor = body.nextCursor
  }
  return found
}

async function faultsIn(board: Shared, seats: readonly Colleague[]): Promise<string[]> {
  const beside = []
  const drafts: { who: string; rowId: string; text: string }[] = []
  for (const seat of seats) {
    const { questions, notes } = await seat.settle()
    counts.set('conflicts', (counts.get('conflicts') ?? 0) + questions.length)
    counts.set('refused', (counts.get('refused') ?? 0) + notes.length)
    // Kept where it is seen: the asked and refused cells are marked.
    await seat.sees({ asked: questions.length, refused: notes.length })
    await seat.settle()
    const written = await seat.drafts()
    drafts.push(...written.map((draft) => ({ ...draft, who: seat.who })))
    await seat.forget()
    beside.push(...questions, ...notes)
  }
  const base = `/v1/definitions/${board.key}/rows`
  const held = new Map<CellName, Held[]>()
  for (const id of board.ids) {
    for (const { at, cells } of (await all<Change>(`${base}/${id}/history`)).toReversed()) {
      for (const { column: key, to } of cells) {
        if (to === null && key !== 'stage') continue
        const cell: CellName = `${id} ${key}`
        const text = String(to ?? NO_STAGE)
        held.set(cell, [...(held.get(cell) ?? []), { text, at: Date.parse(at) }])
      }
    }
  }
  const faults = faultsOf(board.committed, { held, beside })
  const rows = (await all<Stored>(base)).filter(({ id }) => !board.ids.includes(id))
  for (const { cells, isFree } of board.added) {
    const found = rows.filter((row) => row.cells.name === cells.name)
    const fits = found.filter((row) =>
      Object.entries(cells).every(([key, text]) => String(row.cells[key] ?? '') === text),
    )
    if (!isFree && (found.length !== 1 || fits.length !== 1)) {
      faults.push(
        `the row ${JSON.stringify(cells)} is ${JSON.stringify(found.map((row) => row.cells))}`,
      )
    }
  }
  for (const { cells } of rows) {
    const isKnown = board.added.some(
      (one) =>
        one.cells.name === cells.name ||
        (one.isFree && one.cells.name!.startsWith(cells.name ?? '')),
    )
    if (!isKnown) faults.push(`nobody added the row ${JSON.stringify(cells)}`)
  }
  for (const id of board.ids) {
    const there = (await all<{ body: string }>(`${base}/${id}/comments`)).map(({ body }) => body)
    const wanted = board.comments.filter(({ rowId }) => rowId === id)
    for (const { who, text } of wanted) {
      const isDraft = drafts.some((one) => one.who === who && one.rowId === id && one.text === text)
      const times = there.filter((one) => one === text).length
      if (times > 1 || (times === 0 && !isDraft)) faults.push(`“${text}” is ${times} comments`)
    }
    for (const body of there) {
      if (!wanted.some(({ text }) => text === body)) faults.push(`nobody commented “${body}”`)
    }
  }
  const titles = (await all<{ title: string }>('/v1/obligations')).map(({ title }) => title)
  for (const title of board.obligations) {
    if (titles.filter((one) => one === title).length !== 1) faults.push(`the obligation ${title}`)
  }
  const { body } = await app.dana.api('GET', `/v1/definitions/${board.key}`)
  const columns = body.data.columns.map(({ name }: { name: string }) => name)
  for (const name of board.columns) {
    if (columns.filter((one: string) => one === name).length !== 1)
      faults.push(`the column ${name}`)
  }
  return faults
}
