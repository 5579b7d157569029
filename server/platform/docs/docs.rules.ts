import type { Reading } from './document.rules.ts'
import type { Guides } from './guides.rules.ts'

/** All that the pages show. */
export interface Docs {
  guides: Guides
  reading: Reading
  /** Whether the pages are for a folder, which any web server can serve: it has no app, and no service to send requests to. */
  isFolder: boolean
}
