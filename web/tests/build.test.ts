import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { runProcess } from '../../server/tests/support/processes/child-process.ts'
import { isPartMissing } from '../service/missing-part.rules.ts'

const assets = new URL('../dist/assets/', import.meta.url)
const builtAs = (ending: string): string =>
  readdirSync(assets)
    .filter((name) => name.endsWith(ending))
    .map((name) => readFileSync(new URL(name, assets), 'utf8'))
    .join('\n')

test('nothing is installed or built twice', async () => {
  const { code } = await runProcess('scripts/prepare.mjs', [])
  const again = await runProcess('scripts/prepare.mjs', [])
  expect([code, again.code, again.stdout, again.stderr]).toEqual([0, 0, '', ''])
})

test('the colours of both themes are built unchanged', () => {
  const styles = builtAs('.css')
  expect(styles).toContain('light-dark(')
  // What the bundler writes for older browsers would show no colours at all.
  expect(styles).not.toContain('--lightningcss')
})

test('a style sheet that could not be loaded is a part that is missing, not something broken', () => {
  // What the built app says then, in the words of its bundler.
  const [, words] = /Error\(`(Unable to [^$`]*)\$\{/.exec(builtAs('.js'))!
  expect(isPartMissing(new Error(`${words}/assets/kanban.css`))).toBe(true)
  expect(isPartMissing(new TypeError('Cannot read properties of undefined'))).toBe(false)
})
