// docs/accounting.md follows one deal from its beginning. Its commands are run in order, and its numbers are true.
import { beforeAll, describe, expect, test } from 'vitest'
import { startDemo } from './support/desks/demo.ts'
import { follow, hasCurl, textOf, unanswered } from './support/inputs/examples.ts'

describe.runIf(hasCurl)('docs/accounting.md', () => {
  let followed: Awaited<ReturnType<typeof follow>>
  beforeAll(async () => {
    const { service, given } = await startDemo()
    followed = await follow(await textOf('docs/accounting.md'), given)
    await service.stop()
  })

  /** The answers that the page shows, as it shows them, and as they were. */
  const shown = () =>
    followed.examples
      .filter(({ expected }) => expected)
      .map(({ expected, answer }) => {
        const text = JSON.stringify(expected!.body)
        return [text.replace(/"\$(\w+)"/g, (_, name) => followed.variables[name]!), answer] as const
      })

  test('every command answers as the page says', () => {
    expect(followed.examples.flatMap(unanswered)).toEqual([])
    expect(followed.examples.flatMap(({ requests }) => requests).length).toBeGreaterThan(18)
    expect(shown().length).toBeGreaterThan(5)
    for (const [said, answer] of shown()) {
      expect(JSON.parse(answer)).toMatchObject(JSON.parse(said))
    }
  })

  test('a number on the page that is not true would be found', () => {
    const [said, answer] = shown().find(([text]) => text.includes('132000'))!
    expect(JSON.parse(answer)).not.toMatchObject(JSON.parse(said.replace('132000', '131999')))
  })
})
