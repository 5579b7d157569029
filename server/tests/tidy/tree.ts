import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project's own text files: path from the root to text. */
export type Tree = ReadonlyMap<string, string>

/** A convention, and what shows that its check can fail. */
export interface Rule {
  /** The convention itself, as a sentence. */
  name: string
  /** Finds what breaks it, as `path: what`. */
  find(tree: Tree): string[]
  /** Files that keep it together, and sets of files that each break it. */
  sound: Record<string, string>
  broken: Record<string, string>[]
  /** Exceptions, each with the reason. An entry that is no longer needed fails the check. */
  except?: Record<string, string>
  /** What the rule lets pass, by lists of names. An entry that lets nothing pass fails the check. */
  lists?: string[][]
}

const root = fileURLToPath(new URL('../../../', import.meta.url))
const others = new Set(['.git', 'node_modules', 'data', 'dist', 'release'])
const kinds =
  /\.(ts|tsx|mjs|sql|md|yml|json|html|css|conf|service|timer)$|^(deploy\/caddy\/Caddyfile|docker\/Dockerfile|\.ci\/run|\.npmrc|\.gitignore|LICENSE)$/

/** Only the paths of these are read. */
const pictures = /\.(png|svg)$/

export function readTree(): Tree {
  const files = new Map<string, string>()
  const walk = (folder: string) => {
    for (const entry of readdirSync(root + folder, { withFileTypes: true })) {
      const path = folder + entry.name
      if (others.has(entry.name)) continue
      if (entry.isDirectory()) walk(`${path}/`)
      else if (kinds.test(path)) files.set(path, readFileSync(root + path, 'utf8'))
      else if (pictures.test(path)) files.set(path, '')
    }
  }
  walk('')
  return files
}

export interface Import {
  /** A path in the tree, or the name of a package. */
  to: string
  /** Whether it imports only types, so that nothing is left of it at run time. */
  typeOnly: boolean
}

const STATIC = /^(?:import|export)\s+(type\s)?\s*(?:([\w$*{},\s]+?)\s+from\s+)?'([^']+)'/gm
const DYNAMIC = /\bimport\('([^']+)'\)/g

export function importsOf(path: string, source: string): Import[] {
  const found = [...source.matchAll(STATIC)].map(([, type, names = '', from]) => ({
    to: resolved(path, from!),
    typeOnly: type !== undefined || allTypes(names),
  }))
  const later = [...source.matchAll(DYNAMIC)].map(([, from]) => ({
    to: resolved(path, from!),
    typeOnly: false,
  }))
  return [...found, ...later]
}

function allTypes(names: string): boolean {
  const inside = /^\{([^}]*)\}$/.exec(names.trim())?.[1]
  const each = inside?.split(',').filter((name) => name.trim() !== '') ?? []
  return each.length > 0 && each.every((name) => /^\s*type\s/.test(name))
}

const resolved = (path: string, from: string): string =>
  from.startsWith('.') ? posix.join(posix.dirname(path), from) : from

/** A source without its comments. */
export const withoutComments = (source: string): string =>
  source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1')

export const isTest = (path: string): boolean =>
  path.endsWith('.test.ts') || /^(server|web)\/tests\/|\/fixtures\.ts$/.test(path)

/** Whether a file is shipped and runs: it is no test and no tool. */
export const isProduct = (path: string): boolean =>
  /^(server|contract|shared|sdk|web)\/.*\.tsx?$/.test(path) && !isTest(path)

/** `server/domains/<domain>/…` → domain. */
export const domainOf = (path: string): string | undefined =>
  /^server\/domains\/([^/]+)\//.exec(path)?.[1]

/** A source without its template literals, nested escapes included. */
export const withoutTemplates = (source: string): string =>
  source.replace(/`(?:\\.|[^`\\])*`/g, '``')

/** Every product file that `wanted` selects, with its text. */
export const productFiles = (
  tree: Tree,
  wanted: (path: string) => boolean = () => true,
): [string, string][] => [...tree].filter(([path]) => isProduct(path) && wanted(path))
