// The Markdown files that are pages of the guides, for the service that shows them and for the site made of them.

/** Where the service shows them. */
export const GUIDES = '/docs/guides'

/** The list of all pages, by subject, which the others are found through. */
export const CONTENTS = 'docs/README.md'

/** Pages that are not in docs/, with their addresses. */
const ELSEWHERE: Record<string, string> = {
  'sdk/README.md': 'client',
  'ARCHITECTURE.md': 'architecture',
  'STYLE.md': 'style',
  'CHANGELOG.md': 'changelog',
  'CONTRIBUTING.md': 'contributing',
  'SECURITY.md': 'security',
}

export const pagesElsewhere = Object.keys(ELSEWHERE)

/** The address of a page below that of all pages; undefined for a file that is none. `docs/integrate/curl.md` → `integrate/curl` */
export function addressOf(file: string): string | undefined {
  if (file === CONTENTS) return ''
  return ELSEWHERE[file] ?? /^docs\/([\w/-]+)\.md$/.exec(file)?.[1]
}

/** A picture's address. `docs/pictures/form.png` → `pictures/form.png` */
export const pictureAddressOf = (file: string): string | undefined =>
  /^docs\/(pictures\/[\w-]+\.(?:png|svg))$/.exec(file)?.[1]

/** What a link leads to: another site, a part of the same page, or a file of the project and a part of it. */
export type Target =
  | { kind: 'outside' }
  | { kind: 'here'; part: string }
  | { kind: 'file'; file: string; part: string }

export function targetOf(from: string, href: string): Target {
  if (/^[a-z][a-z+.-]*:/i.test(href)) return { kind: 'outside' }
  const [path = '', part = ''] = href.split('#')
  if (path === '') return { kind: 'here', part }
  return { kind: 'file', file: new URL(path, `file:///${from}`).pathname.slice(1), part }
}

/**
 * A link as it is on a page: within `base` to pages and pictures, unchanged to other sites and to parts of the page.
 * Undefined for a link to what is no page, such as a test.
 */
export function hrefOn(base: string, from: string, href: string): string | undefined {
  const target = targetOf(from, href)
  if (target.kind !== 'file') return href
  const address = addressOf(target.file) ?? pictureAddressOf(target.file)
  if (address === undefined) return undefined
  const path = address === '' ? base || '/' : `${base}/${address}`
  return target.part === '' ? path : `${path}#${target.part}`
}

/** The id of a heading, by the same rule as GitHub's, so that a link to it leads there everywhere. */
export const idOfHeading = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-')

/** The ids of a page's headings, in order. What stands in a block of code is no heading. */
export function partsOf(markdown: string): Set<string> {
  const text = markdown.replace(/^```[\s\S]*?^```$/gm, '')
  const ids = new Set<string>()
  for (const [, heading] of text.matchAll(/^#{1,6} +(.+)$/gm)) {
    const id = idOfHeading(heading!.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1'))
    let own = id
    for (let before = 1; ids.has(own); before++) own = `${id}-${before}`
    ids.add(own)
  }
  return ids
}
