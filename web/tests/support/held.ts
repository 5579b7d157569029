import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'

/**
 * Delays every write of a page, as a slow connection does.
 *
 * @param part what is late: the request, or the answer after the work is done.
 */
export async function holdWrites(
  page: Page,
  heldMs: number,
  part: 'request' | 'answer' = 'request',
): Promise<void> {
  await page.route('**/v1/**', async (route) => {
    if (route.request().method() === 'GET') return route.fallback()
    try {
      if (part === 'request') {
        await pause(heldMs)
        return await route.continue()
      }
      const response = await route.fetch()
      await pause(heldMs)
      await route.fulfill({ response })
    } catch {
      // The page was closed in the meantime. If a write fails while it is open, the test fails without it.
    }
  })
}
