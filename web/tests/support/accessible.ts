import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { settled } from './settled.ts'

/** axe finds nothing on the page, or in a part of it, in either theme, and nothing of it is wider than a phone. */
export async function expectAccessible(page: Page, part?: string): Promise<void> {
  await settled(page)
  expect(await violations(page, { part }), 'light').toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  await settled(page)
  expect(await violations(page, { part, only: COLOURS }), 'dark').toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  await settled(page)
  const overflow = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')
  expect(overflow, 'pixels that a phone does not show').toBeLessThanOrEqual(0)
}

/** Between themes only colours differ. */
const COLOURS = ['color-contrast', 'link-in-text-block']

interface Looked {
  part?: string | undefined
  /** Of all rules, unless some are named. */
  only?: string[]
}

export async function violations(page: Page, { part, only }: Looked = {}): Promise<string[]> {
  // What is in frames others wrote, and no script of ours runs there.
  // So all of it can be done in the page itself, in a third of the time.
  const axe = new AxeBuilder({ page }).exclude('iframe').setLegacyMode(true)
  if (part) axe.include(part)
  // Of WCAG 2.2, and off unless asked for.
  axe.options({ rules: { 'target-size': { enabled: true } } })
  const found = await (only ? axe.withRules(only) : axe).analyze()
  return found.violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html }) => `${id} (${help}): ${html.slice(0, 200)}`),
  )
}
