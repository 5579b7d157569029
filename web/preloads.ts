import { join } from 'node:path'
import type { Plugin } from 'vite'

/** A page by its address, as in routes.tsx, and what its first screen asks the service besides the session. */
interface Screen {
  path: string
  page: string
  asks?: string[]
}

/** The screens that people open by their address. */
const SCREENS: Screen[] = [
  { path: '/', page: 'home/home-page.tsx' },
  { path: '/records/:key', page: 'records/records-page.tsx', asks: ['/v1/definitions/:key'] },
  {
    path: '/records/:key/rows/:rowId',
    page: 'records/record-page.tsx',
    asks: ['/v1/definitions/:key'],
  },
  { path: '/conversations', page: 'conversations/conversations-page.tsx' },
  { path: '/conversations/:id', page: 'conversations/conversations-page.tsx' },
  { path: '/obligations', page: 'obligations/obligations-page.tsx' },
  { path: '/deals', page: 'deals/deals-page.tsx' },
  { path: '/deals/:id', page: 'deals/deal-page.tsx' },
]
const SESSION = '/v1/auth/session'

/**
 * Writes preloads.json beside the page, from which the service tells browsers in the document what its first screen needs.
 * Otherwise they learn of each step only from the one before: the script, the session, the page's script, its definition.
 */
export const preloads: Plugin = {
  name: 'preloads',
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
    const withImports = (fileName: string, seen: Set<string>): Set<string> => {
      if (seen.has(fileName)) return seen
      seen.add(fileName)
      const imports = chunks.find((chunk) => chunk.fileName === fileName)?.imports ?? []
      for (const one of imports) withImports(one, seen)
      return seen
    }
    const screens = SCREENS.map(({ path, page, asks = [] }) => {
      const module = join(import.meta.dirname, 'areas', page)
      const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(module))
      if (!chunk) this.error(`No file has ${module}`)
      const files = [...withImports(chunk.fileName, new Set())].map((file) => `/${file}`)
      return { path, files, asks: [SESSION, ...asks] }
    })
    this.emitFile({
      type: 'asset',
      fileName: 'preloads.json',
      source: `${JSON.stringify(screens, null, 2)}\n`,
    })
  },
}
