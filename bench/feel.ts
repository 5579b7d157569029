/**
 * `node bench/feel.ts`: how the built app feels in a browser, on a board of 100,000 rows: how soon a key is painted while
 * writes are held back, how soon a record, another page, the palette and filtered rows are there, and how much a page moves
 * while it loads. Prints the table of docs/figures.md. BENCH_GRID_ROWS sets the size of the board.
 *
 * Times begin with the event of the key or the press, and end with the frame after the one that shows the result. Beside
 * them is what the page’s own thread computed meanwhile, which other work on the machine changes less. The floor is a key
 * on a blank page that writes one word, measured in the same way between the others.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CDPSession, chromium, type Page } from 'playwright-core'
import { paths } from '../web/paths.ts'
import { launchOptions } from '../web/tests/support/chromium.ts'
import { gridOf } from '../web/tests/support/grid.ts'
import { holdWrites } from '../web/tests/support/held.ts'
import { openApp, pathOf, percentile } from './app-window.ts'
import { type Board, makeBoards } from './desk.ts'
import { printTable } from './report.ts'
import { ownerConnection, startServer } from './server.ts'
import { fillVaried, variedColumns } from './varied-rows.ts'

const ROWS = Number(process.env.BENCH_GRID_ROWS ?? 100_000)
const TIMES = 20
const HELD_MS = [0, 100, 300]
const KEY_MS = 30
/** The place of the column that is filtered by. */
const INDUSTRY = 6
/** After this, what a press should show will not come. */
const LONGEST_MS = 30_000

/**
 * Runs in each page: keeps when the last key or button was pressed, how long each key took to be painted, and how much
 * the page has moved. The browser reports only keys that took 16 ms or longer, so those pressed are counted as well.
 */
const WATCH = `
  window.feel = { pressedAt: 0, keys: 0, painted: [], shift: 0 }
  for (const type of ['keydown', 'pointerdown']) {
    addEventListener(type, (event) => {
      window.feel.pressedAt = event.timeStamp
      if (type === 'keydown') window.feel.keys++
    }, true)
  }
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) {
      if (name === 'keydown') window.feel.painted.push(duration)
    }
  }).observe({ type: 'event', durationThreshold: 16 })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.feel.shift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })`

/** Runs in the page before the press: promises the ms from it to the frame after the one in which the condition holds. */
const EXPECT = (condition: string) => `window.feel.pressedAt = 0
  window.feel.shown = new Promise((done, fail) => {
    const begun = performance.now()
    const look = () => {
      if (performance.now() - begun > ${LONGEST_MS}) return fail(new Error('it was never shown'))
      if (!window.feel.pressedAt || !(${condition})) return requestAnimationFrame(look)
      requestAnimationFrame(() => done(performance.now() - window.feel.pressedAt))
    }
    requestAnimationFrame(look)
  })
  undefined`

const threads = new WeakMap<Page, Promise<CDPSession>>()
const floors: number[] = []
let blank: Page | undefined

const dataDir = await mkdtemp(join(tmpdir(), 'sourcebook-bench-'))
const server = await startServer(dataDir)
const { port } = server
const browser = await chromium.launch(await launchOptions())
try {
  const columns = variedColumns.map((column) => ({ ...column, required: false }))
  const [board, other] = (await makeBoards(port, 2, columns)) as [Board, Board]
  console.error(`filling a board with ${ROWS} rows`)
  await fillVaried(ownerConnection(dataDir), board, ROWS)
  await fillVaried(ownerConnection(dataDir), other, 1_000)
  const [path, otherPath] = await Promise.all([pathOf(port, board), pathOf(port, other)])

  const lines: string[][] = []
  const add = (what: string, times: number[], goal: string, work: number[] = []) =>
    lines.push([
      what,
      ...[0.5, 0.95, 1].map((part) => ms(percentile(times, part))),
      work.length > 0 ? ms(percentile(work, 0.5)) : '',
      goal,
    ])
  const addOpened = (what: string, opened: Opened[], goal: string) =>
    add(
      what,
      opened.map(({ ms }) => ms),
      goal,
      opened.map(({ work }) => work),
    )
  for (const heldMs of HELD_MS) {
    const held = heldMs > 0 ? `writes held back ${heldMs} ms` : 'writes as they are'
    add(`a key is painted while one types into cells, ${held}`, await typing(path, heldMs), '32 ms')
  }
  const page = await open(path)
  addOpened('a record is open', await records(page), '100 ms')
  addOpened(
    'another page is shown that was open before',
    await pages(page, path, otherPath),
    '150 ms',
  )
  addOpened('the palette is open', await palette(page), '60 ms')
  addOpened('the rows of one of 50 industries are shown', await filter(page), '400 ms')
  add('the floor', floors, '')
  await page.context().close()
  printTable([`${ROWS / 1000}k rows`, 'p50', 'p95', 'most', 'computed', 'goal at p95'], lines)
  console.log(`Load average of the last minute: ${loadavg()[0]!.toFixed(1)}`)

  const shifts: string[][] = []
  for (const [name, at] of Object.entries(SCREENS(path))) shifts.push([name, await shift(at)])
  console.log()
  printTable(['Screen', 'Layout shift (CLS) while it loads'], shifts)
} finally {
  await browser.close()
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}

function SCREENS(records: string): Record<string, string> {
  return {
    Today: paths.home(),
    Records: records,
    Obligations: paths.obligations(),
    Conversations: paths.conversations(),
    Money: paths.deals(),
    Settings: paths.settings(),
  }
}

async function open(path: string): Promise<Page> {
  const page = await openApp(browser, port)
  await page.addInitScript(WATCH)
  await page.goto(path)
  await page.getByText('Harbor Supply 1', { exact: true }).waitFor()
  // What is likely to be opened is loaded once somebody begins to use the page.
  await page.mouse.move(640, 400)
  await page.waitForTimeout(1_000)
  return page
}

/** Types over twelve cells, and moves on by Enter and Tab, as people do. */
async function typing(path: string, heldMs: number): Promise<number[]> {
  const page = await open(path)
  if (heldMs > 0) await holdWrites(page, heldMs)
  const grid = gridOf(page)
  await grid.select(0, 1)
  await page.evaluate('window.feel.keys = 0; window.feel.painted.length = 0')
  for (let row = 0; row < 12; row++) {
    await page.keyboard.type(`Mo Chen ${row}`, { delay: KEY_MS })
    await page.keyboard.press('Enter')
    await page.waitForTimeout(KEY_MS)
  }
  await page.waitForTimeout(heldMs + 500)
  const { keys, painted } = (await page.evaluate('window.feel')) as Feel
  await page.context().close()
  const quick = Array.from({ length: Math.max(0, keys - painted.length) }, () => 16)
  return [...quick, ...painted]
}

interface Feel {
  keys: number
  painted: number[]
}

async function records(page: Page): Promise<Opened[]> {
  const times: Opened[] = []
  for (let row = 0; row < TIMES; row++) {
    await gridOf(page).select(row % 10, 1)
    const name = await gridOf(page).text(row % 10, 0)
    const panel = `document.querySelector('[aria-label=Record]')`
    const shown = `(${panel}?.textContent + [...(${panel}?.querySelectorAll('input, textarea') ?? [])].map((field) => field.value)).includes(${JSON.stringify(name)})`
    times.push(await after(page, () => page.keyboard.press('Space'), shown))
    await page.getByRole('button', { name: 'Close record' }).click()
    await page.getByLabel('Record', { exact: true }).waitFor({ state: 'detached' })
  }
  return times
}

async function pages(page: Page, first: string, second: string): Promise<Opened[]> {
  const times: Opened[] = []
  const shown = (path: string, rows: string) =>
    `location.pathname === ${JSON.stringify(path)} && document.querySelector('[role=grid]')?.getAttribute('aria-rowcount')?.startsWith('${rows}') && [...document.querySelectorAll('[data-row]')].filter((row) => row.textContent.includes('Harbor Supply')).length > 10`
  for (let n = 0; n < TIMES; n++) {
    const to = n % 2 === 0 ? second : first
    const link = page.getByLabel('Desk').locator(`a[href="${to}"]`)
    const time = await after(page, () => link.click(), shown(to, n % 2 === 0 ? '1' : ''))
    // The first visit of the other page is not a warm one.
    if (n > 0) times.push(time)
    await page.waitForTimeout(300)
  }
  return times
}

async function palette(page: Page): Promise<Opened[]> {
  const times: Opened[] = []
  for (let n = 0; n < TIMES; n++) {
    const shown = `document.activeElement?.getAttribute('role') === 'combobox' && document.querySelector('[role=option]')`
    times.push(await after(page, () => page.keyboard.press('Control+k'), shown))
    await page.keyboard.press('Escape')
    await page.getByLabel('Go to, create, search').waitFor({ state: 'detached' })
  }
  return times
}

/** Filters by the industry of the first row from its cell’s menu, and clears the filter again. */
async function filter(page: Page): Promise<Opened[]> {
  const { cell } = gridOf(page)
  const times: Opened[] = []
  for (let n = 0; n < TIMES; n++) {
    const industry = (await cell(0, INDUSTRY).textContent())!
    await cell(0, INDUSTRY).click({ button: 'right' })
    const item = page.getByRole('menuitem', { name: /^Filter by/ })
    await item.waitFor()
    const shown = `[...document.querySelectorAll('[data-row] [data-column="${INDUSTRY}"]')].slice(0, 10).every((cell) => cell.textContent === ${JSON.stringify(industry)})`
    times.push(await after(page, () => item.click(), shown))
    await page.goBack()
    while (await page.evaluate(shown)) await page.waitForTimeout(50)
  }
  return times
}

/** How long something took to be there, and how long the page’s own thread worked for it. */
interface Opened {
  ms: number
  work: number
}

async function after(page: Page, act: () => Promise<void>, shown: string): Promise<Opened> {
  await floor(page)
  await page.evaluate(EXPECT(shown))
  const before = await worked(page)
  await act()
  const ms = (await page.evaluate('window.feel.shown')) as number
  return { ms, work: (await worked(page)) - before }
}

/** The ms that the page’s own thread has computed so far. */
async function worked(page: Page): Promise<number> {
  if (!threads.has(page)) {
    const opening = page.context().newCDPSession(page)
    threads.set(
      page,
      opening.then(async (thread) => {
        await thread.send('Performance.enable', { timeDomain: 'threadTicks' })
        return thread
      }),
    )
  }
  const { metrics } = await (await threads.get(page)!).send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1_000
}

/** A key on a page with nothing on it writes a word. */
async function floor(beside: Page): Promise<void> {
  if (!blank) {
    blank = await beside.context().newPage()
    await blank.addInitScript(WATCH)
    await blank.goto('/icon.svg')
    await blank.evaluate(`addEventListener('keydown', () => {
      document.documentElement.textContent += 'word'
    })`)
  }
  await blank.bringToFront()
  const before = (await blank.evaluate('document.documentElement.textContent.length')) as number
  await blank.evaluate(EXPECT(`document.documentElement.textContent.length > ${before}`))
  await blank.keyboard.press('a')
  floors.push((await blank.evaluate('window.feel.shown')) as number)
  await beside.bringToFront()
}

/** How much a page moves within two seconds of its load. */
async function shift(path: string): Promise<string> {
  const page = await openApp(browser, port)
  await page.addInitScript(WATCH)
  await page.goto(path)
  await page.locator('h1').first().waitFor()
  await page.waitForTimeout(2_000)
  const { shift } = (await page.evaluate('window.feel')) as { shift: number }
  await page.context().close()
  return shift.toFixed(3)
}

function ms(time: number): string {
  return `${time.toFixed(0)} ms`
}
