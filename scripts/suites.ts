import { readFileSync } from 'node:fs'
import { servers } from './test-servers.mjs'

/** How one part of the suite ran on one server. */
export interface PartRun {
  /** The day, as `2026-11-20`. */
  on: string
  files: number
  passed: number
  failed: number
}

export interface Suites {
  /** How many test files each part had when something was last recorded. */
  parts: Record<string, number>
  /** By the name that `--on` takes. */
  runs: Record<string, { version: string; parts: Record<string, PartRun> }>
}

export const SUITES = new URL('../docs/suites.json', import.meta.url)

export const SCALING = new URL('../docs/scaling.md', import.meta.url)
const MARK = /^<!-- .*suites\.json.* -->$/gm

export const recordedSuites = (): Suites => JSON.parse(readFileSync(SUITES, 'utf8'))

/** The part that a test file belongs to; null for those that use no database. */
export function partOf(path: string): string | null {
  const folders = path.split('/').slice(0, -1)
  if (folders[0] === 'contract' || folders[0] === 'shared') return null
  if (folders[0] !== 'server') return folders[0]!
  return folders.slice(0, folders[1] === 'domains' ? 3 : 2).join('/')
}

/** The record after a run. A run of fewer files of a part replaces an earlier one only if a test failed. */
export function merged(before: PartRun | undefined, now: PartRun): PartRun {
  const isSmaller = before !== undefined && now.files < before.files
  return isSmaller && now.failed === 0 ? before : now
}

/** docs/scaling.md, with the table of the test runs between its two marks. */
export function scalingPage(): string {
  const page = readFileSync(SCALING, 'utf8')
  const parts = page.split(MARK)
  if (parts.length !== 3) throw new Error('docs/scaling.md has no marks for the table of test runs')
  const [begin, end] = page.match(MARK)!
  return `${parts[0]}${begin}\n\n${suitesTable(recordedSuites())}\n\n${end}${parts[2]}`
}

function suitesTable({ parts, runs }: Suites): string {
  const names = Object.keys(servers).filter((name) => runs[name])
  const head = names.map((name) => `${servers[name]!.what} (${runs[name]!.version})`)
  const cell = (name: string, part: string) => {
    const run = runs[name]!.parts[part]
    if (!run) return 'not run'
    const failed = run.failed === 0 ? '' : `, **${run.failed} failed**`
    return `${run.files} of ${parts[part]} files: ${run.passed} passed${failed}; ${run.on}`
  }
  const rows = Object.keys(parts).map((part) =>
    [`\`${part}\``, ...names.map((name) => cell(name, part))].join(' | '),
  )
  return [
    `| Part of the suite | ${head.join(' | ')} |`,
    `| --- |${' --- |'.repeat(names.length)}`,
    ...rows.map((row) => `| ${row} |`),
  ].join('\n')
}
