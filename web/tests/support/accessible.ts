import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, ElementContext, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { settled } from './settled.ts'

/**
 * Expects that axe finds nothing on the page, or in a part of it, in either theme, and that nothing is wider than a
 * phone.
 */
export async function expectAccessible(
  page: Page,
  { part, isDarkToo = true }: { part?: string; isDarkToo?: boolean } = {},
): Promise<void> {
  await settled(page)
  expect(await violations(page, { part }), 'light').toEqual([])
  if (isDarkToo) {
    await page.emulateMedia({ colorScheme: 'dark' })
    await settled(page)
    expect(await violations(page, { part, only: COLOURS }), 'dark').toEqual([])
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await settled(page)
  const overflow = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')
  expect(overflow, 'pixels that a phone does not show').toBeLessThanOrEqual(0)
}

/** Themes differ in colours that pages share: the suite looks at every third page in dark, and the soak at all of them. */
export const thirdInDark = <T extends unknown[]>(pages: readonly T[]) =>
  pages.map((page, nth): [...T, boolean] => [
    ...page,
    process.env.SOAK !== undefined || nth % 3 === 0,
  ])

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Between themes only colours differ. */
const COLOURS = ['color-contrast', 'link-in-text-block']

interface Looked {
  part?: string | undefined
  /** The rules to check. By default, all of them. */
  only?: string[]
}

export async function violations(page: Page, { part, only }: Looked = {}): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(AXE)
  // What is in a frame was written by other people.
  const context: ElementContext = { ...(part ? { include: part } : {}), exclude: 'iframe' }
  const options: RunOptions = {
    iframes: false,
    resultTypes: ['violations'],
    // Part of WCAG 2.2, and off by default.
    rules: { 'target-size': { enabled: true } },
    ...(only ? { runOnly: only } : {}),
  }
  const run = `axe.run(${JSON.stringify(context)}, ${JSON.stringify(options)})`
  const found = (await page.evaluate(run)) as AxeResults
  return found.violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html }) => `${id} (${help}): ${html.slice(0, 200)}`),
  )
}
