import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { MOST_FORMULA_WORK } from '../../../../../shared/limits.ts'
import { compileFormula } from './compile.ts'
import { functions } from './functions.ts'
import { parseFormula } from './parse.ts'
import { formulaErrors } from './values.ts'

const page = readFileSync(new URL('../../../../../docs/columns.md', import.meta.url), 'utf8')
/** The rows of the table under a heading, each as a list of cells. */
const tableOf = (heading: string): string[][] =>
  page
    .slice(page.indexOf(`### ${heading}\n`))
    .split('\n\n')
    .find((part) => part.startsWith('|'))!
    .trim()
    .split('\n')
    .slice(2)
    .map((line) =>
      line
        .slice(2, -2)
        .split(/ (?<!\\)\| /)
        .map((cell) => cell.replaceAll('\\|', '|')),
    )

test('docs/columns.md has every function, with its usage and what it does', () => {
  const documented = tableOf('Functions').map(([usage, does]) => [usage, does])
  expect(documented).toEqual(
    Object.values(functions).map(({ usage, does }) => [`\`${usage}\``, does]),
  )
})

test('every example in it gives the result that it says', () => {
  const examples = tableOf('Functions').flatMap(([, , cell]) =>
    [...cell!.matchAll(/`([^`]+)` is `([^`]+)`/g)].map(([, formula, result]) => [formula, result]),
  )
  expect(examples.length).toBeGreaterThanOrEqual(Object.keys(functions).length)
  for (const [formula, result] of examples) {
    const { run } = compileFormula(parseFormula(formula!), () => {
      throw new Error('an example reads no column')
    })
    expect(run({}, { left: MOST_FORMULA_WORK }) ?? null, formula).toEqual(JSON.parse(result!))
  }
})

test('it has every error, with its cause', () => {
  expect(tableOf('Errors')).toEqual(
    Object.entries(formulaErrors).map(([code, why]) => [`\`${code}\``, why]),
  )
})
