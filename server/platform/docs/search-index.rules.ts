import { operationAddress, schemaAddress } from './addresses.rules.ts'
import type { Reading } from './document.rules.ts'
import { contentOf } from './guide-pages.rules.ts'
import { type Guides, titleOf } from './guides.rules.ts'
import { docsAddress } from './pages.rules.ts'
import type { Entry } from './search.rules.ts'

/** The operations and the shapes, as a search can find them. */
export function referenceEntries({ operations, schemas }: Reading): Entry[] {
  return [
    ...[...operations.values()].map(
      ({ operationId, summary, method, path, clientName = '', description, tag }): Entry => ({
        title: summary,
        label: `${method} ${path}`,
        names: `${clientName} ${operationId}`,
        to: operationAddress(operationId),
        text: `${plain(description)} ${tag}`,
        weight: 0.4,
      }),
    ),
    ...[...schemas].map(
      ([name, { description = '', properties = {} }]): Entry => ({
        title: name,
        label: 'Schema',
        to: schemaAddress(name),
        text: `${plain(description)} ${Object.keys(properties).join(' ')}`.trim(),
        weight: 0.4,
      }),
    ),
  ]
}

/** The parts of a guide, from heading to heading, as a search can find them. */
export function guideEntries(guides: Guides, file: string): Entry[] {
  const address = docsAddress(file)!
  // Pages about how the product is made come after those about what it does.
  const weight = guides.subjects.at(-1)?.guides.some((guide) => guide.file === file) ? 0.05 : 1
  const parts = contentOf(guides, file).split(/(?=<h[1-3] id=")/)
  return parts.flatMap((part): Entry[] => {
    const [heading, depth, id, title] = /^<h([1-3]) id="([^"]*)">(.*?)<\/h\1>/.exec(part) ?? []
    if (heading === undefined) return []
    const isWhole = depth === '1'
    return [
      {
        title: isWhole ? titleOf(guides, file)! : textOf(title!),
        label: isWhole ? 'Guide' : titleOf(guides, file)!,
        to: isWhole ? address : `${address}#${id}`,
        text: textOf(part.slice(heading.length)),
        weight,
      },
    ]
  })
}

/** Markdown without its signs. */
const plain = (markdown: string): string => markdown.replaceAll(/[`*]|\]\([^)]*\)|\[/g, '')

const CHARACTERS: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

const textOf = (html: string): string =>
  html
    .replaceAll(/<\/?(?:code|a|em|strong|b)\b[^>]*>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => CHARACTERS[name]!)
    .replaceAll(/\s+/g, ' ')
    .trim()
