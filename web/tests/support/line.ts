import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'

/** What of a write is late: the request, or the answer after the work is done. */
export type LatePart = 'request' | 'answer'

export type Line = Awaited<ReturnType<typeof lineOf>>

/** The connection of a page: it can be slow for writes, and cut. A write that is under way when it is cut gets no answer. */
export async function lineOf(page: Page) {
  let heldMs = 0
  let part: LatePart = 'request'
  let cut = Promise.withResolvers<'cut'>()
  let isCut = false
  let moves = 0
  const isStillOpen = async (): Promise<boolean> =>
    !isCut && (await Promise.race([pause(heldMs), cut.promise])) !== 'cut'
  await page.route('**/v1/**', async (route) => {
    if (route.request().method() === 'GET') return route.fallback()
    moves++
    try {
      if (isCut) return await route.abort('internetdisconnected')
      if (part === 'request') {
        if (await isStillOpen()) return await route.continue()
      } else {
        const response = await route.fetch()
        if (await isStillOpen()) return await route.fulfill({ response })
      }
      await route.abort('internetdisconnected')
    } catch {
      // The page was left in the meantime.
    } finally {
      moves++
    }
  })
  return {
    /** How many writes have begun or ended. */
    moves: () => moves,
    hold(ms: number, late: LatePart): void {
      heldMs = ms
      part = late
    },
    async cut(): Promise<void> {
      isCut = true
      cut.resolve('cut')
      await page.context().setOffline(true)
    },
    async connect(): Promise<void> {
      isCut = false
      cut = Promise.withResolvers()
      await page.context().setOffline(false)
    },
  }
}
