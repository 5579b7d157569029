import type { Browser, Page } from 'playwright-core'
import { paths } from '../web/paths.ts'
import type { Board } from './desk.ts'

export const VIEWPORT = { width: 1280, height: 800 }

/** A page of the app for the owner of the bench's workspace, before it has gone anywhere. */
export async function openApp(browser: Browser, port: number): Promise<Page> {
  const context = await browser.newContext({
    baseURL: `http://127.0.0.1:${port}`,
    viewport: VIEWPORT,
  })
  const page = await context.newPage()
  const signedIn = await page.request.post('/v1/auth/signin', {
    data: { email: 'bench@sourcebook.example', password: 'a long enough password' },
    headers: { 'x-sourcebook-session': 'cookie' },
  })
  if (!signedIn.ok()) throw new Error(await signedIn.text())
  return page
}

/** The path of a board in the app. */
export async function pathOf(port: number, { definitionId, token }: Board): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/v1/boards/${definitionId}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const { data } = (await answer.json()) as { data: { key: string } }
  return paths.records(data.key)
}

/** The value below which that part of the times lies. */
export function percentile(times: number[], part: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.ceil(part * sorted.length) - 1] ?? Number.NaN
}
