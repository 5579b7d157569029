import type { Page, Response } from 'playwright-core'

/** Collects a page's unexpected problems; the list grows as they happen. */
export function watch(page: Page, origin: string, refusals: number[]): string[] {
  const troubles: string[] = []
  const isOurs = (url: string) => /^(?:data|blob|about):/.test(url) || url.startsWith(`${origin}/`)
  page.on('pageerror', (error) => troubles.push(`exception: ${error.stack || error.message}`))
  page.on('console', (message) => {
    // The browser's own line about a refusal. The refusal itself is checked below.
    if (message.type() !== 'error' || /^Failed to load resource/.test(message.text())) return
    troubles.push(`console: ${message.text()}`)
  })
  page.on('request', (request) => {
    if (!isOurs(request.url())) troubles.push(`a request to elsewhere: ${request.url()}`)
  })
  page.on('response', (response) => {
    if (
      response.status() < 400 ||
      refusals.includes(response.status()) ||
      asksWhoIsThere(response)
    ) {
      return
    }
    troubles.push(`${response.status()}: ${response.request().method()} ${response.url()}`)
  })
  return troubles
}

/** Whether this is the question that tells the app that nobody is signed in. */
const asksWhoIsThere = (response: Response): boolean =>
  response.status() === 401 && new URL(response.url()).pathname === '/v1/auth/session'
