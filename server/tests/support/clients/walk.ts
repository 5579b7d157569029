/** A site as somebody finds it who follows every link. */
export interface Walked {
  /** Its pages by path, with their HTML. */
  pages: Map<string, string>
  /** What leads nowhere, each with the page that it is on. */
  broken: string[]
}

/**
 * Follows links, pictures, styles, scripts and forms from an address on, and the parts that links lead to.
 * @param isElsewhere whether a path of the same origin is not part of the site
 */
export async function walk(
  start: string,
  isElsewhere: (path: string) => boolean = () => false,
): Promise<Walked> {
  const { origin } = new URL(start)
  const pages = new Map<string, string>()
  /** By path, whether there is something. */
  const found = new Map<string, boolean>()
  const links: { from: string; to: URL }[] = []
  const next = new Set([new URL(start).pathname])
  for (const path of next) {
    const answer = await fetch(`${origin}${path}`)
    const text = await answer.text()
    found.set(path, answer.status === 200)
    if (!answer.headers.get('content-type')?.startsWith('text/html')) continue
    pages.set(path, text)
    for (const target of targetsOf(text)) {
      const to = new URL(target, `${origin}${path}`)
      if (to.origin !== origin || isElsewhere(to.pathname)) continue
      links.push({ from: path, to })
      next.add(to.pathname)
    }
  }
  const ids = new Map([...pages].map(([path, html]) => [path, new Set(idsOf(html))]))
  const broken = links
    .filter(({ to: { pathname, hash } }) => {
      const isThere = found.get(pathname)
      return !isThere || (hash !== '' && !ids.get(pathname)?.has(decodeURIComponent(hash.slice(1))))
    })
    .map(({ from, to }) => `${from}: ${to.pathname}${to.hash}`)
  return { pages, broken }
}

/** What a page leads to, as it is written there. */
export const targetsOf = (html: string): string[] =>
  [...html.matchAll(/ (?:href|src|srcset|action)="([^"]*)"/g)].map(([, to]) =>
    to!.replaceAll('&amp;', '&'),
  )

export const idsOf = (html: string): string[] =>
  [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id!)
