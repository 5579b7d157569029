// Random mornings in a grid: whatever is typed is stored or still on the screen, however late writes are, whether the
// connection drops, the session ends, the page is loaded again, or somebody else adds rows.
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Chance, chanceOf, newSeed } from '../../server/tests/scenarios/chance.ts'
import { PATIENCE_MS } from '../../server/tests/support/machine/patience.ts'
import { paths } from '../paths.ts'
import { startApp, type TestedApp } from './support/app.ts'
import { gridOf } from './support/grid.ts'
import { holdWrites } from './support/held.ts'
import { newBoard, shownIn } from './support/new-rows.ts'

const JOURNEYS = Number(process.env.JOURNEYS ?? 500)
/** As many at a time. */
const TOGETHER = Math.min(5, JOURNEYS)
const seed = Number(process.env.SEED ?? newSeed())
const KEY_MS = 30

let app: TestedApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(async () => {
  console.log(`figure: ${JOURNEYS} random journeys, nothing typed is lost`)
  await app.stop()
})

const firsts = Array.from({ length: Math.ceil(JOURNEYS / TOGETHER) }, (_, n) => n * TOGETHER)
test.each(firsts)(`nothing typed is lost (seed ${seed}, from the journey %i on)`, async (first) => {
  const together = Array.from({ length: TOGETHER }, (_, n) => journey(seed + first + n))
  // Each goes to its end, so that one that fails is the only one that is told.
  const ends = await Promise.allSettled(together)
  for (const end of ends) if (end.status === 'rejected') throw end.reason
})

test('text that is lost would be noticed', async () => {
  const board = await newBoard(app)
  const page = await app.open(paths.records(board.key))
  await page.getByText('No rows yet').waitFor()
  expect(await lost(page, board.stored, ['never typed'])).toEqual(['never typed'])
})

/** What is neither stored nor on the screen. */
async function lost(
  page: Page,
  stored: () => Promise<unknown[][]>,
  typed: string[],
): Promise<string[]> {
  const inputs = await page.evaluate(
    `[...document.querySelectorAll('input')].map((one) => one.value)`,
  )
  const there = new Set([...(await shownIn(page)), ...(await stored()), inputs as string[]].flat())
  return typed.filter((text) => !there.has(text))
}

async function journey(seed: number): Promise<void> {
  const chance = chanceOf(seed)
  const board = await newBoard(app)
  const rows = Array.from({ length: chance.between(0, 3) }, (_, n) => ({
    cells: { name: `Was ${n}` },
  }))
  if (rows.length > 0) await app.owner.api('POST', board.rows, { body: { rows } })
  const page = await app.open(paths.records(board.key), { refusals: [401, 409] })
  const at = `seed ${seed}, ${page.url()}`
  await page.getByRole('button', { name: 'Add a row' }).first().waitFor()
  await holdWrites(page, chance.between(0, 3) * 100, chance.happens(0.5) ? 'request' : 'answer')
  const typed: string[] = []
  let isCut = false
  const connect = async (isBack: boolean) => {
    isCut = !isBack
    await page.context().setOffline(isCut)
  }
  for (let step = chance.between(4, 10); step > 0; step--) {
    if (isCut ? chance.happens(0.3) : chance.happens(0.15)) await connect(isCut)
    if (chance.happens(0.2)) await somebodyElse(board.rows, `Theirs ${step}`)
    if (!isCut && chance.happens(0.05)) await comeBack(page)
    // Whoever is asked for the password meanwhile types into that.
    const isSignedOut = !isCut && chance.happens(0.05)
    if (isSignedOut) await endSession(page)
    typed.push(...(await type(page, chance, typed.length, isSignedOut ? 1 : 3)))
    if (isSignedOut) await signInAgain(page)
    expect(await lost(page, board.stored, typed), at).toEqual([])
  }
  await connect(true)
  const all = async () => (await board.stored()).flat()
  await expect.poll(all, { message: at }).toEqual(expect.arrayContaining(typed))
  // A new row may stay where it was typed.
  const inOrder = (rows: unknown[][]) => rows.map(String).toSorted()
  const shown = async () => inOrder(await shownIn(page))
  await expect.poll(shown, { message: at }).toEqual(inOrder(await board.stored()))
  const unsent = page.locator('[data-draft], [data-waiting]')
  await expect.poll(() => unsent.count(), { message: at }).toBe(0)
  await page.context().close()
}

/** Types into a new row, or into the empty cells of one that is there: at most so many. Returns the texts. */
async function type(page: Page, chance: Chance, so: number, most: number): Promise<string[]> {
  const { cell } = gridOf(page)
  const words = [`Name ${so}`, `${100 + so}`, `u${so}@x.io`]
  const shown = await shownIn(page)
  const open = shown.findIndex(([name, amount, email]) => name && !amount && !email)
  const from = open >= 0 && chance.happens(0.5) ? 1 : 0
  if (from) await cell(open, 1).click()
  else await page.getByRole('button', { name: 'Add a row' }).first().click()
  const texts = words.slice(from, from + chance.between(1, Math.min(most, 3 - from)))
  for (const text of texts) {
    await page.keyboard.type(text, { delay: KEY_MS })
    await page.keyboard.press('Tab')
    await pause(KEY_MS)
  }
  await page.keyboard.press('Escape')
  return texts
}

async function somebodyElse(rows: string, name: string): Promise<void> {
  const cells = { name, amount: 1, email: 'theirs@x.io' }
  const { status, text } = await app.owner.api('POST', rows, { body: { cells } })
  expect(status, text).toBe(201)
}

async function comeBack(page: Page): Promise<void> {
  await page.reload()
  await page.getByRole('button', { name: 'Add a row' }).first().waitFor()
}

const endSession = (page: Page) =>
  page.request.post('/v1/auth/signout', { headers: { 'x-sourcebook-session': 'cookie' } })

async function signInAgain(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await dialog.getByLabel(/^Password/).fill(app.owner.password, { timeout: PATIENCE_MS })
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
}
