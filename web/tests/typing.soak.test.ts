// Random journeys of somebody who types in a grid: writes are late, the connection is cut, the page is loaded again, the
// session ends, other people add rows, and much is undone. In the end what is stored is what was typed, cell for cell.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSeed } from '../../server/tests/scenarios/chance.ts'
import { makeBoard } from '../../server/tests/support/desks/fixtures.ts'
import { type Person, signUp } from '../../server/tests/support/desks/people.ts'
import { paths } from '../paths.ts'
import { startApp, type TestedApp } from './support/app.ts'
import { type LatePart, type Line, lineOf } from './support/line.ts'
import { newBoard } from './support/new-rows.ts'
import {
  forget,
  nothingTyped,
  redo,
  type Texts,
  type Typed,
  undo,
  write,
} from './support/typed.rules.ts'
import { type Typist, typistOf } from './support/typist.ts'
import { watch } from './support/watch.ts'

const JOURNEYS = Number(process.env.JOURNEYS ?? 500)
const SEED = Number(process.env.SEED ?? newSeed())
/** The `path` of one journey, to make it again with the `seed` that was told with it: `SEED=3 JOURNEY=7`. */
const JOURNEY = process.env.JOURNEY
/** How many people type at a time, and how many journeys each of them makes with one page. */
const PEOPLE = JOURNEY === undefined ? 5 : 1
const EACH = JOURNEY === undefined ? Math.min(10, Math.ceil(JOURNEYS / PEOPLE)) : 1
const GROUPS = JOURNEY === undefined ? Math.ceil(JOURNEYS / EACH / PEOPLE) : 1

let app: TestedApp
/** Once one journey has failed, none begins any more. */
let hasFailed = false
const total = { journeys: 0, cells: 0, steps: new Map<string, number>() }
const timesOf = (name: string): number => total.steps.get(name) ?? 0

beforeAll(async () => {
  app = await startApp()
})
afterAll(async () => {
  console.log(
    `figure: ${total.journeys} journeys, ${total.cells} cells typed, none lost and none twice; the connection cut ` +
      `${timesOf('cut')} times, ${timesOf('the session ends')} sessions ended, ${timesOf('reload')} reloads, ` +
      `${timesOf('undo')} times undone`,
  )
  await app.stop()
})

test.each(Array.from({ length: GROUPS }, (_, n) => SEED + n * PEOPLE))(
  'nothing typed is lost (seed %i)',
  async (seed) => {
    const people = Array.from({ length: PEOPLE }, (_, n) => journeysOf(seed + n))
    const ends = await Promise.allSettled(people)
    for (const end of ends) if (end.status === 'rejected') throw end.reason
  },
)

test('what is lost, and what is there twice, would be noticed', async () => {
  const { open } = await deskOf(await signUp(app))
  const { typed, desk } = await open([['Was 0', '', '']], { keyMs: 0, stillMs: 1_000 })
  await desk.choose()
  await desk.beginRow()
  await typeCell(typed, desk, 10, 0)
  await desk.finds()
  await desk.addTheirs(['N0', '', ''])
  typed.rows.set(0, ['Was 0', '7', ''])
  await expect(desk.finds()).rejects.toThrow(
    /stored: lost: Was 0 \| 7 \| ; stored: too much: Was 0 \| {2}\| ; stored: too much: N0/,
  )
})

interface Desk extends Typist {
  /** Somebody else adds a row. */
  addTheirs: (texts: Texts) => Promise<void>
  line: Line
}

type Step = fc.AsyncCommand<Typed, Desk>

interface Made {
  name: string
  details?: string
  /** Whether the person sees then that all is there, before going on. */
  looks?: boolean
  check?: (typed: Typed) => boolean
  run: (typed: Typed, desk: Desk) => Promise<void>
}

const step = ({ name, details, looks = false, check = () => true, run }: Made): Step => ({
  check,
  async run(typed, desk) {
    await run(typed, desk)
    if (looks) await desk.sees()
    total.steps.set(name, (total.steps.get(name) ?? 0) + 1)
  },
  toString: () => [name, details && ` (${details})`, looks && ', look'].filter(Boolean).join(''),
})

const textOf = (column: number, n: number): string =>
  [`N${n}`, String(100 + n), `u${n}@x.io`][column]!

const isConnected = ({ isCut }: Typed): boolean => !isCut
/** Whether the page may ask for the password at any moment. */
const isAsked = ({ isCut, isSignedOut }: Typed): boolean => isSignedOut && !isCut

/** Types a cell, and notes where the cursor is then. */
async function typeCell(typed: Typed, desk: Desk, row: number, column: number): Promise<void> {
  const text = textOf(column, typed.cells)
  await desk.type(text)
  write(typed, row, column, text)
  typed.next = column < 2 ? { row, column: column + 1 } : null
  if (!isAsked(typed)) return
  await desk.signInAgain()
  await desk.typeAgain(row, column, text)
  forget(typed)
}

const newRow = (looks: boolean): Step =>
  step({
    name: 'type a new row',
    looks,
    async run(typed, desk) {
      await desk.beginRow()
      await typeCell(typed, desk, 10 + typed.cells, 0)
    },
  })

const nextCell = (looks: boolean): Step =>
  step({
    name: 'type the next cell',
    looks,
    check: (typed) => typed.next !== null && !isAsked(typed),
    async run(typed, desk) {
      const { row, column } = typed.next!
      await typeCell(typed, desk, row, column)
    },
  })

const anyCell = (nth: number, column: number, looks: boolean): Step =>
  step({
    name: 'type over a cell',
    details: `${nth}, ${column}`,
    looks,
    check: ({ rows }) => rows.size > 0,
    async run(typed, desk) {
      const [row, texts] = [...typed.rows][nth % typed.rows.size]!
      await desk.goTo(texts, column)
      await typeCell(typed, desk, row, column)
    },
  })

const goBack = (isUndo: boolean, times: number): Step =>
  step({
    name: isUndo ? 'undo' : 'redo',
    details: `${times}`,
    looks: true,
    check: (typed) =>
      (isUndo ? typed.done : typed.undone).length > 0 && typed.rows.size > 0 && !isAsked(typed),
    async run(typed, desk) {
      const [texts] = [...typed.rows.values()]
      // The grid must have the keys.
      if (typed.next === null) await desk.goTo(texts!, 0)
      typed.next = null
      for (let n = 0; n < times && (isUndo ? typed.done : typed.undone).length > 0; n++) {
        await desk.press(isUndo ? 'Control+z' : 'Control+y')
        if (isUndo) undo(typed)
        else redo(typed)
      }
    },
  })

const cut = step({
  name: 'cut',
  // Without the connection, nobody could answer the question for the password.
  check: ({ isCut, isSignedOut }) => !isCut && !isSignedOut,
  async run(typed, desk) {
    await desk.line.cut()
    typed.isCut = true
  },
})

const connect = step({
  name: 'connect',
  check: ({ isCut }) => isCut,
  async run(typed, desk) {
    await desk.line.connect()
    typed.isCut = false
  },
})

const theirs = step({
  name: 'somebody adds a row',
  async run(typed, desk) {
    const n = typed.theirs.length
    const texts = [`T${n}`, String(n), `t${n}@x.io`]
    await desk.addTheirs(texts)
    typed.theirs.push(texts)
  },
})

const hold = (ms: number, part: LatePart): Step =>
  step({
    name: `each ${part} is late`,
    details: `${ms} ms`,
    async run(_, desk) {
      desk.line.hold(ms, part)
    },
  })

const endSession = step({
  name: 'the session ends',
  check: ({ isSignedOut }) => !isSignedOut,
  run: (_, desk) => desk.endSession(),
})

const reload = step({
  name: 'reload',
  looks: true,
  check: isConnected,
  async run(typed, desk) {
    await desk.reload()
    forget(typed)
  },
})

const leave = step({
  name: 'leave, and come back with the connection',
  looks: true,
  check: ({ isCut }) => isCut,
  async run(typed, desk) {
    await desk.leave()
    await desk.line.connect()
    typed.isCut = false
    await desk.open()
    forget(typed)
  },
})

async function end(typed: Typed, desk: Desk): Promise<void> {
  if (typed.isCut) await desk.line.connect()
  if (typed.isSignedOut) await desk.reload()
  await desk.finds()
}

const late = fc.constantFrom('request' as const, 'answer' as const)
const heldMs = fc.integer({ min: 0, max: 400 })
const looks = fc.boolean()
const times = fc.integer({ min: 1, max: 3 })
const begins = fc.record({ keyMs: fc.constantFrom(0, 10, 30), heldMs, late, rows: fc.nat(3) })
const anyStep = fc.oneof(
  { weight: 8, arbitrary: looks.map(newRow) },
  { weight: 14, arbitrary: looks.map(nextCell) },
  { weight: 5, arbitrary: fc.tuple(fc.nat(9), fc.nat(2), looks).map((all) => anyCell(...all)) },
  { weight: 3, arbitrary: times.map((n) => goBack(true, n)) },
  { weight: 2, arbitrary: times.map((n) => goBack(false, n)) },
  { weight: 3, arbitrary: fc.constant(cut) },
  { weight: 4, arbitrary: fc.constant(connect) },
  { weight: 3, arbitrary: fc.constant(theirs) },
  { weight: 2, arbitrary: fc.tuple(heldMs, late).map((all) => hold(...all)) },
  { weight: 1, arbitrary: fc.constant(reload) },
  { weight: 1, arbitrary: fc.constant(leave) },
  { weight: 2, arbitrary: fc.constant(endSession) },
)
const steps = fc.commands([anyStep], { maxCommands: 24, size: 'max' })

/** The page and the workspace of one person. */
async function deskOf(owner: Person) {
  const page = await app.openAs(owner, paths.home(), { height: 1300, refusals: [400, 401, 409] })
  await page.locator('h1').first().waitFor()
  const line = await lineOf(page)
  return {
    page,
    line,
    /** Makes a board with some rows, and somebody who is going to type into it. */
    async open(rows: readonly Texts[], pace: { keyMs: number; stillMs?: number }) {
      const board = await newBoard({
        owner,
        board: (columns) => makeBoard(app, owner.token, columns),
      })
      const addTheirs = async ([name, amount, email]: Texts) => {
        const cells = { name, amount, email }
        const { status, text } = await owner.api('POST', board.rows, { body: { cells } })
        expect(status, text).toBe(201)
      }
      for (const row of rows) await addTheirs(row)
      const typed = nothingTyped(rows)
      const path = paths.records(board.key)
      const { stored } = board
      const typist = typistOf({ page, line, person: owner, path, stored, typed, ...pace })
      const desk: Desk = { ...typist, line, addTheirs }
      return { typed, desk, board }
    },
  }
}

/** One person's journeys, one after the other. */
async function journeysOf(seed: number): Promise<void> {
  const { page, line, open } = await deskOf(await signUp(app))
  const troubles = watch(page, new URL(page.url()).origin, [400, 401, 409])
  const journey = fc.asyncProperty(begins, steps, async ({ keyMs, heldMs, late, rows }, steps) => {
    if (hasFailed) return
    const before = Array.from({ length: rows }, (_, n) => [`Was ${n}`, '', ''])
    const { typed, desk } = await open(before, { keyMs })
    line.hold(heldMs, late)
    await desk.choose()
    await desk.sees()
    await fc.asyncModelRun(() => ({ model: typed, real: desk }), steps)
    await end(typed, desk)
    expect(troubles).toEqual([])
    total.journeys++
    total.cells += typed.cells
  })
  const one = JOURNEY === undefined ? { numRuns: EACH } : { numRuns: 1, path: JOURNEY }
  try {
    await fc.assert(journey, { seed, endOnFailure: true, ...one })
  } catch (error) {
    hasFailed = true
    throw error
  }
}
