import { CONTENTS, docsAddress, headingsById, linkTarget } from './pages.rules.ts'

/** A page as docs/README.md lists it. */
export interface Guide {
  file: string
  title: string
}

export interface Guides {
  /** The Markdown of every page, by file. */
  texts: Map<string, string>
  /** The list of them, by subject. */
  subjects: { title: string; guides: Guide[] }[]
}

/** @param texts the Markdown of every page that is there, by file */
export function readGuides(texts: Map<string, string>): Guides {
  const sections = (texts.get(CONTENTS) ?? '').split(/^## /m).slice(1)
  const subjects = sections.map((section) => ({
    title: section.split('\n')[0]!,
    guides: [...section.matchAll(/^- \[([^\]]+)\]\(([^)]+)\)/gm)].flatMap(([, title, href]) => {
      const target = linkTarget(CONTENTS, href!)
      return target.kind === 'file' && texts.has(target.file)
        ? [{ file: target.file, title: title! }]
        : []
    }),
  }))
  return { texts, subjects: subjects.filter(({ guides }) => guides.length > 0) }
}

/** What a page is called, or a part of it: as it is listed, or else as its heading says. */
export function titleOf({ texts, subjects }: Guides, file: string, part = ''): string | undefined {
  const parts = headingsById(texts.get(file) ?? '')
  if (part !== '') return parts.get(part)
  const listed = subjects.flatMap(({ guides }) => guides).find((guide) => guide.file === file)
  return listed?.title ?? [...parts.values()][0]
}

/** The pages before and after a page, in the order of the list. */
export function neighborsOf(guides: Guides, file: string): { before?: Guide; after?: Guide } {
  const front = { file: CONTENTS, title: 'Guides' }
  const all = [front, ...guides.subjects.flatMap((subject) => subject.guides)]
  const at = all.findIndex((guide) => guide.file === file)
  const [before, after] = at < 0 ? [] : [all[at - 1], all[at + 1]]
  return { ...(before && { before }), ...(after && { after }) }
}

/** The guides to each heading of the reference. */
export const guidesOf: Record<string, string[]> = {
  Accounts: ['docs/tokens.md'],
  Workspace: ['docs/policies.md', 'docs/tokens.md'],
  Boards: [
    'docs/rows.md',
    'docs/changes.md',
    'docs/columns.md',
    'docs/imports.md',
    'docs/exports.md',
    'docs/forms.md',
    'docs/email.md',
    'docs/integrate/webhooks.md',
  ],
  Definitions: [
    'docs/rows.md',
    'docs/changes.md',
    'docs/columns.md',
    'docs/imports.md',
    'docs/exports.md',
    'docs/timelines.md',
  ],
  Policies: ['docs/policies.md'],
  Files: ['docs/columns.md'],
  Obligations: ['docs/obligations.md'],
  Documents: ['docs/obligations.md'],
  Accounting: ['docs/accounting.md'],
  Agreements: ['docs/agreements.md'],
  Conversations: ['docs/conversations.md'],
  Templates: ['docs/conversations.md'],
  'Opt-outs': ['docs/conversations.md'],
  Channels: ['docs/conversations.md'],
  Hooks: ['docs/conversations.md'],
  Events: ['docs/events.md'],
  Webhooks: ['docs/events.md'],
  Ingest: ['docs/ingest.md', 'docs/integrate/curl.md', 'sdk/README.md'],
}

/** The headings of the reference that a guide is about. */
export const tagsOf = (file: string): string[] =>
  Object.keys(guidesOf).filter((tag) => guidesOf[tag]!.includes(file))

/** Links to the guides of a heading. A page that is not installed is left out. */
export const guidesTo = (guides: Guides, tag: string): { to: string; title: string }[] =>
  (guidesOf[tag] ?? []).flatMap((file) => {
    const title = titleOf(guides, file)
    return title ? [{ to: docsAddress(file)!, title }] : []
  })
