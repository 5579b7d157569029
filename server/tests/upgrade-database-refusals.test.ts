// What `upgrade-database` refuses, and what else says that it is needed.
import { spawnSync } from 'node:child_process'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundledPrograms, MAJOR } from '../platform/embedded/binaries.ts'
import { EARLIER } from '../platform/embedded/earlier-binaries.ts'
import { startEmbedded } from '../platform/embedded/embedded.ts'
import { discard, temporaryDirectory } from './support/machine/temporary.ts'
import { runProcess } from './support/processes/child-process.ts'

let directory: string
beforeAll(async () => {
  directory = await temporaryDirectory()
})
afterAll(async () => {
  for (const name of await readdir(directory)) await discard(join(directory, name))
  await rm(directory, { recursive: true })
})

const envOf = (dataDir: string, more: Record<string, string> = {}) => ({
  DATA_DIR: dataDir,
  SECRET_KEY: '',
  LOG_LEVEL: 'fatal',
  ...more,
})
const command = (dataDir: string, words: string[], more: Record<string, string> = {}) =>
  runProcess('bin/sourcebook.mjs', words, envOf(dataDir, more))

/** A directory that looks like one of that major version. */
async function dirOf(major: number): Promise<string> {
  const dataDir = join(directory, `of-${major}`)
  await mkdir(join(dataDir, 'pg'), { recursive: true, mode: 0o700 })
  await writeFile(join(dataDir, 'pg', 'PG_VERSION'), `${major}\n`)
  return dataDir
}

describe('a data directory of an earlier major version', () => {
  it.each([['start'], ['doctor']])('is not used by %s, which names the command', async (word) => {
    const { code, stdout, stderr } = await command(await dirOf(17), [word])
    expect(code).toBe(1)
    expect(stdout + stderr).toContain(
      'is of PostgreSQL 17, and this release runs PostgreSQL 18: stop the service, and run "sourcebook upgrade-database".',
    )
  })

  it('needs the programs of that version, and the command says how to get them', async () => {
    const dataDir = await dirOf(17)
    const nowhere = await command(dataDir, ['upgrade-database', '--postgres', directory])
    expect([nowhere.code, nowhere.stderr]).toEqual([
      1,
      expect.stringContaining(
        `There is no PostgreSQL 17 in ${directory}. Get it with "npm install --ignore-scripts --prefix `,
      ),
    ])
    expect(nowhere.stderr).toContain(`@${EARLIER[17]}", and add "--postgres `)
    const other = await command(dataDir, [
      'upgrade-database',
      '--postgres',
      bundledPrograms().native,
    ])
    expect(other.stderr).toContain(`has PostgreSQL ${MAJOR})`)
    expect(await readdir(dataDir)).toEqual(['pg'])
  })

  it('can be of any that the service ever ran on', () => {
    const majors = Array.from({ length: Number(MAJOR) - 15 }, (_, i) => String(15 + i))
    expect(Object.keys(EARLIER)).toEqual(majors)
  })
})

it('there has to be a database, which is ours, and not of a later version', async () => {
  const url = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', SECRET_KEY: 'x'.repeat(32) }
  const own = await command(await dirOf(17), ['upgrade-database'], url)
  expect([own.code, own.stderr]).toEqual([1, expect.stringMatching(/DATABASE_URL names one of/)])
  const none = await command(join(directory, 'none'), ['upgrade-database'])
  expect([none.code, none.stderr]).toEqual([1, expect.stringMatching(/^There is no database in/)])
  const later = await command(await dirOf(99), ['upgrade-database'])
  expect([later.code, later.stderr]).toEqual([
    1,
    expect.stringMatching(/PostgreSQL 99, and .* start the release that it was upgraded for/),
  ])
})

it('there has to be room for another database', async (context) => {
  const dataDir = join(directory, 'small')
  await mkdir(dataDir)
  const options = ['-t', 'tmpfs', '-o', 'size=96m,mode=755', 'tmpfs', dataDir]
  if (spawnSync('mount', options).status !== 0) return context.skip() // which takes root
  try {
    const database = await startEmbedded({ dataDir, log: pino({ level: 'silent' }) })
    await database.stop()
    const before = await readdir(dataDir)
    const env = envOf(dataDir)
    const program = 'server/tests/support/processes/upgrade-process.ts'
    const { code, stderr } = await runProcess(program, [], env)
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^The new database needs up to \d+ MiB beside .* and \d+ MiB are free/),
    ])
    expect(await readdir(dataDir)).toEqual(before)
  } finally {
    spawnSync('umount', ['-l', dataDir])
  }
})
