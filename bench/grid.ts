/**
 * `node bench/grid.ts`: the grid of the built app in a browser, on a large board: how long a frame takes while it
 * scrolls, how soon rows are shown after a jump to them, and how much a first visit loads. Prints the table of the
 * docs/figures.md. BENCH_GRID_ROWS sets the size of the board.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { launchOptions } from '../web/tests/support/chromium.ts'
import { openApp, pathOf, percentile, VIEWPORT } from './app-window.ts'
import { type Board, makeBoards } from './desk.ts'
import { printTable } from './report.ts'
import { ownerConnection, startServer } from './server.ts'
import { fillVaried, variedColumns } from './varied-rows.ts'

const ROWS = Number(process.env.BENCH_GRID_ROWS ?? 100_000)
/** How many wheel steps to take, about one per frame, and how far each scrolls. */
const STEPS = 600
const STEP_PX = 120
const JUMPS = 40

/** Runs in the page: records the time of every frame from now on, in milliseconds. */
const WATCH_FRAMES = `
  window.frames = []
  let last
  const look = (now) => {
    if (last !== undefined) window.frames.push(now - last)
    last = now
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)`

/** Runs in the page: scrolls to a fraction of the height, and returns the ms until all rows in view were shown. */
const JUMP_TO = `(part) => new Promise((done) => {
  const grid = document.querySelector('[role=grid]')
  const box = grid.getBoundingClientRect()
  const start = performance.now()
  grid.scrollTop = part * (grid.scrollHeight - grid.clientHeight)
  const look = () => {
    const inView = [...grid.querySelectorAll('[data-row]')].filter((row) => {
      const { top, bottom } = row.getBoundingClientRect()
      return top >= box.top && bottom <= box.bottom
    })
    const shown = inView.length > 10 && inView.every((row) => row.textContent.includes('Harbor Supply'))
    if (shown) done(performance.now() - start)
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
})`

const dataDir = await mkdtemp(join(tmpdir(), 'sourcebook-bench-'))
const server = await startServer(dataDir)
const browser = await chromium.launch(await launchOptions())
try {
  // Twice the ten columns that a desk keeps.
  const more = variedColumns.map((column) => ({ ...column, name: `${column.name} 2` }))
  const columns = [...variedColumns, ...more].map((column) => ({ ...column, required: false }))
  const [board] = (await makeBoards(server.port, 1, columns)) as [Board]
  console.error(`filling a board with ${ROWS} rows`)
  await fillVaried(ownerConnection(dataDir), board, ROWS)
  const floor = await scroll(await openStill(browser))
  const { page, kib } = await openBoard(browser, board)
  const frames = await scroll(page)
  const jumps = await jump(page)
  printTable(
    [`${ROWS / 1000}k rows of 20 columns`, 'p50', 'p95', 'p99', 'most'],
    [
      [
        `floor: a frame of a static table that scrolls by ${STEP_PX} px each`,
        ...percentiles(floor),
      ],
      ['a frame of the grid that does', ...percentiles(frames)],
      ['from a jump until rows that were not loaded are shown', ...percentiles(jumps)],
    ],
  )
  console.log(`\nFirst load of the grid: ${kib.toFixed(0)} KiB of JavaScript, compressed.`)
} finally {
  await browser.close()
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}

async function openBoard(browser: Browser, board: Board) {
  const page = await openApp(browser, server.port)
  const sent: Promise<{ responseBodySize: number }>[] = []
  page.on('requestfinished', (request) => {
    if (request.url().endsWith('.js')) sent.push(request.sizes())
  })
  await page.goto(await pathOf(server.port, board))
  await page.getByText('Harbor Supply 1', { exact: true }).waitFor()
  await page.waitForTimeout(1_000)
  const sizes = (await Promise.all(sent)).map(({ responseBodySize }) => responseBodySize)
  return { page, kib: sizes.reduce((sum, size) => sum + size) / 1024 }
}

/** Opens a static table without scripts, with as many cells in view: how fast the browser and the machine are. */
async function openStill(browser: Browser): Promise<Page> {
  const page = await browser.newPage({ viewport: VIEWPORT })
  const cells = '<td>Harbor Supply</td>'.repeat(8)
  const rows = `<tr>${cells}</tr>`.repeat(((STEPS + 100) * STEP_PX) / 32)
  const style = 'td { height: 31px; padding: 0 8px; border: 1px solid #ddd; font: 13px sans-serif }'
  await page.setContent(
    `<style>body { margin: 0 } div { height: 100vh; overflow: auto } ${style}</style><div><table>${rows}</table></div>`,
  )
  return page
}

async function scroll(page: Page): Promise<number[]> {
  await page.mouse.move(640, 450)
  for (let step = 0; step < 60; step++) await page.mouse.wheel(0, STEP_PX) // until the code is compiled
  await page.evaluate(WATCH_FRAMES)
  for (let step = 0; step < STEPS; step++) await page.mouse.wheel(0, STEP_PX)
  return (await page.evaluate('window.frames')) as number[]
}

async function jump(page: Page): Promise<number[]> {
  const times: number[] = []
  for (let nth = 1; nth <= JUMPS; nth++) {
    // The golden ratio: jumps are far from one another, and none repeats.
    const part = (nth * 0.618034) % 1
    times.push((await page.evaluate(`(${JUMP_TO})(${part})`)) as number)
    await page.waitForTimeout(100)
  }
  return times
}

/** The median, two percentiles and the maximum of times in milliseconds. */
function percentiles(times: number[]): string[] {
  return [0.5, 0.95, 0.99, 1].map((part) => `${percentile(times, part).toFixed(1)} ms`)
}
