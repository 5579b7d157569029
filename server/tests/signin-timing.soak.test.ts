// How long signing in takes does not tell whether an email has an account.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signUp } from './support/desks/people.ts'
import { startService, type TestService } from './support/service/service.ts'

const ROUNDS = 60
/** The cost of a hash where it is not set. */
const RECOMMENDED = { memory: 46 * 1024, passes: 1, parallelism: 1 }

let service: TestService
beforeAll(async () => {
  service = await startService({ hashCost: RECOMMENDED })
})
afterAll(() => service.stop())

const median = (all: number[]) => all.toSorted((a, b) => a - b)[all.length >> 1]!

test('a known and an unknown email take as long, within 5 % in the median', async () => {
  const timeOf = async (email: string, nth: number) => {
    const since = performance.now()
    const { status } = await service.api('POST', '/v1/auth/signin', {
      body: { email, password: 'not the password' },
      from: `198.51.100.${nth}`,
    })
    expect(status).toBe(401)
    return performance.now() - since
  }
  const known: number[] = []
  const unknown: number[] = []
  for (let nth = 0; nth < ROUNDS; nth++) {
    // An account is locked after ten wrong guesses, so each is tried once.
    const { email } = await signUp(service)
    const timings: [number[], string][] = [
      [known, email],
      [unknown, `nobody.${nth}@desk.example`],
    ]
    for (const [times, who] of nth % 2 ? timings : timings.reverse())
      times.push(await timeOf(who, nth))
  }
  const apart = Math.abs(median(known) / median(unknown) - 1)
  console.log(
    `figure: medians of ${ROUNDS}: known ${median(known).toFixed(1)} ms, unknown ${median(unknown).toFixed(1)} ms`,
  )
  expect(apart).toBeLessThan(0.05)
})
