import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { runProcess } from '../../server/tests/support/processes/child-process.ts'

test('nothing is installed or built twice', async () => {
  const { code } = await runProcess('scripts/prepare.mjs', [])
  const again = await runProcess('scripts/prepare.mjs', [])
  expect([code, again.code, again.stdout, again.stderr]).toEqual([0, 0, '', ''])
})

test('the colours of both themes are built unchanged', () => {
  const assets = new URL('../dist/assets/', import.meta.url)
  const styles = readdirSync(assets)
    .filter((name) => name.endsWith('.css'))
    .map((name) => readFileSync(new URL(name, assets), 'utf8'))
    .join('\n')
  expect(styles).toContain('light-dark(')
  // What the bundler writes for older browsers would show no colours at all.
  expect(styles).not.toContain('--lightningcss')
})
