import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '../paths.ts'
import { startApp, type TestedApp } from './support/app.ts'
import { settled } from './support/settled.ts'

/** The promise is 200; the rest is room. */
const MAX_KIB = 190
/** Each file is a request, which waits for others: a browser sends six at a time over HTTP/1.1. */
const MOST_FILES = 12

let app: TestedApp

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

test(`the grid’s first load is at most ${MAX_KIB} KiB of JavaScript in ${MOST_FILES} files, as it is sent`, async () => {
  const { key } = await app.board([{ name: 'Name', type: 'text' }])
  const page = await app.open('about:blank')
  const sizes: Promise<[path: string, bytes: number]>[] = []
  page.on('requestfinished', (request) => {
    const { pathname } = new URL(request.url())
    if (!pathname.endsWith('.js')) return
    sizes.push(request.sizes().then(({ responseBodySize }) => [pathname, responseBodySize]))
  })
  await page.goto(paths.records(key))
  await settled(page)
  const sent = await Promise.all(sizes)
  const kib = sent.reduce((sum, [, size]) => sum + size, 0) / 1024
  expect(kib, sent.map(([path, size]) => `${path} ${size}`).join('\n')).toBeLessThanOrEqual(MAX_KIB)
  expect(sent.length).toBeGreaterThan(1)
  expect(sent.length, sent.map(([path]) => path).join('\n')).toBeLessThanOrEqual(MOST_FILES)
  // Nothing comes from a cache, which would count as nothing.
  expect(sent.every(([, size]) => size > 0)).toBe(true)
})

/** How much of what is seen may move by itself, as browsers measure it: a tenth is where they call it noticeable. */
const MOST_SHIFT = 0.05
/** A line or two of the navigation may still move. */
const LITTLE_SHIFT = 0.002

const WATCH_SHIFTS = `
  globalThis.shifts = []
  globalThis.shiftObserver = new PerformanceObserver((list) => shifts.push(...list.getEntries()))
  shiftObserver.observe({ type: 'layout-shift', buffered: true })`
const SHIFTED = `[...shifts, ...shiftObserver.takeRecords()]
  .filter(({ hadRecentInput }) => !hadRecentInput)
  .reduce((sum, { value }) => sum + value, 0)`

test('nothing jumps while the grid and the settings load', async () => {
  const { key } = await app.board([{ name: 'Name', type: 'text' }])
  const page = await app.open('about:blank')
  await page.addInitScript(WATCH_SHIFTS)
  const path = `/v1/definitions/${key}/keys`
  const made = await app.owner.api('POST', path, { body: { name: 'Form', scopes: ['rows:write'] } })
  expect(made.status).toBe(201)
  const screens = [
    paths.records(key),
    paths.settings('general'),
    paths.recordSettings(key, 'developer'),
  ]
  for (const path of screens) {
    await page.goto(path)
    await settled(page)
    expect(await page.evaluate(SHIFTED), path).toBeLessThanOrEqual(MOST_SHIFT)
  }
})

test('nothing of a record jumps when what belongs to it comes late', async () => {
  const { id, key } = await app.board([
    { name: 'Name', type: 'text' },
    { name: 'Phone', type: 'phone' },
  ])
  const made = await app.owner.api('POST', `/v1/boards/${id}/rows`, {
    body: { cells: { name: 'Acme', phone: '(415) 555-0132' } },
  })
  const { id: rowId } = made.body.data
  const written = await app.owner.api('POST', '/v1/comms/send', {
    body: { medium: 'text', to: '+14155550132', content: 'Hi', definition_key: key, row_id: rowId },
  })
  expect(written.status, written.text).toBe(201)
  const page = await app.open('about:blank', { width: 390, height: 844 })
  await page.addInitScript(WATCH_SHIFTS)
  const happened = page.waitForResponse((answer) => answer.url().includes('/timeline'))
  await page.route('**/related', async (route) => {
    await (await happened).finished()
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))')
    await route.continue()
  })
  await page.goto(paths.recordPage(key, rowId))
  await page.getByRole('group', { name: 'Conversations' }).waitFor()
  await page.getByRole('region', { name: 'Activity' }).getByText('wrote a text').waitFor()
  await settled(page)
  expect(await page.evaluate(SHIFTED)).toBeLessThanOrEqual(LITTLE_SHIFT)
})
