import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { PATIENCE_MS } from '../../../server/tests/support/machine/patience.ts'
import { launch } from './chromium.ts'
import { emptyUrl, givePageBack, type Kind, makeReusable, takePage } from './used-pages.ts'
import { watch } from './watch.ts'

/** The window of a page. */
export interface Window {
  width?: number
  height?: number
  scheme?: 'light' | 'dark'
  /** Whether scripts run; they do by default. */
  scripts?: boolean
  /** Statuses of refusals that the test expects. A 401 before sign-in is always allowed. */
  refusals?: number[]
}

let browser: Promise<Browser> | undefined

/** One browser per process, for all files that run in it. */
export function theBrowser(): Promise<Browser> {
  browser ??= launch()
  return browser
}

/**
 * Opens a page of its own, with nothing kept of another test, until the test ends. An error in the console, an exception,
 * an unexpected refusal or a request to another origin fails the test. A failed test leaves a picture.
 */
export async function openPage(origin: string, window: Window = {}): Promise<Page> {
  const { width = 1280, height = 800, scheme = 'light', scripts = true, refusals = [] } = window
  const kind: Kind = [origin, width < 600, scripts]
  const page = (await takePage(kind)) ?? (await newPage(origin, window))
  await page.setViewportSize({ width, height })
  await page.emulateMedia({ media: null, colorScheme: scheme, reducedMotion: 'reduce' })
  const troubles = watch(page, origin, refusals)
  onTestFinished(async ({ task }) => {
    const hasFailed = task.result?.state === 'fail'
    if (hasFailed) await leavePicture(page, task.name, troubles)
    if (hasFailed || !scripts) await page.context().close()
    else await givePageBack(page, kind)
    if (troubles.length > 0) throw new Error(`In the browser:\n${troubles.join('\n')}`)
  })
  return page
}

async function newPage(origin: string, { width = 1280, scripts = true }: Window): Promise<Page> {
  const context = await (await theBrowser()).newContext({
    baseURL: origin,
    javaScriptEnabled: scripts,
    hasTouch: width < 600,
    locale: 'en-US',
    timezoneId: 'America/New_York',
  })
  context.setDefaultTimeout(PATIENCE_MS)
  await context.addInitScript('window.toastsStay = 1000')
  const page = interceptable(await context.newPage(), origin)
  await makeReusable(page)
  return page
}

/**
 * On an open page, `route` resolves once the browser really holds requests. It begins a moment after the browser says
 * so, and what is sent in between would go past the test unseen.
 */
function interceptable(page: Page, origin: string): Page {
  const route = page.route.bind(page)
  page.route = async (...args) => {
    const added = await route(...args)
    if (['about:blank', emptyUrl(origin)].includes(page.url())) return added
    let isHeld = false
    const probe = '/icon.svg?held'
    await route(`**${probe}`, (request) => {
      isHeld = true
      return request.fulfill({ status: 204 })
    })
    while (!isHeld) await page.evaluate((url) => fetch(url), probe)
    await page.unroute(`**${probe}`)
    return added
  }
  return page
}

/** Saves what the page looked like in the end, and what went wrong in it. */
async function leavePicture(page: Page, test: string, troubles: string[]): Promise<void> {
  const folder = join(tmpdir(), 'sourcebook-browser-tests')
  const name = `${test.slice(0, 60)} ${new URL(page.url()).pathname}`
  const path = join(folder, name.replace(/\W+/g, '-'))
  await mkdir(folder, { recursive: true })
  await page.screenshot({ path: `${path}.png` }).catch(() => {})
  await writeFile(`${path}.txt`, [page.url(), ...troubles].join('\n'))
  console.error(`"${test}" failed at ${page.url()}: see ${path}.png`)
}
