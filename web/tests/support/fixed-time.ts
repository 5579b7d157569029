import type { Page, Request } from 'playwright-core'

/** The stream of events, an answer that never ends. */
export const isStream = (request: Request) =>
  new URL(request.url()).pathname === '/v1/events/stream'

/** A Tuesday in autumn, 10 in the morning in New York. */
const SHOWN = Date.parse('2026-10-13T14:00:00.000Z')
const HOUR_MS = 3_600_000
const moment = /\d{4}-\d\d-\d\dT\d\d(?::|%3A)\d\d(?::|%3A)\d\d(?:\.\d+)?Z/g

/**
 * Makes a page show the same times on any day: its clock stands still, and all moments between the service and the page
 * are moved by as much.
 *
 * @param began when making the data began. Its times are whole hours from when they were made, so the minutes that making
 *   it took are cut off.
 */
export async function fixTime(page: Page, began: number): Promise<void> {
  const shown = moved((at) => SHOWN + Math.floor((at - began) / HOUR_MS) * HOUR_MS)
  const real = moved((at) => at - SHOWN + began)
  await page.clock.setFixedTime(SHOWN)
  await page.route('**/v1/**', async (route) => {
    const request = route.request()
    if (isStream(request)) return route.continue()
    const body = request.postData()
    const answer = await route.fetch({
      url: real(request.url()),
      ...(body === null ? {} : { postData: real(body) }),
    })
    await route.fulfill({ response: answer, body: shown(await answer.text()) })
  })
}

const moved = (to: (at: number) => number) => (text: string) =>
  text.replace(moment, (at) => new Date(to(Date.parse(at.replaceAll('%3A', ':')))).toISOString())
