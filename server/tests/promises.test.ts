import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parts } from '../../scripts/soak/parts.ts'
import { promises } from '../../scripts/soak/promises.ts'
import { trustPage } from '../../scripts/trust-page.ts'

const root = new URL('../../', import.meta.url)

test('every long run tries a promise, and every promise names tests that are there', () => {
  expect(promises.flatMap(({ soak }) => soak).sort()).toEqual(Object.keys(parts).sort())
  for (const { promise, tests } of promises) {
    expect(tests, promise).not.toEqual([])
    for (const path of tests) expect(existsSync(new URL(path, root)), path).toBe(true)
  }
})

test('docs/trust.md says of each promise what was tried for long, or that nothing is left for that', () => {
  const cells = trustPage()
    .split('\n')
    .filter((line) => line.startsWith('| '))
  expect(cells.length).toBe(promises.length + 2)
  for (const line of cells) expect(line).not.toMatch(/\|\s+\|$|, (<br>|\|)/)
})
