import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { operations } from '../sdk/operations.ts'

/** A page by its address, as in web/routes.tsx, and what its first screen asks the service besides the session. */
interface Screen {
  path: string
  page: string
  asks?: (keyof typeof operations)[]
}

/** The screens that people open by their address. The build fails for one that web/routes.tsx does not have. */
const SCREENS: Screen[] = [
  { path: '/', page: 'home/home-page.tsx' },
  { path: '/records/:key', page: 'records/records-page.tsx', asks: ['definitions.get'] },
  {
    path: '/records/:key/rows/:rowId',
    page: 'records/record-page.tsx',
    asks: ['definitions.get'],
  },
  { path: '/conversations', page: 'conversations/conversations-page.tsx' },
  { path: '/conversations/:id', page: 'conversations/conversations-page.tsx' },
  { path: '/obligations', page: 'obligations/obligations-page.tsx' },
  { path: '/deals', page: 'deals/deals-page.tsx' },
  { path: '/deals/:id', page: 'deals/deal-page.tsx' },
]

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
    const routes = readFileSync(join(import.meta.dirname, '../web/routes.tsx'), 'utf8')
    const screens = SCREENS.map(({ path, page, asks = [] }) => {
      const module = join(import.meta.dirname, '../web/areas', page)
      const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(module))
      if (!chunk) this.error(`No file has ${module}`)
      const route = `path: '${path.replaceAll(':', '$')}'`
      if (!routes.includes(route)) this.error(`web/routes.tsx has no ${route}`)
      const files = [...withImports(chunk.fileName, new Set())].map((file) => `/${file}`)
      const urls = (['auth.getSession', ...asks] as const).map((name) =>
        operations[name].path.replaceAll(/\{(\w+)\}/g, ':$1'),
      )
      return { path, files, asks: urls }
    })
    this.emitFile({
      type: 'asset',
      fileName: 'preloads.json',
      source: `${JSON.stringify(screens, null, 2)}\n`,
    })
  },
}
