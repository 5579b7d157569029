import { why } from '../../../contract/refusals/reasons.ts'
import { type Issue, issueAt } from '../refusal.ts'

/** `https://www.example.com` from what may be written otherwise; undefined if it is no site's address. */
export function originOf(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  const isBare = url.pathname === '/' && url.search === '' && url.hash === '' && url.username === ''
  return isBare && /^https?:$/.test(url.protocol) && /^[a-z0-9.:[\]-]+$/.test(url.host)
    ? url.origin
    : undefined
}

/**
 * The sites of a request's list, each once, as browsers name them.
 *
 * @param path where the list is in the request, such as `body.origins`.
 */
export function readSites(
  texts: readonly string[],
  path: string,
): { origins: string[]; issues: Issue[] } {
  const issues: Issue[] = []
  const origins = new Set<string>()
  for (const [index, text] of texts.entries()) {
    const origin = originOf(text)
    if (origin !== undefined) origins.add(origin)
    else
      issues.push(
        issueAt(`${path}[${index}]`, why('not_an_origin', { sent: JSON.stringify(text) })),
      )
  }
  return { origins: [...origins], issues }
}
