// The command that checks the chain of history: of a service that runs, and of a backup. The soak drills backups too, and
// checks one that is stopped.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { verify } from '../commands/verify.ts'
import { sealWorkspace } from '../domains/chain/sealing.ts'
import { Database } from '../platform/database/db.ts'
import { createSeal } from '../platform/secrets/seal.ts'
import { until } from './support/clients/listener.ts'
import { makeBoard } from './support/desks/fixtures.ts'
import { type Person, signUp } from './support/desks/people.ts'
import { discard, temporaryDirectory } from './support/machine/temporary.ts'
import { asOwner, embeddedIn } from './support/postgres/postgres.ts'
import { type Exit, runProcess } from './support/processes/child-process.ts'
import { type ServerProcess, startServerProcess } from './support/processes/server-process.ts'

let directory: string
let dataDir: string
let server: ServerProcess
let owner: Person
beforeAll(async () => {
  directory = await temporaryDirectory()
  dataDir = join(directory, 'data')
  server = await startServerProcess({ command: 'web', env: env() })
  owner = await signUp(server)
  const { id } = await makeBoard(server, owner.token, [{ name: 'Name', type: 'text' }])
  const write = async (method: string, path: string, name: string) => {
    const body = { cells: { name } }
    const { text, body: answer } = await server.api(method, `/v1/boards/${id}/rows${path}`, {
      token: owner.token,
      body,
    })
    expect(answer.data, text).toBeDefined()
    return answer.data.id as string
  }
  const row = await write('POST', '', 'Ann')
  for (const name of ['Bea', 'Cid']) await write('PATCH', `/${row}`, name)
  await sealAll()
})
afterAll(async () => {
  await server.stop()
  await discard(dataDir)
  await discard(directory)
})

const env = () => ({ DATA_DIR: dataDir, SECRET_KEY: '', LOG_LEVEL: 'fatal', DEMO: '0' })
const command = (...words: string[]) => runProcess('bin/sourcebook.mjs', words, env())
const sql = <T>(text: string) =>
  asOwner(embeddedIn(dataDir), (run) => run(text) as unknown as Promise<T[]>)

/** Seals what there is, like the worker. */
async function sealAll(): Promise<void> {
  const key = (await readFile(join(dataDir, 'secret.key'), 'utf8')).trim()
  const db = new Database({ connection: embeddedIn(dataDir), poolSize: 1 })
  const sealed = () => sealWorkspace(db, createSeal(key), owner.workspaceId)
  await until(async () => (await sealed()) !== 'nothing', 'something to seal')
  await db.close()
}

function expectSound(answer: Exit & { stdout: string; stderr: string }): void {
  expect(answer.code, answer.stdout + answer.stderr).toBe(0)
  expect(answer.stdout).toMatch(
    /^\S+: [\d,]+ entries in \d+ blocks, sealed from .*Z to .*Z\.(?: 1 not sealed yet\.)? Head: [0-9a-f]{64}\nEverything is as it was sealed\.\n$/,
  )
}

const CHANGED = /\n {2}Block \d+ \(history of rows\): entry \S+ \(row \S+\) was altered\.\n/
const END = /\n1 entry or block is not as sealed\.\n$/

it('finds nothing wrong in a service that runs, and in its backup, and knows its head again', async () => {
  const found = await command('verify')
  expectSound(found)
  const kept = join(directory, 'kept.txt')
  await writeFile(kept, found.stdout)
  const backup = join(directory, 'sound.backup')
  expect(await command('backup', backup)).toMatchObject({ code: 0 })
  // That a backup was made is an entry too, which is sealed soon.
  expectSound(await command('verify', backup, '--expect', kept))
  const [head] = /[0-9a-f]{64}/.exec(found.stdout)!
  // The backup is an entry of its own.
  await sealAll()
  expectSound(await command('verify', '--expect', head))
})

if (process.env.SOAK) {
  it('a drill restores the newest backup of a directory and verifies it, and says what is wrong with one', async () => {
    const to = join(directory, 'backups')
    expect(await command('backup', '--to', to)).toMatchObject({ code: 0 })
    const [name] = await readdir(to)
    await writeFile(join(to, 'sourcebook-2020-01-01T00-00-00Z.backup'), 'an older one')
    const good = await command('doctor', '--drill', to)
    expect(good.code, good.stdout + good.stderr).toBe(0)
    expect(good.stdout).toMatch(
      /^ok {4}\S+ is whole: \d+ tables with \d+ rows and 0 files as of \S+Z, 0 hours old$/m,
    )
    expect(good.stdout).toContain(name)
    expect(good.stdout).toMatch(
      /^ok {4}it could be restored, in [\d.]+ s, into a database of its own$/m,
    )
    expect(good.stdout).toMatch(/^ok {4}its history is as it was sealed$/m)

    const bytes = await readFile(join(to, name!))
    bytes[Math.floor(bytes.length / 2)]! ^= 1
    const damaged = join(directory, 'damaged.backup')
    await writeFile(damaged, bytes)
    for (const path of [damaged, join(directory, 'absent'), dataDir]) {
      const bad = await command('doctor', '--drill', path)
      expect([bad.code, bad.stderr]).toEqual([1, ''])
      expect(bad.stdout).toMatch(/^ok[^\n]+\nFAIL {2}[^\n]+\n$/)
    }
  })
}

it('names what was changed, in the service and in a backup of it', async () => {
  await sql(
    `UPDATE row_history SET cells = replace(cells::text, 'Cid', 'Eva')::jsonb WHERE cells::text LIKE '%Cid%'`,
  )
  const backup = join(directory, 'changed.backup')
  expect(await command('backup', backup)).toMatchObject({ code: 0 })
  for (const words of [['verify'], ['verify', backup]]) {
    const found = await command(...words)
    expect(found.code, found.stderr).toBe(1)
    expect(found.stdout).toMatch(CHANGED)
    expect(found.stdout).toMatch(END)
  }
})

if (process.env.SOAK) {
  afterAll(() =>
    console.log(
      'figure: what was altered is named in the service, in a backup of it and in a drill; a chain made anew is not taken for the old one',
    ),
  )

  it('a drill of a backup of what was changed names it', async () => {
    const changed = join(directory, 'changed.backup')
    const drilled = await command('doctor', '--drill', changed)
    expect(drilled.code).toBe(1)
    expect(drilled.stdout).toMatch(CHANGED)
    expect(drilled.stdout).toMatch(/^FAIL {2}its history is not as it was sealed$/m)
  })

  it('does not find a head again of a chain that was made anew, even with the key', async () => {
    await server.stop()
    const before = await command('verify')
    expect(before).toMatchObject({ code: 1 })
    const [head] = /[0-9a-f]{64}/.exec(before.stdout)!
    server = await startServerProcess({ command: 'web', env: env() })
    await sql('DELETE FROM chain_blocks')
    await sql('DELETE FROM chain_heads')
    await sealAll()
    expectSound(await command('verify'))
    const found = await command('verify', '--expect', head)
    expect(found).toMatchObject({ code: 1 })
    expect(found.stdout).toContain(`No chain has the expected head ${head}.\n1 entry or block`)
  })
}

it('refuses what it cannot read', async () => {
  const nothing = join(directory, 'nothing')
  await expect(verify([nothing])).rejects.toThrow('cannot be read')
  await expect(verify(['--expect', nothing])).rejects.toThrow('neither a head nor a file')
  await writeFile(nothing, 'nothing')
  await expect(verify(['--expect', nothing])).rejects.toThrow('There is no head in')
  await expect(verify(['a', 'b'])).rejects.toThrow('Usage: sourcebook verify')
  const elsewhere = { ...env(), DATA_DIR: nothing }
  const { code, stderr } = await runProcess('bin/sourcebook.mjs', ['verify'], elsewhere)
  expect([code, stderr]).toEqual([1, expect.stringContaining('There is no database in')])
})
