import { expect, test } from 'vitest'
import { runStep, steps } from '../../scripts/check-steps.ts'

test.each(steps)('$name', async (step) => {
  const { passed, output } = await runStep(step)
  expect(passed, output).toBe(true)
})

test('a step that fails is told, with what it said', async () => {
  const broken = { name: 'broken', run: ['scripts/no-such-file.ts'] as [string] }
  expect(await runStep(broken)).toMatchObject({
    passed: false,
    output: expect.stringContaining('no-such-file.ts'),
  })
})
