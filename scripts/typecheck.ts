// Checks the types of the service, the client and the app. A mistake in one hides none in the others.
import { runStep, typeSteps } from './check-steps.ts'

for (const step of typeSteps) {
  const { passed, output } = await runStep(step)
  if (passed) continue
  console.log(output.trimEnd())
  process.exitCode = 1
}
