// docs/accounting.md follows one deal from its beginning. Its commands are run in order, and its numbers are true.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeOwner } from './support/desks/fixtures.ts'
import { examplesOf } from './support/inputs/examples.ts'
import { startService, type TestService } from './support/service/service.ts'

const PAGE = readFileSync(new URL('../../docs/accounting.md', import.meta.url), 'utf8')
/** A command, an answer that the page shows for one, or a variable that is set to the id in an answer. */
const STEP =
  /^curl [\s\S]*?(?=^curl |^export |^```$)|^```json \d{3}\n[\s\S]*?^```$|^export (\w+)=.*the id in the answer$/gm

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

/** Runs the page as its reader would. Returns how many commands and answers it has, and where it is wrong. */
async function follow(page: string) {
  const { owner } = await makeOwner(service)
  const variables: Record<string, string> = { URL: service.origin, TOKEN: owner }
  const faults: string[] = []
  const counts = { commands: 0, answers: 0 }
  let last: Awaited<ReturnType<TestService['api']>> | undefined
  const steps = [...page.matchAll(STEP)]
  for (const [at, [text, name]] of steps.entries()) {
    if (name) variables[name] = String(last!.body.data.id)
    else if (text.startsWith('curl ')) {
      const [example] = examplesOf(`\`\`\`sh\n${text}\n\`\`\`\n`, variables)
      const { method, url, headers, body } = example!
      last = await service.api(method, url.replace(service.origin, ''), { headers, body })
      counts.commands++
      const isDocumented = steps[at + 1]?.[0].startsWith('```json')
      if (last.status > 201 && !isDocumented) faults.push(`${text}: ${last.text}`)
    } else {
      const filled = text.replace(/"\$(\w+)"/g, (_, known) => variables[known]!)
      const [, status, json] = /^```json (\d{3})\n([\s\S]*)```$/.exec(filled)!
      counts.answers++
      try {
        expect(last!.status).toBe(Number(status))
        expect(last!.body).toMatchObject(JSON.parse(json!))
      } catch {
        faults.push(`not ${filled} but ${last!.text}`)
      }
    }
  }
  return { faults, ...counts }
}

test('docs/accounting.md: every command answers as it says', async () => {
  const { faults, commands, answers } = await follow(PAGE)
  expect(faults).toEqual([])
  expect(commands).toBeGreaterThan(18)
  expect(answers).toBeGreaterThan(5)
})

test('a number on the page that is not true would be found', async () => {
  expect(
    (await follow(PAGE.replace('"amountMinor": 132000', '"amountMinor": 131999'))).faults,
  ).toHaveLength(1)
})
