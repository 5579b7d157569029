import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** What the last run of a part ended with. */
export interface Recorded {
  outcome: 'passed' | 'failed' | 'skipped'
  /** The day, as `2026-11-20`. */
  on: string
  /** What was tried, as git abbreviates it; with `+` if the checkout had more than the commit. */
  commit: string
  /** A hash of the code that was tried (judged.ts). */
  code?: string
  minutes: number
  /** How much was tried and what came of it, or why the part could not run. */
  figure: string
}

const root = fileURLToPath(new URL('../../', import.meta.url))
const pathIn = (folder: string) => join(folder, 'docs/soak.json')

/** The last run of each part, by its name. */
export function recorded(folder = root): Record<string, Recorded> {
  return existsSync(pathIn(folder)) ? JSON.parse(readFileSync(pathIn(folder), 'utf8')) : {}
}

export async function record(part: string, run: Recorded): Promise<void> {
  const all = { ...recorded(), [part]: run }
  const sorted = Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)))
  await writeFile(pathIn(root), `${JSON.stringify(sorted, null, 2)}\n`)
}

/** The commit of this checkout, as `Recorded` has it. What the runs themselves write is no change. */
export function commitTried(): string {
  const git = (...words: string[]) => execFileSync('git', words, { encoding: 'utf8' }).trim()
  const changed = git('status', '--porcelain', '--', ':!/docs/soak.json', ':!/docs/trust.md')
  return `${git('rev-parse', '--short=8', 'HEAD')}${changed === '' ? '' : '+'}`
}
