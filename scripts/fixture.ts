// Makes a data directory of this release, which the tests of later releases upgrade: the demo, and a second desk with
// something of everything, made through the API. Writes server/tests/fixtures/data-VERSION.tar.zst, and next to it a
// .json that says what is in it. Run it once per release, on Linux: npm run fixture.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { constants, zstdCompressSync } from 'node:zlib'

// biome-ignore lint/suspicious/noExplicitAny: what it reads is what it has just written
type Answer = any

const root = fileURLToPath(new URL('..', import.meta.url))
const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
const target = join(root, 'server/tests/fixtures')
const dataDir = await mkdtemp(join(tmpdir(), 'sourcebook-fixture-'))
const env = { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn' }
const bin = join(root, 'bin/sourcebook.mjs')

const PASSWORD = 'as it was then'
const OWNER = 'olga@second.example'
const MEMBER = 'mia@second.example'

let origin = ''
let server = await start()
const demo = { email: 'dana@harborline.example', password: server.printed(/Password +(\S+)/) }
operate('workspace', 'create', '--name', 'Second Desk', '--slug', 'second-desk')
seat(OWNER, 'Olga Owner', 'owner')
seat(MEMBER, 'Mia Member', 'member')
let owner = await signIn(OWNER, PASSWORD)
const made = await furnish()
const reads = await readAll(await paths())
await server.stop()

// What depends on the time or the port differs after another start, so it is left out.
server = await start()
const again = await readAll(reads)
await server.stop()
const lasting = reads.map((read, i) => ({ ...read, answer: common(read.answer, again[i]!.answer) }))

await mkdir(target, { recursive: true })
const name = join(target, `data-${version}`)
const packed = pack()
await writeFile(`${name}.tar.zst`, packed)
const people = {
  owner: { email: OWNER, password: PASSWORD },
  member: { email: MEMBER, password: PASSWORD },
  demo,
}
await writeFile(
  `${name}.json`,
  `${JSON.stringify({ version, people, ...made, reads: lasting }, null, 1)}\n`,
)
await rm(dataDir, { recursive: true })
console.log(`${name}.tar.zst has ${packed.length} bytes`)

async function start() {
  const child: ChildProcess = spawn(process.execPath, [bin, 'start'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  child.stdout!.setEncoding('utf8').on('data', (piece) => {
    text += piece
  })
  const printed = (what: RegExp): string => what.exec(text)?.[1] ?? ''
  while (printed(/is ready at (\S+)/) === '') {
    if (child.exitCode !== null) throw new Error(`the service ended: ${text}`)
    await sleep(50)
  }
  origin = printed(/is ready at (\S+)/)
  const stop = async () => {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  return { printed, stop }
}

function operate(...words: string[]): void {
  execFileSync(process.execPath, [bin, ...words], { env, stdio: 'inherit' })
}

function seat(email: string, name: string, role: string): void {
  const who = ['--email', email, '--name', name, '--password', PASSWORD, '--role', role]
  operate('user', 'create', ...who, '--workspace', 'second-desk')
}

async function call(token: string, method: string, path: string, body?: unknown): Promise<Answer> {
  const isForm = body instanceof FormData
  const answer = await fetch(origin + path, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}

async function signIn(email: string, password: string): Promise<string> {
  return (await call('', 'POST', '/v1/auth/signin', { email, password })).data.accessToken
}

async function post(path: string, body: unknown = {}): Promise<Answer> {
  return (await call(owner, 'POST', path, body)).data
}

function formOf(name: string, text: string, fields: Record<string, string> = {}): FormData {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.set(field, value)
  form.set('file', new Blob([text], { type: 'text/plain' }), name)
  return form
}

/** Makes something of everything that the service keeps. */
async function furnish() {
  const file = await post('/v1/files', formOf('terms.txt', 'Net 30 days.\n'))
  const firms = await post('/v1/boards', {
    name: 'Firms',
    columns: [{ name: 'Firm', type: 'text' }],
  })
  const firm = await post(`/v1/boards/${firms.id}/rows`, { cells: { firm: 'Acme & Söhne' } })
  const board = await post('/v1/boards', { name: 'Everything', columns: columnsTo(firms.key) })
  const key = await post(`/v1/boards/${board.id}/keys`, {
    name: 'Website',
    scopes: ['read', 'rows:write'],
  })
  const row = await post(`/v1/boards/${board.id}/rows`, { cells: cellsOf(firm.id, file.id) })
  await call(owner, 'PATCH', `/v1/boards/${board.id}/rows/${row.id}`, { cells: { name: 'Ada L.' } })
  await call(key.secret, 'POST', '/v1/ingest/rows', {
    cells: { name: 'By key', phone: '(415) 555-0199', amount: '$40,000' },
  })
  const blind = await post(`/v1/boards/${board.id}/keys`, {
    name: 'Partner',
    scopes: ['rows:write'],
  })
  await call(blind.secret, 'POST', '/v1/ingest/rows', {
    cells: { name: 'By a key that cannot read', firm: 'No such firm', phone: '(415) 555-0199 x12' },
  })
  await call(owner, 'PUT', `/v1/definitions/${board.key}/column-policies/amount`, {
    visibleTo: { mode: 'roles', roles: ['manager'] },
  })
  const csv = 'Name,Email,Amount\nImported One,one@second.example,12.50\nImported Two,nobody,1\n'
  const run = await post('/v1/boards/import', formOf('leads.csv', csv, { boardId: board.id }))
  const runPath = `/v1/boards/${board.id}/imports/${run.id}`
  while ((await call(owner, 'GET', runPath)).data.status === 'running') await sleep(100)
  const webhook = await post('/v1/webhooks', {
    url: 'https://example.com/hook',
    types: ['rows.*'],
    role: 'viewer',
    enabled: false,
  })
  const channel = await post('/v1/comms/channels', {
    name: 'Texts',
    medium: 'text',
    provider: 'twilio',
    from: '+12015550100',
    settings: { accountSid: 'AC1' },
    credentials: { authToken: 'a token of then' },
  })
  const obligation = await post('/v1/obligations', {
    title: 'Voided check',
    obligationType: 'stipulation',
    dueAt: '2099-01-31T12:00:00Z',
    requiredDocumentType: 'bank_statement',
  })
  await post(`/v1/obligations/${obligation.id}/start`)
  await post('/v1/documents', {
    documentType: 'bank_statement',
    name: 'June',
    url: 'https://example.com/6',
  })
  const deal = await keepMoney()
  await sign()
  const intake = await takeIn(board.id)
  await talkAbout(board, row.id, file.id)
  await leave(board.id, row.id)
  return {
    ...intake,
    board: board.id,
    boardKey: board.key,
    row: row.id,
    run: run.id,
    file: file.id,
    keySecret: key.secret,
    webhook: webhook.id,
    webhookSecret: webhook.secret,
    channel: channel.id,
    obligation: obligation.id,
    deal,
  }
}

/** What takes rows without a key. Returns the paths at which strangers find it. */
async function takeIn(board: string) {
  const form = await post(`/v1/boards/${board}/forms`, {
    name: 'Website',
    title: 'Apply for funding',
    columns: [{ key: 'name', required: true }, { key: 'phone' }],
  })
  const hook = await post(`/v1/boards/${board}/hooks`, { name: 'Survey' })
  const fields = [{ column: 'name', path: 'who' }]
  await call(owner, 'PATCH', `/v1/boards/${board}/hooks/${hook.id}`, { fields, enabled: true })
  return { formPath: new URL(form.url).pathname, hookPath: new URL(hook.url).pathname }
}

async function talkAbout(board: Answer, row: string, fileId: string): Promise<void> {
  const rowPath = `/v1/boards/${board.id}/rows/${row}`
  await post(`${rowPath}/comments`, { body: 'Sent the term sheet.' })
  await post(`${rowPath}/files`, { fileId })
  await post(`/v1/boards/${board.id}/views`, {
    name: 'By stage',
    kind: 'kanban',
    group: 'stage',
    totals: { amount: 'sum' },
  })
  await post('/v1/comms/templates', {
    name: 'Documents arrived',
    medium: 'email',
    definition_key: board.key,
    subject: 'Your documents arrived',
    content: 'Hello {{name|there}}, we have what we need.',
  })
  await post('/v1/auth/tokens', { name: 'Nightly report', scopes: ['records:read'] })
}

/** Somebody writes a comment, and is erased. */
async function leave(board: string, row: string): Promise<void> {
  const [email, name] = ['erin@second.example', 'Erin Erased']
  seat(email, name, 'member')
  const erin = await signIn(email, PASSWORD)
  await call(erin, 'POST', `/v1/boards/${board}/rows/${row}/comments`, { body: 'I am leaving.' })
  operate('user', 'erase', email, '--confirm', name)
}

function columnsTo(firms: string) {
  const options = [{ label: 'New' }, { label: 'Won' }]
  const of = (type: string, name: string, settings = {}) => ({ type, name, settings })
  return [
    of('text', 'Name'),
    of('long_text', 'Story'),
    of('number', 'Months', { precision: 1 }),
    of('currency', 'Amount'),
    of('percent', 'Rate'),
    of('checkbox', 'Agreed'),
    of('date', 'Day'),
    of('datetime', 'Moment'),
    of('select', 'Stage', { options }),
    of('multi_select', 'Tags', { options }),
    of('email', 'Email'),
    of('phone', 'Phone'),
    of('url', 'Site'),
    of('person', 'Agent'),
    of('file', 'Papers'),
    of('link', 'Firm', { definitionKey: firms, multiple: true }),
    of('formula', 'Payback', { expression: 'ROUND({Amount} * 1.35, 2)' }),
    of('auto_number', 'Number'),
    of('created_at', 'Made'),
    of('created_by', 'Maker'),
    of('updated_at', 'Changed'),
    of('updated_by', 'Changer'),
  ]
}

function cellsOf(firm: string, file: string) {
  return {
    name: 'Ada',
    story: 'One line.\nAnother — “quoted”, 日本語.',
    months: 7.5,
    amount: 40000.01,
    rate: 12.5,
    agreed: true,
    day: '2024-02-29',
    moment: '2025-03-30T01:30:00Z',
    stage: 'Won',
    tags: ['New', 'Won'],
    email: 'ada@second.example',
    phone: '+14155550199',
    site: 'https://ada.example/',
    agent: 1,
    firm: [firm],
    papers: [file],
  }
}

/** Makes a deal with three splits. Its amounts never divide evenly. */
async function keepMoney(): Promise<number> {
  const { id } = await post('/v1/accounting/deals', {
    name: 'Acme refinancing',
    currency: 'USD',
    fundedMinor: 10_000_001,
  })
  const split = (body: object) => post('/v1/accounting/deal-splits', { dealId: id, ...body })
  const agent = await split({
    partyKind: 'crm_user',
    crmUserId: 2,
    basis: 'gross',
    sharePpm: 333_333,
  })
  await split({
    partyKind: 'external',
    externalParty: 'Bay Referrals',
    basis: 'flat',
    flatAmountMinor: 777,
  })
  await split({ partyKind: 'house', basis: 'net', sharePpm: 500_000 })
  const onDeal = (what: string, body: object) => post(`/v1/accounting/deals/${id}/${what}`, body)
  await onDeal('expectations', { amountMinor: 500_000 })
  await onDeal('collections', { amountMinor: 100_001 })
  const late = await onDeal('collections', { amountMinor: 33_333 })
  await onDeal('clawbacks', { amountMinor: 10_000, reason: 'Charged back' })
  await post(`/v1/accounting/entries/${late.id}/reverse`)
  const draw = await post(`/v1/accounting/deal-splits/${agent.id}/draws`, { amountMinor: 1_234 })
  await post(`/v1/accounting/draws/${draw.id}/pay`)
  return id
}

async function sign(): Promise<void> {
  const terms = '/v1/workspace/agreements/terms_of_service'
  const { version, documentHash } = await post(`${terms}/viewed`)
  const signer = { signerName: 'Olga Owner', signerTitle: 'CEO', consent: true }
  await post(`${terms}/sign`, { version, documentHash, ...signer })
}

interface Read {
  as: 'owner' | 'member' | 'demo'
  path: string
  answer?: Answer
}

/** The reads whose answers must stay the same in every later release. */
async function paths(): Promise<Read[]> {
  const of = (as: Read['as'], ...paths: string[]): Read[] => paths.map((path) => ({ as, path }))
  const { board, boardKey, row, run, file, webhook, channel, obligation, deal } = made
  const rows = `/v1/boards/${board}/rows`
  const money = '/v1/accounting'
  return [
    ...of('owner', '/v1/workspace', '/v1/workspace/seats', '/v1/definitions', '/v1/boards', rows),
    ...of('owner', `/v1/definitions/${boardKey}/column-policies`, `${rows}/${row}/history`),
    ...of('owner', `/v1/boards/${board}/imports/${run}`, `/v1/files/${file}`),
    ...of('owner', `/v1/boards/${board}/imports/${run}/failures`, '/v1/documents'),
    ...of('owner', `/v1/webhooks/${webhook}`, `/v1/comms/channels/${channel}`),
    ...of('owner', `/v1/obligations/${obligation}`, `/v1/obligations/${obligation}/history`),
    ...of('owner', `${money}/deals/${deal}`, `${money}/deal-splits?dealId=${deal}`),
    ...of('owner', `${money}/deals/${deal}/ledger`),
    ...of('owner', '/v1/workspace/agreements/terms_of_service/evidence'),
    ...of('owner', `/v1/boards/${board}/forms`, `/v1/boards/${board}/hooks`, '/v1/auth/tokens'),
    ...of('owner', `/v1/boards/${board}/views`, '/v1/comms/templates', `${rows}/${row}/timeline`),
    ...of('owner', `${rows}/${row}/comments`, `${rows}/${row}/files`),
    ...of('member', rows, `/v1/definitions/${boardKey}/column-policies`),
    ...of('demo', '/v1/definitions/leads/rows', '/v1/definitions/deals/rows', `${money}/deals`),
    ...of('demo', `${money}/deal-splits`, '/v1/comms/conversations', '/v1/definitions'),
  ]
}

async function readAll(reads: Read[]): Promise<Read[]> {
  owner = await signIn(OWNER, PASSWORD)
  const tokens = {
    owner,
    member: await signIn(MEMBER, PASSWORD),
    demo: await signIn(demo.email, demo.password),
  }
  const answered = []
  for (const { as, path } of reads) {
    answered.push({ as, path, answer: await call(tokens[as], 'GET', path) })
  }
  return answered
}

/** What two answers have in common. */
function common(one: Answer, other: Answer): Answer {
  if (one === null || typeof one !== 'object') return one
  if (Array.isArray(one)) return one.map((value, i) => common(value, other[i]))
  const names = Object.keys(one).filter(
    (name) => typeof one[name] === 'object' || one[name] === other[name],
  )
  return Object.fromEntries(names.map((name) => [name, common(one[name], other[name])]))
}

/**
 * Packs the data directory without logs and without what every start makes again. PostgreSQL's databases are copies of
 * one another that lie far apart, so compression needs a long window.
 */
function pack(): Buffer {
  const left = ['postgres.log', 'postgresql-*', 'postmaster.opts'].map((one) => `--exclude=${one}`)
  const plain = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--mtime=@0']
  const tar = execFileSync('tar', ['-c', ...plain, ...left, '-C', dataDir, '.'], {
    maxBuffer: 2 ** 30,
  })
  const { ZSTD_c_compressionLevel, ZSTD_c_windowLog, ZSTD_c_enableLongDistanceMatching } = constants
  return zstdCompressSync(tar, {
    params: {
      [ZSTD_c_compressionLevel]: 19,
      [ZSTD_c_windowLog]: 27,
      [ZSTD_c_enableLongDistanceMatching]: 1,
    },
  })
}
