// Everything that must hold before a change is kept: the steps, one line each, then all tests. Exits 1 if any failed.
import { runStep, type Step, steps } from './check-steps.ts'

const tidy: Step = {
  name: 'conventions',
  run: ['node_modules/vitest/vitest.mjs', 'run', 'server/tests/tidy.test.ts'],
}

const failed: string[] = []
for (const step of [...steps, tidy]) {
  const since = performance.now()
  const { passed, output } = await runStep(step)
  const seconds = ((performance.now() - since) / 1000).toFixed(1)
  console.log(`${passed ? 'ok  ' : 'FAIL'}  ${step.name} (${seconds} s)`)
  if (passed) continue
  failed.push(step.name)
  console.log(output.trimEnd())
}

const { passed, output } = await runStep({
  name: 'tests',
  run: ['scripts/test.mjs', '--exclude', 'server/tests/{checks,tidy}.test.ts'],
})
const counts = output.split('\n').filter((line) => /^\S*\s+(?:Test Files|Tests) /.test(line))
console.log(`${passed ? 'ok  ' : 'FAIL'}  tests`)
console.log((passed ? counts.join('\n') : output).trimEnd())
if (!passed) failed.push('tests')

console.log(failed.length === 0 ? 'All is well.' : `Failed: ${failed.join(', ')}.`)
process.exitCode = failed.length === 0 ? 0 : 1
