// The operator's commands work on a service that runs and on one that is stopped, on the embedded database.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPromise } from 'yauzl'
import { versionFile } from './support/desks/agreements.ts'
import { makeBoard } from './support/desks/fixtures.ts'
import { signUp } from './support/desks/people.ts'
import { discard, temporaryDirectory } from './support/machine/temporary.ts'
import { type Ran, runProcess } from './support/processes/child-process.ts'
import { type ServerProcess, startServerProcess } from './support/processes/server-process.ts'

const PACKAGE = new URL('../../package.json', import.meta.url)

let dataDir: string
let server: ServerProcess
let keys: { secret: string; keyId: string }[]
let token: string
let slug: string

const start = () => startServerProcess({ env: { DATA_DIR: dataDir, LOG_LEVEL: 'fatal' } })

beforeAll(async () => {
  dataDir = await temporaryDirectory()
  server = await start()
  ;({ token } = await signUp(server))
  slug = (await server.api('GET', '/v1/workspace', { token })).body.data.slug
  const columns = [{ name: 'Name', type: 'text' }]
  keys = [
    await makeBoard(server, token, columns),
    await makeBoard(server, token, columns),
    await makeBoard(server, token, columns),
  ]
})
afterAll(async () => {
  await server.stop()
  await discard(dataDir)
})

const command = (words: string, input?: string): Promise<Ran> =>
  runProcess(
    'bin/sourcebook.mjs',
    words.split(' '),
    {
      DATA_DIR: dataDir,
      LOG_LEVEL: 'fatal',
      SECRET_KEY: 'only-for-tests-only-for-tests-only',
    },
    input,
  )

/** The output of a command that must succeed. */
async function outputOf(words: string): Promise<string> {
  const { code, stdout, stderr } = await command(words)
  if (code !== 0 || stderr !== '') throw new Error(`${words}: exit ${code}\n${stdout}${stderr}`)
  return stdout
}

const signIn = async (email: string, password: string) =>
  (await server.api('POST', '/v1/auth/signin', { body: { email, password } })).status
const write = async ({ secret }: { secret: string }) =>
  (await server.api('POST', '/v1/ingest/rows', { token: secret, body: { cells: { name: 'Ada' } } }))
    .status

/** Does everything that an operator can, with a workspace and a person of that name, and a key. */
async function operate(name: string, keyId: string, effectiveAt: string): Promise<void> {
  const email = `${name}@desk.example`
  const onPeople = async () => {
    expect(await outputOf(`workspace create --name ${name} --plan pro`)).toMatch(
      new RegExp(`^Created the workspace ${name} \\([0-9a-f-]{36}\\) on the plan pro\\.\n$`),
    )
    expect(await outputOf(`workspace plan ${name} business`)).toContain(
      'is now on the plan business',
    )
    expect(
      await outputOf(
        `user create --email ${email} --name Nia --password first-password --workspace ${name} --role owner`,
      ),
    ).toContain(`has the seat 1 in ${name}, as owner.`)
    expect(await outputOf(`user password ${email} --password second-password`)).toContain(
      'is changed',
    )
    expect(await outputOf('workspace list')).toMatch(new RegExp(`^${name}\tbusiness\t`, 'm'))
  }
  const onTheService = async () => {
    expect(await outputOf(`key revoke ${keyId}`)).toContain(`The key ${keyId} is revoked`)
    expect(await outputOf('migrate')).toBe('Up to date.\n')
    const lines = (await outputOf('doctor')).trimEnd().split('\n')
    expect(lines.filter((line) => !line.startsWith('ok  '))).toEqual([])
    expect(lines.length).toBeGreaterThan(2)
  }
  const onAgreements = async () => {
    const path = join(dataDir, `${name}.md`)
    await writeFile(path, versionFile({ version: name, effectiveAt }))
    expect(await outputOf(`agreement publish ${path}`)).toBe(
      `Version ${name} of terms_of_service is published; it takes effect at ${effectiveAt}T00:00:00.000Z.\n`,
    )
    expect(await outputOf('agreement list')).toContain(
      `terms_of_service\t${name}\t${effectiveAt}T00:00:00.000Z\tcurrent\tTerms of service\n`,
    )
  }
  await Promise.all([onPeople(), onTheService(), onAgreements()])
}

describe('the operator', () => {
  it('does it all while the service runs, which heeds it at once', async () => {
    const [key] = keys
    expect(await write(key!)).toBe(201)
    await operate('running', key!.keyId, '2026-01-01')
    expect(await write(key!)).toBe(401)
    expect(await signIn('running@desk.example', 'first-password')).toBe(401)
    expect(await signIn('running@desk.example', 'second-password')).toBe(201)
    const terms = await server.api('GET', '/v1/workspace/agreements/terms_of_service', { token })
    expect(terms.body.data.version).toBe('running')
  })

  it('does it all while the service is stopped; a start finds that and all data', async () => {
    expect(await server.stop()).toEqual({ code: 0, signal: null })
    await operate('stopped', keys[1]!.keyId, '2026-01-02')
    server = await start()
    expect(await write(keys[1]!)).toBe(401)
    expect(await signIn('stopped@desk.example', 'second-password')).toBe(201)
    expect(await signIn('running@desk.example', 'second-password')).toBe(201)
    expect(await write(keys[2]!)).toBe(201)
  })

  it.concurrent.each([
    ['workspace plan nowhere pro', 1, /nowhere/],
    ['user password nobody@desk.example --password long-enough-1', 1, /no account/],
    ['key revoke 00000000-0000-7000-8000-000000000000', 1, /^There is no key/],
    ['workspace create', 1, /^Usage: sourcebook workspace create --name NAME/],
    ['agreement publish nowhere.md', 1, /^The file nowhere\.md cannot be read/],
    ['agreement override nowhere broker_agreement --none', 1, /nowhere/],
    ['agreement override nowhere broker_agreement', 1, /^Usage: /],
    [
      'workspace demolish',
      2,
      /^There is no command "workspace demolish". Did you mean: workspace create, .+\? "sourcebook help" lists them all\.\n$/,
    ],
    ['strat', 2, /^There is no command "strat". "sourcebook help" lists them all\.\n$/],
    [
      'wrkspace list',
      2,
      /^There is no command "wrkspace list". Did you mean: workspace list\? "sourcebook help" lists them all\.\n$/,
    ],
    ['bakup /x', 2, /Did you mean: backup\?/],
    [
      'backup --too /x',
      1,
      /^Unknown option '--too'\. "sourcebook help backup" says what it takes\.\n$/,
    ],
    ['help strat', 2, /^There is no command "strat"/],
  ])('hears what is wrong, in a line and not a stack: %s', async (words, code, message) => {
    const ran = await command(words)
    expect(ran.code).toBe(code)
    expect(ran.stderr).toMatch(message)
    expect(ran.stderr).not.toMatch(/^ {4}at /m)
  })

  it.concurrent('shows what goes, and erases a person and a workspace by name', async () => {
    const email = 'lea@desk.example'
    await outputOf('workspace create --name leaving')
    for (const [of, role] of [
      ['leaving', 'owner'],
      [slug, 'member'],
    ] as const) {
      const existing = of === slug ? ' --existing' : ''
      await outputOf(
        `user create --email ${email} --name Lea --workspace ${of} --role ${role} --password long-enough-1${existing}`,
      )
    }
    const seen = await outputOf(`user erase ${email}`)
    expect(seen).toMatch(/^Lea <lea@desk\.example>, the account /)
    expect(seen).toContain('has the seat 1 in leaving')
    expect(seen).toContain('Nothing is erased yet.')
    expect((await command(`user erase ${email} --confirm Bea`)).stderr).toContain('is not Lea')
    expect((await command(`user erase ${email} --confirm Lea`)).stderr).toContain(
      'You are the last owner of leaving',
    )
    const zip = join(dataDir, 'lea.zip')
    expect(await outputOf(`user export ${email} ${zip}`)).toContain('in 2 workspaces, with 0 files')
    const archive = await openPromise(zip, { lazyEntries: true })
    const names: string[] = []
    for await (const { fileName } of archive.eachEntry()) names.push(fileName)
    expect(names).toEqual(
      expect.arrayContaining(['account.json', 'leaving-1/seat.json', 'leaving-1/history.jsonl']),
    )

    expect(await outputOf('workspace delete leaving')).toMatch(/\n {2}1\tseats\n/)
    expect((await command('workspace delete leaving --confirm Leaving')).stderr).toContain(
      'is not leaving',
    )
    expect(await outputOf('workspace list')).toMatch(/^leaving\t/m)
    expect(await outputOf('workspace delete leaving --confirm leaving')).toMatch(
      /^The workspace [0-9a-f-]{36} is deleted\. Keep this line/,
    )
    expect(await outputOf('workspace list')).not.toMatch(/^leaving\t/m)
    expect(await signIn(email, 'long-enough-1')).toBe(201)
    expect(await outputOf(`user erase ${email} --confirm Lea`)).toMatch(
      /^The account [0-9a-f-]{36} is erased\./,
    )
    expect(await signIn(email, 'long-enough-1')).toBe(401)
    expect((await command(`user erase ${email}`)).stderr).toMatch(/no account/)
  })

  it.concurrent('sets the minimum funding of one workspace', async () => {
    const words = `agreement override ${slug} terms_of_service --amount-minor 500 --period year`
    expect((await command(words)).stdout).toBe(
      `The minimum funding of terms_of_service is 500 minor units per year for ${slug}.\n`,
    )
    const terms = await server.api('GET', '/v1/workspace/agreements/terms_of_service', { token })
    expect(terms.body.data.minimumFunding).toEqual({
      source: 'override',
      amountMinor: 500,
      period: 'year',
    })
  })

  it.concurrent('does not give a seat to whoever made an account of that address', async () => {
    const email = 'running@desk.example'
    const give = `user create --email ${email} --name Nia --workspace stopped --role admin`
    const refused = await command(give)
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(refused.stderr).toMatch(/already has an account.+add --existing/)
    const [, password] = /^The password of \S+ is (\S+)$/m.exec(
      await outputOf(`${give} --existing`),
    )!
    expect(await signIn(email, 'second-password')).toBe(401)
    expect(await signIn(email, password!)).toBe(201)
  })

  it.concurrent('takes a password from standard input, which no list of processes shows', async () => {
    const email = 'piped@desk.example'
    const give = `user create --email ${email} --name Pia --workspace ${slug} --role member`
    const made = await command(`${give} --password-stdin`, 'first of the piped ones\n')
    expect(made, made.stderr).toMatchObject({ code: 0, stderr: '' })
    expect(made.stdout).not.toContain('password')
    expect(await signIn(email, 'first of the piped ones')).toBe(201)
    expect(
      await command(`user password ${email} --password-stdin`, 'the second one'),
    ).toMatchObject({ code: 0, stdout: `The password of ${email} is changed.\n` })
    expect(await signIn(email, 'the second one')).toBe(201)
    expect(await command(`user password ${email} --password-stdin`, '')).toMatchObject({ code: 1 })
    const both = await command(`user password ${email} --password-stdin --password x`, 'y')
    expect(both).toMatchObject({ code: 1, stderr: expect.stringContaining('not both') })
  })

  it.concurrent.each(['--version', '-v', 'version'])('is told the version: %s', async (words) => {
    const { version } = JSON.parse(await readFile(PACKAGE, 'utf8'))
    expect(await outputOf(words)).toBe(`${version}\n`)
  })

  it.concurrent.each([
    '--help',
    '-h',
    'help',
    'user create --help',
    'user create -h',
    'help user create',
    'user --help',
    'backup --help',
  ])('is helped, and nothing is done: %s', async (words) => {
    const text = await outputOf(words)
    expect(text).toMatch(/^Usage:\n {2}sourcebook /)
    const about = words.replace(/-h$|--help|help/, '').trim()
    for (const line of text.split('\n').filter((line) => line.startsWith('  sourcebook '))) {
      expect(line.startsWith(`  sourcebook ${about}`)).toBe(true)
    }
    if (about === 'user create') expect(text).toContain('--existing')
  })

  it.concurrent('sees the settings in force, and which is malformed', async () => {
    const env = { DATA_DIR: dataDir, RATE_LIMIT_INGEST: '240', SECRET_KEY: 'k'.repeat(40) }
    const { code, stdout } = await runProcess('bin/sourcebook.mjs', ['config'], env)
    expect(code).toBe(0)
    expect(stdout).toContain('PORT=3000\n')
    expect(stdout).toContain('RATE_LIMIT_INGEST=240 (default 120)\n')
    expect(stdout).toContain('SECRET_KEY=(set)')
    const wrong = await runProcess('bin/sourcebook.mjs', ['config'], { ...env, PORT: 'x' })
    expect(wrong).toMatchObject({ code: 1, stderr: expect.stringMatching(/^PORT [^\n]+\n$/) })
  })
})
