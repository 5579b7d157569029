import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'

/** What the last run of a part ended with. */
export interface Recorded {
  outcome: 'passed' | 'failed' | 'skipped'
  /** The day, as `2026-11-20`. */
  on: string
  /** What was tried, as git abbreviates it; with `+` if the checkout had more than the commit. */
  commit: string
  minutes: number
  /** How much was tried and what came of it, or why the part could not run. */
  figure: string
}

const path = new URL('../../docs/soak.json', import.meta.url)

/** The last run of each part, by its name. */
export function recorded(): Record<string, Recorded> {
  return JSON.parse(readFileSync(path, 'utf8'))
}

export async function record(part: string, run: Recorded): Promise<void> {
  const all = { ...recorded(), [part]: run }
  const sorted = Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)))
  await writeFile(path, `${JSON.stringify(sorted, null, 2)}\n`)
}

/** The commit of this checkout, as `Recorded` has it. What the runs themselves write is no change. */
export function commitTried(): string {
  const git = (...words: string[]) => execFileSync('git', words, { encoding: 'utf8' }).trim()
  const changed = git('status', '--porcelain', '--', ':!/docs/soak.json', ':!/docs/trust.md')
  return `${git('rev-parse', '--short=8', 'HEAD')}${changed === '' ? '' : '+'}`
}
