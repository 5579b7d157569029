import { expect, test } from 'vitest'
import { runProcess } from '../../server/tests/support/child-process.ts'

test('what is installed and built is neither installed nor built again', async () => {
  const { code } = await runProcess('scripts/prepare.mjs', [])
  const again = await runProcess('scripts/prepare.mjs', [])
  expect([code, again.code, again.stdout, again.stderr]).toEqual([0, 0, '', ''])
})
