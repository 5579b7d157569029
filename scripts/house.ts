// Prints the figures that say how simple the code is: npm run house. With -- --list, also what each figure counts.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { filesThatKnow } from '../server/tests/tidy/column-types.ts'
import {
  type Import,
  importsOf,
  isProduct,
  productFiles,
  readTree,
  type Tree,
  withoutComments,
} from '../server/tests/tidy/tree.ts'
import { columnTypes } from '../shared/column-types.ts'
import { root } from './locked-packages.ts'

/** The type that CONTRIBUTING.md follows: its name is used for little else. */
const COLUMN_TYPE = 'percent'
const MOST_LINES = 100
/** A list's filter is read in the rooms here. */
const LISTS = 'server/domains/records/'
const PARTS = ['server', 'web', 'shared', 'contract', 'sdk']

const isGenerated = (path: string) => /^sdk\/(?:operations|types)\.ts$/.test(path)

/** The circles of files that import each other, by the imports that are wanted. */
export function circlesOf(tree: Tree, wanted: (one: Import) => boolean = () => true): string[][] {
  const imported = new Map(
    productFiles(tree).map(([path, source]) => [
      path,
      importsOf(path, source)
        .filter(wanted)
        .map(({ to }) => to)
        .filter((to) => tree.has(to) && isProduct(to)),
    ]),
  )
  const circles: string[][] = []
  const open: string[] = []
  /** How many files were met before each, and the first of its circle. */
  const met = new Map<string, { at: number; first: number }>()
  const visit = (path: string) => {
    const own = { at: met.size, first: met.size }
    met.set(path, own)
    open.push(path)
    for (const to of imported.get(path)!) {
      const first = met.has(to) ? (open.includes(to) ? met.get(to)!.at : own.first) : visit(to)
      own.first = Math.min(own.first, first)
    }
    if (own.first === own.at) {
      const circle = open.splice(open.indexOf(path))
      if (circle.length > 1) circles.push(circle.sort())
    }
    return own.first
  }
  for (const path of imported.keys()) if (!met.has(path)) visit(path)
  return circles
}

/** The rooms of the contract, and which imports which: a folder is a room, and so is a file beside it. */
export function contractOf(tree: Tree): { rooms: string[]; arrows: string[] } {
  const roomOf = (path: string) => path.split('/')[1]!
  const inContract = (path: string) => path.startsWith('contract/')
  const files = productFiles(tree, inContract)
  const arrows = files.flatMap(([path, source]) =>
    importsOf(path, source)
      .filter(({ to }) => inContract(to) && tree.has(to) && roomOf(to) !== roomOf(path))
      .map(({ to }) => `${roomOf(path)} → ${roomOf(to)}`),
  )
  return { rooms: distinct(files.map(([path]) => roomOf(path))), arrows: distinct(arrows) }
}

/** The files that know a column type by its name, and the guides that name it. */
export function filesOfColumnType(tree: Tree, type: string): string[] {
  const knows = new RegExp(`'${type}'|^\\s+${type}[:,]|^export const ${type}\\b`, 'm')
  const product = productFiles(tree, (path) => !isGenerated(path)).filter(([, source]) =>
    knows.test(withoutComments(source)),
  )
  const guides = [...tree].filter(
    ([path, text]) =>
      /^docs\/(?!design\/).*\.md$/.test(path) &&
      !text.startsWith('<!-- Written by') &&
      text.includes(`\`${type}\``),
  )
  return [...product, ...guides].map(([path]) => path)
}

/**
 * The names under which three or more files export a function or a constant. SQL is left out, since its functions are called
 * with the name of their file: `sql.listKeys`.
 */
export function sharedNames(tree: Tree): string[] {
  const files = new Map<string, string[]>()
  const named = /^export (?:async )?(?:function\*?|const|let|class|abstract class) (\w+)/gm
  for (const [path, source] of productFiles(tree)) {
    if (isGenerated(path) || path.endsWith('.sql.ts')) continue
    for (const [, name] of source.matchAll(named)) {
      files.set(name!, [...(files.get(name!) ?? []), path])
    }
  }
  return [...files]
    .filter(([, paths]) => new Set(paths).size >= 3)
    .map(([name, paths]) => `${name}: ${paths.join(', ')}`)
}

/**
 * The files that a reader passes who follows a function into each function that it names, once, in the order of the text. A file
 * comes again whenever the reader returns to it.
 */
export function walkFrom(tree: Tree, path: string, name: string, folders: string[]): string[] {
  const walked: string[] = []
  const met = new Set<string>()
  const visit = (at: string, name: string) => {
    const text = functionsOf(tree, at).get(name)
    if (text === undefined || met.has(`${at} ${name}`)) return
    met.add(`${at} ${name}`)
    if (walked.at(-1) !== at) walked.push(at)
    const near = importsOf(at, tree.get(at)!).map(({ to }) => to)
    const files = [at, ...near.filter((to) => folders.some((folder) => to.startsWith(folder)))]
    for (const [word] of text.matchAll(/\w+/g)) {
      const to = files.find((file) => functionsOf(tree, file).has(word))
      if (to) visit(to, word)
    }
  }
  visit(path, name)
  return walked
}

const FUNCTIONS = /^(?:export )?(?:async )?function (\w+)[\s\S]*?^}/gm
const CLASSES = /^(?:export )?class [\s\S]*?^}/gm
const METHODS = /^ {2}(?:async )?#?(\w+)\([\s\S]*?^ {2}}/gm

/** The functions of a file and the methods of its classes, by name. */
function functionsOf(tree: Tree, path: string): Map<string, string> {
  const source = withoutComments(tree.get(path) ?? '')
  const classes = [...source.matchAll(CLASSES)].map(([text]) => text).join('\n')
  const found = [...source.matchAll(FUNCTIONS), ...classes.matchAll(METHODS)]
  return new Map(found.map(([text, name]) => [name!, text]))
}

/** The lines of what is shipped, by part, without generated files. */
export const linesOf = (tree: Tree): [string, number][] =>
  PARTS.map((part) => [
    part,
    productFiles(tree, (path) => path.startsWith(`${part}/`) && !isGenerated(path))
      .map(([, source]) => source.split('\n').length - 1)
      .reduce((sum, lines) => sum + lines, 0),
  ])

/** The functions with more lines than that, as Biome counts them. */
function longFunctions(most: number): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'house-'))
  try {
    const long = { level: 'error', options: { maxLines: most } }
    const rules = { recommended: false, complexity: { noExcessiveLinesPerFunction: long } }
    writeFileSync(join(folder, 'biome.json'), JSON.stringify({ root: true, linter: { rules } }))
    const found = lint('--config-path', folder, '--max-diagnostics=none', ...PARTS)
    return found
      .filter(({ category }) => category?.endsWith('noExcessiveLinesPerFunction'))
      .map(({ location, message }) => ({ path: location.path, lines: /\d+/.exec(message)?.[0] }))
      .filter(({ path }) => isProduct(path))
      .map(({ path, lines }) => `${path}: ${lines} lines`)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

interface Diagnostic {
  category?: string
  location: { path: string }
  message: string
}

/** What Biome finds, whatever it exits with. */
function lint(...args: string[]): Diagnostic[] {
  const biome = ['node_modules/@biomejs/biome/bin/biome', 'lint', '--reporter=json', ...args]
  const how = { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 } as const
  return JSON.parse(spawnSync(process.execPath, biome, how).stdout).diagnostics
}

const distinct = (items: string[]): string[] => [...new Set(items)]

if (import.meta.main) {
  const tree = readTree()
  const circles = circlesOf(tree)
  const byValue = circlesOf(tree, ({ typeOnly }) => !typeOnly)
  const { rooms, arrows } = contractOf(tree)
  const isListing = process.argv.includes('--list')
  const together = (files: string[]) => files.join(' ↔ ')
  const say = (count: number, what: string, items: string[] = []) => {
    console.log(`${count.toLocaleString('en').padStart(8)}  ${what}`)
    if (isListing) for (const item of items.toSorted()) console.log(`${' '.repeat(12)}${item}`)
  }
  const listed = (what: string, items: string[]) => say(items.length, what, items)

  say(Buffer.byteLength(tree.get('ARCHITECTURE.md')!), 'bytes of ARCHITECTURE.md')
  listed('circles of imports, types included', circles.map(together))
  listed('circles of imports at run time', byValue.map(together))
  listed('rooms of the contract', rooms)
  listed('imports from one of them to another', arrows)
  listed(
    `files with the name of the column type ${COLUMN_TYPE}`,
    filesOfColumnType(tree, COLUMN_TYPE),
  )
  const known = columnTypes.map((type) => `${type}: ${filesThatKnow(tree, type).join(', ')}`)
  const most = Math.max(...columnTypes.map((type) => filesThatKnow(tree, type).length))
  say(most, 'files at most that know one column type by its name', known)
  listed(`functions of more than ${MOST_LINES} lines`, longFunctions(MOST_LINES))
  listed('names that three or more files export', sharedNames(tree))
  const walk = walkFrom(tree, `${LISTS}listing/listing.rules.ts`, 'planListing', [
    `${LISTS}listing/`,
    `${LISTS}filters/`,
  ])
  say(walk.length - new Set(walk).size, "returns to a file on the walk of a list's filter")
  const lines = linesOf(tree)
  say(
    lines.reduce((sum, [, count]) => sum + count, 0),
    `lines that are shipped, none generated: ${lines.map(([part, count]) => `${part} ${count.toLocaleString('en')}`).join(', ')}`,
  )
}
