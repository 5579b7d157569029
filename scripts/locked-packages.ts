import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A package that the service runs with, as package-lock.json pins it. */
export interface LockedPackage {
  name: string
  version: string
  licence: string
  /** Its archive's hash, as `sha512-` and base64. */
  integrity: string
  /** Whether an installation can do without it, such as one for another platform. */
  isOptional: boolean
  /** The `name@version` of what it needs. */
  needs: string[]
}

interface Entry {
  version: string
  license: string
  integrity: string
  dev?: boolean
  optional?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}

/** What only a release has built in, for an older Node: a start of a clone does without. */
const IN_RELEASES = ['core-js', 'hash-wasm']

/** The project’s own folder. */
export const root = fileURLToPath(new URL('../', import.meta.url))

/** Everything that the service runs with, for all platforms: each package and version once, in the order of names. */
export function lockedPackages(folder = root): LockedPackage[] {
  const entries = lockEntries(folder)
  const used = Object.entries(entries).filter(([path, entry]) => path !== '' && isUsed(path, entry))
  const found = new Map<string, LockedPackage>()
  for (const [path, entry] of used) {
    const name = nameAt(path)
    const { version, license, integrity, optional } = entry
    const before = found.get(`${name}@${version}`)
    found.set(`${name}@${version}`, {
      name,
      version,
      licence: license,
      integrity,
      isOptional: Boolean(optional) && (before?.isOptional ?? true),
      needs: [...new Set([...(before?.needs ?? []), ...needsOf(path, entries)])].sort(),
    })
  }
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one)
}

/** The `name@version` of what the service itself asks for. */
export function directPackages(folder = root): string[] {
  return needsOf('', lockEntries(folder)).sort()
}

/** Where packages and all that they need are installed: paths from the project's folder, in their order. */
export function packagePaths(names: string[], folder = root): string[] {
  const entries = lockEntries(folder)
  const found = new Set<string>()
  const add = (from: string, name: string): void => {
    const place = resolved(from, name, entries)
    if (place === null || found.has(place)) return
    found.add(place)
    const { dependencies, optionalDependencies, peerDependencies } = entries[place]!
    const needed = { ...dependencies, ...optionalDependencies, ...peerDependencies }
    for (const one of Object.keys(needed)) add(place, one)
  }
  for (const name of names) add('', name)
  return [...found].sort()
}

function lockEntries(folder: string): Record<string, Entry> {
  return JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages
}

const isUsed = (path: string, { dev }: Entry): boolean => !dev || IN_RELEASES.includes(nameAt(path))

function nameAt(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
}

function needsOf(path: string, entries: Record<string, Entry>): string[] {
  const { dependencies, optionalDependencies, peerDependencies } = entries[path]!
  const names = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })
  if (path === '') names.push(...IN_RELEASES)
  return names.flatMap((name) => {
    const place = resolved(path, name, entries)
    return place === null || !isUsed(place, entries[place]!)
      ? []
      : [`${name}@${entries[place]!.version}`]
  })
}

/** Where Node finds a package from the one at `path`; null for an optional one that is not there. */
function resolved(path: string, name: string, entries: Record<string, Entry>): string | null {
  const place = `${path === '' ? '' : `${path}/`}node_modules/${name}`
  if (place in entries) return place
  if (path === '') return null
  const above = path.lastIndexOf('/node_modules/')
  return resolved(above < 0 ? '' : path.slice(0, above), name, entries)
}
