// The Markdown files that are pages of the guides.
import { GUIDES } from './addresses.rules.ts'

/** The front door: the list of all pages by subject, which the others are found through. */
export const CONTENTS = 'docs/README.md'

/** Pages and pictures that are not in docs/, with their addresses. */
const ELSEWHERE: Record<string, string> = {
  'sdk/README.md': 'client',
  'ARCHITECTURE.md': 'architecture',
  'STYLE.md': 'style',
  'CHANGELOG.md': 'changelog',
  'CONTRIBUTING.md': 'contributing',
  'CODE_OF_CONDUCT.md': 'conduct',
  'SECURITY.md': 'security',
  'web/tests/pictures/groups-wide-light.png': 'pictures/groups-light.png',
  'web/tests/pictures/groups-wide-dark.png': 'pictures/groups-dark.png',
}

export const filesElsewhere = Object.keys(ELSEWHERE)

/**
 * The address of a page or a picture; undefined for a file that is none.
 * `docs/integrate/curl.md` → `/docs/guides/integrate/curl`, `docs/pictures/form.png` → `/docs/guides/pictures/form.png`
 */
export function docsAddress(file: string): string | undefined {
  if (file === CONTENTS) return GUIDES
  const own =
    ELSEWHERE[file] ?? /^docs\/([\w/-]+)\.md$|^docs\/(pictures\/[\w/-]+\.(?:png|svg))$/.exec(file)
  if (own === null) return undefined
  return `${GUIDES}/${typeof own === 'string' ? own : (own[1] ?? own[2])}`
}

export const isPage = (file: string): boolean => file.endsWith('.md')

/** Pages for people who change the code. A search leaves them out, since they would stand before the guides. */
export const isDesign = (file: string): boolean => file.startsWith('docs/design/')

/** What a link leads to: another site, a part of the same page, or a file of the project and a part of it. */
export type Target =
  | { kind: 'outside' }
  | { kind: 'here'; part: string }
  | { kind: 'file'; file: string; part: string }

export function linkTarget(from: string, href: string): Target {
  if (/^[a-z][a-z+.-]*:/i.test(href)) return { kind: 'outside' }
  const [path = '', part = ''] = href.split('#')
  if (path === '') return { kind: 'here', part }
  return { kind: 'file', file: new URL(path, `file:///${from}`).pathname.slice(1), part }
}

/**
 * A link as it is on a page: to the address of a page or a picture, unchanged to other sites and to parts of the page.
 * Undefined for a link to what is neither, such as a test.
 */
export function hrefOn(from: string, href: string): string | undefined {
  const target = linkTarget(from, href)
  if (target.kind !== 'file') return href
  const address = docsAddress(target.file)
  return address && target.part !== '' ? `${address}#${target.part}` : address
}

/** The id of a heading, by the same rule as GitHub's, so that a link to it leads there everywhere. */
export const idOfHeading = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-')

/** A page's headings by their ids, in order. What stands in a block of code is no heading. */
export function headingsById(markdown: string): Map<string, string> {
  const text = markdown.replace(/^```[\s\S]*?^```$/gm, '')
  const parts = new Map<string, string>()
  for (const [, heading] of text.matchAll(/^#{1,6} +(.+)$/gm)) {
    const plain = heading!.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    const id = idOfHeading(plain)
    let own = id
    for (let before = 1; parts.has(own); before++) own = `${id}-${before}`
    parts.set(own, plain.replaceAll(/[`*]/g, '').trim())
  }
  return parts
}
