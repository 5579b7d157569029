import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const MOVING = `document.getAnimations()
  .filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity).length`

/** Waits until a page has its heading, and nothing is loading or waits to be confirmed. */
export async function settled(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor()
  const pending = page.locator('.mantine-Skeleton-root:visible, .mantine-Loader-root:visible')
  await expect.poll(() => pending.count()).toBe(0)
  // Totals are dimmed from a change until the service has confirmed them.
  await expect.poll(() => page.locator('[data-unsure]').count()).toBe(0)
  // Two frames, so that the answers are rendered.
  await page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))',
  )
  await expect.poll(() => page.evaluate(MOVING)).toBe(0)
}
