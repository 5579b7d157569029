import { SEARCH_SCRIPT } from './addresses.rules.ts'
import type { Docs } from './docs.rules.ts'
import { type Entry, foundContent } from './search.rules.ts'
import { docsPage } from './shell.rules.ts'

/** What a search found. In a folder, a script searches. */
export const searchPage = (docs: Docs, query: string, found: Entry[]): string =>
  docsPage(docs, {
    title: 'Search',
    query,
    content: docs.isFolder ? WITH_SCRIPT : foundContent(found, query),
    ...(docs.isFolder ? { script: SEARCH_SCRIPT } : {}),
  })

const WITH_SCRIPT = '<noscript><h1>Search</h1><p>The search needs scripts.</p></noscript>'
