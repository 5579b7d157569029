import { execFile, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDemo } from '../demo.ts'
import { importTurn } from '../domains/imports/running/work.ts'
import { importerOf } from './support/desks/imports.ts'
import { type Example, examplesOf, masked } from './support/inputs/examples.ts'
import { startService, type TestService } from './support/service/service.ts'

let service: TestService
let password: string
let variables: Record<string, string>

const call = (method: string, path: string, body?: object) =>
  service.api(method, path, { token: variables.TOKEN, body })

beforeAll(async () => {
  service = await startService()
  const greeting = await makeDemo(
    service.workspaces,
    service.db,
    service.origin,
    service.connection,
  )
  password = /Password +(\S+)/.exec(greeting!)![1]!
  variables = { URL: service.origin, KEY: /sbk_\w+/.exec(greeting!)![0] }
  const signedIn = await call('POST', '/v1/auth/signin', {
    email: 'dana@harborline.example',
    password,
  })
  variables.TOKEN = signedIn.body.data.accessToken
  variables.BOARD = (await call('GET', '/v1/boards')).body.data[0].id
  const scopes = ['read', 'rows:write']
  const page = await call('POST', '/v1/definitions/leads/keys', { name: 'docs', scopes })
  variables.PAGE_KEY = page.body.data.secret
  const program = { name: 'Docs', scopes: ['records:read'] }
  const lent = await call('POST', '/v1/auth/tokens', program)
  variables.API_TOKEN = lent.body.data.secret
  await makeProspects()
  const terms = await call('GET', '/v1/workspace/agreements/terms_of_service')
  variables.HASH = terms.body.data.documentHash
  await makeObligations()
  await makeConversations()
})
afterAll(() => service.stop())

/** Makes a page like leads that nothing else uses, with three rows. The first of them was changed once. */
async function makeProspects(): Promise<void> {
  const { columns } = (await call('GET', '/v1/definitions/leads')).body.data
  const made = columns.map(({ key, name, type, settings }: Record<string, unknown>) => ({
    key,
    name,
    type,
    settings,
  }))
  await call('POST', '/v1/definitions', { name: 'Prospects', key: 'prospects', columns: made })
  variables.PAGE = 'prospects'
  const rows = '/v1/definitions/prospects/rows'
  const add = async (cells: object) => (await call('POST', rows, { cells })).body.data.id
  variables.ROW = await add({ business: 'Acme Bakery', notes: 'Called.' })
  variables.OTHER_ROW = await add({ business: 'Bay Cafe' })
  variables.OLD_ROW = await add({ business: 'Closed Diner' })
  await call('PATCH', `${rows}/${variables.ROW}`, { cells: { stage: 'New' } })
  const file = 'Business,Email\nCove Inn,inn@cove.example\n,nobody\n'
  const importer = importerOf(service.api, variables.TOKEN!, { definitionKey: 'prospects' })
  variables.RUN = (await importer.send({ file })).body.data.id
  await importTurn(service, new AbortController().signal)
  variables.ENTRY = (await call('GET', `${rows}/${variables.ROW}/history`)).body.data[0].id
}

/** Makes two obligations. A document would meet the first. */
async function makeObligations(): Promise<void> {
  const deals = await call('GET', '/v1/definitions/deals/rows')
  variables.DEAL = deals.body.data[0].id
  const document = {
    documentType: 'bank_statement',
    name: 'September',
    url: 'https://example.com/9',
  }
  variables.DOCUMENT = String((await call('POST', '/v1/documents', document)).body.data.id)
  const obligation = { title: 'Papers', obligationType: 'stipulation' }
  const owe = async (body: object) =>
    String((await call('POST', '/v1/obligations', { ...obligation, ...body })).body.data.id)
  variables.OBLIGATION = await owe({ requiredDocumentType: document.documentType })
  variables.OTHER = await owe({})
}

/** Makes a thread with a pending and a failed message, and what messages are sent with. No worker runs to send them. */
async function makeConversations(): Promise<void> {
  const make = async (path: string, body: object) =>
    (await call('POST', `/v1/comms/${path}`, body)).body.data
  const mail = { medium: 'email', to: 'ann@example.com', content: 'Hello' }
  const pending = await make('send', mail)
  variables.CONVERSATION = String(pending.conversation_id)
  variables.PENDING = String(pending.id)
  const texts = await call('GET', '/v1/comms/conversations?medium=text&address=%2B17135550110')
  const { id } = texts.body.data[0]
  const [failed] = (await call('GET', `/v1/comms/conversations/${id}/messages`)).body.data
  variables.FAILED = String(failed.id)
  const template = { name: 'Papers', medium: 'email', definition_key: 'prospects' }
  variables.TEMPLATE = (await make('templates', { ...template, content: 'For {{business}}' })).id
  const channel = { name: 'Outbox', medium: 'email', provider: 'local', from: 'desk@example.com' }
  variables.CHANNEL = (await make('channels', channel)).id
}

/** What a reader takes from the answer of a request for the commands that follow: variables and members of `data`. */
const taken: [request: RegExp, members: Record<string, string>][] = [
  [/^POST .*\/ingest\/files$/, { UPLOAD: 'upload' }],
  [/^POST .*\/boards\/[^/]+\/keys$/, { KEY_ID: 'id' }],
  [/^POST .*\/addresses$/, { ADDRESS: 'id' }],
  [/^POST .*\/forms$/, { FORM: 'id' }],
  [/^POST .*\/hooks$/, { HOOK: 'id', HOOK_URL: 'url' }],
  [/^GET .*\/samples$/, { SAMPLE: 'id' }],
  [/^POST .*\/auth\/tokens$/, { TOKEN_ID: 'id', API_TOKEN: 'secret' }],
  [/^POST .*\/views$/, { VIEW: 'id' }],
  [/^POST .*\/webhooks$/, { WEBHOOK: 'id' }],
  [/^POST .*\/webhooks\/[^/]+\/test$/, { DELIVERY: 'id' }],
]

const textOf = (path: string): string =>
  readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

async function send({ method, url, headers, body, form }: Example) {
  const { pathname, search } = new URL(url)
  if (form) {
    const parts = new FormData()
    for (const [name, value] of Object.entries(form)) parts.set(name, value)
    return service.api(method, pathname + search, { headers, body: parts })
  }
  return service.api(method, pathname + search, { headers, body })
}

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

test.each(pages)('%s: every command answers as it says', async (path) => {
  const known = { ...variables }
  let count = 0
  for (const example of examplesOf(textOf(path), known)) {
    count++
    const answer = await send(example)
    const what = `${example.method} ${example.url} ${example.body}: ${answer.text}`
    if (example.expected) {
      expect(answer.status, what).toBe(example.expected.status)
      expect(masked(answer.body), what).toEqual(masked(example.expected.body))
    } else {
      expect(answer.status, what).toBeLessThan(300)
    }
    const [, members = {}] =
      taken.find(([request]) => request.test(`${example.method} ${example.url}`)) ?? []
    for (const [variable, member] of Object.entries(members)) {
      known[variable] = [answer.body.data].flat()[0][member]
    }
  }
  expect(count).toBeGreaterThan(3)
})

test('a page says what each of its variables is before it uses it', () => {
  const unsaid = pages.flatMap((path) => {
    const text = textOf(path)
    const used = [...text.matchAll(/^```sh\n[\s\S]*?^```$/gm)].flatMap(([commands]) =>
      [...commands.matchAll(/\$([A-Z_]+)/g)].map(([, name]) => name!),
    )
    return [...new Set(used)]
      .filter((name) => {
        const said = text.search(new RegExp(`^(?:export )?${name}=|\`${name}\``, 'm'))
        return said < 0 || said > text.indexOf(`$${name}`)
      })
      .map((name) => `${path}: ${name}`)
  })
  expect(unsaid).toEqual([])
})

const hasCurl = spawnSync('curl', ['--version']).status === 0

test.runIf(hasCurl)('the commands that sign in set a token that works', async () => {
  const [, commands] = /^## Sign in\n[\s\S]*?^```sh\n([\s\S]*?)^```$/m.exec(
    textOf('docs/integrate/curl.md'),
  )!
  const here = commands!.replace(/^export (?:URL|PASSWORD)=.*\n/gm, '')
  const env = { PATH: process.env.PATH, URL: service.origin, PASSWORD: password }
  const script = `${here}\nprintf %s "$TOKEN"`
  const { stdout: token } = await promisify(execFile)('sh', ['-ec', script], { env })
  expect((await service.api('GET', '/v1/auth/session', { token })).status).toBe(200)
})

test('the command of README.md answers as it says', async () => {
  const [example, ...others] = examplesOf(textOf('README.md'), variables)
  expect(others).toEqual([])
  const headers = { ...example!.headers, authorization: `Bearer ${variables.KEY}` }
  const answer = await send({ ...example!, url: `${service.origin}/v1/ingest/rows`, headers })
  expect(answer.status, answer.text).toBe(201)
})

const FENCES = /^```(js|python)\n([\s\S]*?)^```$/gm
const programs = ['docs/integrate/javascript.md', 'docs/integrate/python.md'].flatMap((path) =>
  [...readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8').matchAll(FENCES)].map(
    ([, language, text], at) => ({ name: `${path}, program ${at + 1}`, language, text: text! }),
  ),
)

test.each(programs)('$name writes rows', async ({ language, text }) => {
  const count = async () =>
    (await call('GET', `/v1/boards/${variables.BOARD}/rows?count=true`)).body.total
  const before = await count()
  const [command, args] =
    language === 'js'
      ? [process.execPath, ['--input-type=module', '--eval', text]]
      : ['python3', ['-c', text]]
  const { PATH } = process.env
  const { stdout } = await promisify(execFile)(command, args, {
    env: { PATH, URL: service.origin, KEY: variables.KEY },
  })
  expect(stdout).not.toBe('')
  expect(await count()).toBeGreaterThan(before)
})

test('what the demo prints works as printed', async () => {
  const demo = await startService()
  const greeting = await makeDemo(demo.workspaces, demo.db, demo.origin, demo.connection)
  const command = /curl [\s\S]*/.exec(greeting!)![0]
  const [example] = examplesOf(`\`\`\`sh\n${command}\n\`\`\`\n`, {})
  const { method, url, headers, body } = example!
  const answer = await demo.api(method, url.replace(demo.origin, ''), { headers, body })
  expect(answer.status, answer.text).toBe(201)
  await demo.stop()
})

test('an example that is not true would be found', () => {
  const [example] = examplesOf(
    '```sh\ncurl -X POST "$URL/a" \\\n  -H \'A: $URL\' -d \'{"b": 1}\'\n```\n\n```json 201\n{"id": 1}\n```\n',
    { URL: 'http://here' },
  )
  expect(example).toEqual({
    method: 'POST',
    url: 'http://here/a',
    headers: { a: '$URL' },
    body: '{"b": 1}',
    expected: { status: 201, body: { id: 1 } },
  })
  expect(() => [...examplesOf('```sh\ncurl $NOTHING\n```\n', {})]).toThrow('$NOTHING')
})
