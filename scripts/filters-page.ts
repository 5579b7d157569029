import { readFileSync } from 'node:fs'
import { operatorLines } from '../shared/filter-operators.ts'

const LINES = /(?<=^\| Values \| Operators \|\n\| --- \| --- \|\n)(?:\|.*\n)*?(?=\| formula \|)/m

/** docs/rows.md, with the operators of every column type in its table. */
export function filtersPage(): string {
  const page = readFileSync(new URL('../docs/rows.md', import.meta.url), 'utf8')
  if (!LINES.test(page)) throw new Error('docs/rows.md has no table of operators')
  return page.replace(LINES, operatorLines())
}
