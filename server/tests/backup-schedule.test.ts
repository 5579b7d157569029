// Backups into a directory: named by their time, the newest stay, again and again.
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nameAt, timeOf } from '../commands/backups.rules.ts'
import { until } from './support/clients/listener.ts'
import { temporaryDirectory } from './support/machine/temporary.ts'
import { createTestDatabase, type TestDatabase } from './support/postgres/database.ts'
import { runProcess, startProcess } from './support/processes/child-process.ts'
import { onlyProgress } from './support/processes/only-progress.ts'

const HOUR = 3_600_000
const old = (hours: number) => nameAt(new Date(Date.now() - hours * HOUR))

let database: TestDatabase
let directory: string
let env: Record<string, string>
beforeAll(async () => {
  database = await createTestDatabase()
  directory = await temporaryDirectory()
  env = {
    ...database.env,
    SECRET_KEY: 'only-for-tests-only-for-tests-only',
    DATA_DIR: join(directory, 'data'),
  }
})
afterAll(async () => {
  await database.drop()
  await rm(directory, { recursive: true, force: true })
})

const command = (words: string, more: Record<string, string> = {}) =>
  runProcess('bin/sourcebook.mjs', ['backup', ...words.split(' ')], { ...env, ...more })

test('the newest stay, what is not a backup of ours stays too', async () => {
  const to = join(directory, 'kept')
  expect(await command(`--to ${to}`)).toMatchObject({ code: 0, stderr: onlyProgress })
  const names = [old(72), old(48), old(24), `${old(30)}.part`, 'notes.txt']
  for (const name of names) await writeFile(join(to, name), '')
  const { code, stdout } = await command(`--to ${to} --keep 3`)
  expect(code, stdout).toBe(0)
  expect(stdout).toContain(`Deleted ${names[0]}`)
  const left = await readdir(to)
  expect(left).toContain('notes.txt')
  expect(left).not.toContain(names[3])
  expect(left.filter((name) => timeOf(name))).toHaveLength(3)
})

test('a backup that fails deletes none', async () => {
  const to = join(directory, 'kept')
  const before = await readdir(to)
  const { code, stderr } = await command(`--to ${to} --keep 1`, {
    SECRET_KEY: 'another key, of enough characters',
  })
  expect(code).toBe(1)
  expect(stderr).not.toMatch(/^ {4}at /m)
  expect((await readdir(to)).toSorted()).toEqual(before.toSorted())
})

test('with --every, one is made once the newest is old enough, and then waits', async () => {
  const to = join(directory, 'every')
  await command(`--to ${to}`)
  const [first] = await readdir(to)
  const waiting = startProcess('bin/sourcebook.mjs', ['backup', '--to', to, '--every', '24h'], env)
  const due = join(directory, 'due')
  await command(`--to ${due}`)
  await rm(join(due, (await readdir(due))[0]!))
  await writeFile(join(due, old(25)), '')
  const working = startProcess('bin/sourcebook.mjs', ['backup', '--to', due, '--every', '24h'], env)
  await working.waitFor(/^Backed up .+\n/m)
  await until(
    async () => (await readdir(due)).filter((name) => timeOf(name)).length === 2,
    'one more',
  )
  expect(await readdir(to)).toEqual([first])
  expect(waiting.stdout()).toBe('')
  for (const one of [waiting, working]) {
    one.kill('SIGTERM')
    await one.exited
  }
})

test.each([
  ['--to x --keep 0', '--keep 0 must be a number from 1 to 9999'],
  ['--to x --every 5', '--every 5 must be a time such as 30m, 24h or 7d'],
  ['--keep 3', 'Usage: sourcebook backup FILE'],
  ['a.backup --every 24h', 'Usage: sourcebook backup FILE'],
  ['--to x a.backup', 'Usage: sourcebook backup FILE'],
])('%s is refused', async (words, message) => {
  const { code, stderr } = await command(words)
  expect(code).toBe(1)
  expect(stderr).toContain(message)
})
