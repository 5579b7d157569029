import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDemo } from './support/desks/demo.ts'
import {
  type Followed,
  follow,
  hasCurl,
  masked,
  textOf,
  unanswered,
} from './support/inputs/examples.ts'

let demo: Awaited<ReturnType<typeof startDemo>>
beforeAll(async () => {
  demo = await startDemo()
})
afterAll(() => demo.service.stop())

const pages = [
  'docs/ingest.md',
  'docs/forms.md',
  'docs/email.md',
  'docs/events.md',
  'docs/integrate/automation.md',
  'docs/tokens.md',
  'docs/changes.md',
  'docs/policies.md',
  'docs/exports.md',
  'docs/imports.md',
  'docs/rows.md',
  'docs/columns.md',
  'docs/obligations.md',
  'docs/agreements.md',
  'docs/conversations.md',
  'docs/timelines.md',
  'docs/integrate/curl.md',
  'docs/integrate/form.md',
  'docs/integrate/webhooks.md',
]

const withCurl = test.runIf(hasCurl)

withCurl.for(pages)('%s: every command answers as it says in a new demo', async (path) => {
  const { service, given } = await startDemo()
  try {
    const { examples } = await follow(await textOf(path), given)
    expectTrue(examples)
    expect(examples.flatMap(({ requests }) => requests).length).toBeGreaterThan(3)
  } finally {
    await service.stop()
  }
})

function expectTrue(examples: Followed[]) {
  for (const example of examples) {
    const { commands, expected, answer } = example
    expect(unanswered(example), `${commands}${answer}`).toEqual([])
    if (expected) expect(masked(JSON.parse(answer)), commands).toEqual(masked(expected.body))
  }
}

withCurl('the command of README.md answers as it says', async () => {
  const { URL, KEY } = demo.given
  const text = (await textOf('README.md'))
    .replaceAll('http://127.0.0.1:3000', URL)
    .replaceAll('sbk_...', KEY)
  const { examples } = await follow(text, {})
  expectTrue(examples)
  expect(examples.flatMap(({ requests }) => requests)).toEqual([`201 ${URL}/v1/ingest/rows`])
})

withCurl('what the demo prints works as printed', async () => {
  const command = /curl [\s\S]*/.exec(demo.greeting)![0]
  const { examples } = await follow(`\`\`\`sh\n${command}\n\`\`\`\n`, {})
  expect(examples[0]!.requests).toEqual([`201 ${demo.given.URL}/v1/ingest/rows`])
})

withCurl('what is not true on a page would be found', async () => {
  const asked = '```sh\ncurl "$URL/v1/nowhere"\n```\n'
  const answered = '```json 404\n{"error": {}}\n```\n'
  const { URL } = demo.given
  const page = `\`\`\`sh\nexport URL=...\n\`\`\`\n${asked}`
  const [, alone] = (await follow(page, { URL })).examples
  expect(unanswered(alone!)).toEqual([`404 ${URL}/v1/nowhere`])
  const { examples } = await follow(page + answered, { URL })
  expect(unanswered(examples[1]!)).toEqual([])
  expect(() => expectTrue(examples)).toThrow('"$URL/v1/nowhere"')
  await expect(follow(asked, { URL })).rejects.toThrow('URL')
})

const FENCES = /^```(js|python)\n([\s\S]*?)^```$/gm
const programs = (
  await Promise.all(
    ['docs/integrate/javascript.md', 'docs/integrate/python.md'].map(async (path) =>
      [...(await textOf(path)).matchAll(FENCES)].map(([, language, text], at) => ({
        name: `${path}, program ${at + 1}`,
        language,
        text: text!,
      })),
    ),
  )
).flat()

test.each(programs)('$name writes rows', async ({ language, text }) => {
  const { service, given } = demo
  const count = async () => {
    const { body } = await service.api('GET', '/v1/ingest/board?limit=1000', { token: given.KEY })
    return body.data.rows.length
  }
  const before = await count()
  const [command, args] =
    language === 'js'
      ? [process.execPath, ['--input-type=module', '--eval', text]]
      : ['python3', ['-c', text]]
  const { PATH } = process.env
  const { stdout } = await promisify(execFile)(command, args, { env: { PATH, ...given } })
  expect(stdout).not.toBe('')
  expect(await count()).toBeGreaterThan(before)
})
