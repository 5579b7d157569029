// The steps of `upgrade-database`, on what an earlier release left behind: from our own major version to itself, so that no other
// PostgreSQL is needed. `npm run soak -- majors` goes from each of the earlier ones.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MAJOR } from '../platform/embedded/binaries.ts'
import { until } from './support/clients/listener.ts'
import { discard, temporaryDirectory } from './support/machine/temporary.ts'
import { asOwner, embeddedIn } from './support/postgres/postgres.ts'
import { runProcess, startProcess } from './support/processes/child-process.ts'
import { onlyProgress } from './support/processes/only-progress.ts'
import { startServerProcess } from './support/processes/server-process.ts'

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

/** Whether this is the platform whose PostgreSQL made the files. */
const isTheirs = process.platform === 'linux' && process.arch === 'x64'
const FIXTURE = new URL('fixtures/data-0.1.1', import.meta.url)

describe.skipIf(!isTheirs)(
  'the data of 0.1.1 (only on linux-x64, where its PostgreSQL ran)',
  () => {
    const left = JSON.parse(readFileSync(`${FIXTURE.pathname}.json`, 'utf8'))
    let dataDir: string
    let archive: string
    let horizon: bigint
    const aside = () => join(dataDir, `pg.postgresql-${MAJOR}`)
    const upgrade = (more: Record<string, string> = {}) =>
      startProcess('server/tests/support/processes/upgrade-process.ts', [], envOf(dataDir, more))
    async function upgraded(more: Record<string, string> = {}) {
      const run = upgrade(more)
      return { ...(await run.exited), stdout: run.stdout(), stderr: run.stderr() }
    }
    const horizonNow = () =>
      asOwner(embeddedIn(dataDir), async (sql) => {
        const [{ horizon }] = await sql('SELECT event_horizon()::text AS horizon')
        return BigInt(horizon)
      })

    beforeAll(async () => {
      dataDir = join(directory, 'data')
      archive = join(directory, 'archive')
      await mkdir(dataDir)
      await mkdir(archive)
      execFileSync('tar', ['-x', '-p', '--no-same-owner', '-C', dataDir], {
        input: zstdDecompressSync(readFileSync(`${FIXTURE.pathname}.tar.zst`)),
      })
    })

    it('stays as it is while the service or another program uses it', async () => {
      const service = startProcess('server/tests/support/processes/embedded-process.ts', [dataDir])
      await service.waitFor(/"up"/)
      const used = await upgraded()
      expect([used.code, used.stderr]).toEqual([
        1,
        expect.stringMatching(/^The service, or another command, uses the database in .*stop it/),
      ])
      service.kill()
      await service.exited
      horizon = await horizonNow()
      // Its PostgreSQL runs on.
      const psql = new pg.Client({ ...embeddedIn(dataDir), application_name: 'psql' })
      psql.on('error', () => {}) // who is refused stops it, as nobody else is left
      await psql.connect()
      const open = await upgraded()
      await psql.end().catch(() => {})
      expect([open.code, open.stderr]).toEqual([
        1,
        expect.stringMatching(/^Another program is connected to the database \(psql, .*: end it/),
      ])
    })

    it('is not archived where the log of the old database is', async () => {
      await writeFile(join(archive, 'archive.json'), '{"systemIdentifier": "1"}')
      const { code, stderr } = await upgraded({ WAL_ARCHIVE: archive })
      await rm(join(archive, 'archive.json'))
      expect([code, stderr]).toEqual([
        1,
        expect.stringMatching(/^WAL_ARCHIVE is .* which has the log of the old database\./),
      ])
    })

    it('is in use whenever the upgrade is killed, which can be run again, and archives anew', async () => {
      const killed = upgrade()
      await until(() => existsSync(join(dataDir, 'pg.upgrading', 'pg')), 'the new cluster')
      killed.kill()
      await killed.exited
      expect(existsSync(join(dataDir, 'pg', 'PG_VERSION'))).toBe(true)
      // On a machine that is slow for us alone, it was quicker.
      if (existsSync(aside())) {
        await rm(join(dataDir, 'pg'), { recursive: true })
        await rename(aside(), join(dataDir, 'pg'))
      }
      // Another one was killed when its new cluster was whole: the old one may have been written to since.
      await mkdir(join(dataDir, 'pg.upgraded'))
      const { code, stdout, stderr } = await upgraded({ WAL_ARCHIVE: archive })
      expect([code, stderr]).toEqual([0, onlyProgress])
      expect(stdout).toMatch(/^Upgraded \S+ from PostgreSQL 18 to 18: \d+ tables with \d+ rows/m)
      expect(stdout).toMatch(/^Made a base copy with 1 files/m)
      expect(stdout).toContain(`Once you need it no more: rm -r ${aside()}\n`)
      const names = await readdir(dataDir)
      expect(names.filter((name) => name.startsWith('pg')).toSorted()).toEqual([
        'pg',
        `pg.postgresql-${MAJOR}`,
      ])
    })

    it('is all there, and goes on', async () => {
      const server = await startServerProcess({
        env: envOf(dataDir, { WAL_ARCHIVE: archive, LOG_LEVEL: 'error' }),
      })
      const tokens: Record<string, string> = {}
      for (const [who, person] of Object.entries(left.people)) {
        const answer = await server.api('POST', '/v1/auth/signin', { body: person })
        expect(answer.status, answer.text).toBe(201)
        tokens[who] = answer.body.data.accessToken
      }
      for (const { as, path, answer } of left.reads) {
        const now = await server.api('GET', path, { token: tokens[as]! })
        expect(now.body, `${path}, read by the ${as}`).toMatchObject(answer)
      }
      const file = await server.api('GET', `/v1/files/${left.file}/content`, {
        token: tokens.owner!,
      })
      expect(file.text).toBe('Net 30 days.\n')
      const written = await server.api('POST', '/v1/ingest/rows', {
        token: left.keySecret,
        body: { cells: { name: 'By the old key' } },
      })
      expect(written.status, written.text).toBe(201)
      // Whoever has read all events gets the new ones.
      const [{ lowest }] = await asOwner(embeddedIn(dataDir), (sql) =>
        sql('SELECT event_base()::text AS lowest'),
      )
      expect(BigInt(lowest)).toBeGreaterThan(horizon)
      expect(await server.stop()).toEqual({ code: 0, signal: null })
    })

    it('is not upgraded over an old database that is still there', async () => {
      const { code, stderr } = await upgraded()
      expect([code, stderr]).toEqual([
        1,
        expect.stringMatching(/is there from an earlier upgrade.*: rename or delete it\.\n$/),
      ])
    })

    it('is found by the next command if the upgrade was killed between its two renames', async () => {
      const cut = () => rename(join(dataDir, 'pg'), join(dataDir, 'pg.upgraded'))
      await cut()
      const looked = await command(dataDir, ['doctor'])
      expect(looked.stdout).toContain('ok    the secret key opens what is sealed')
      await cut()
      const ended = await command(dataDir, ['upgrade-database'])
      expect(ended.stdout).toMatch(
        /^Ended the upgrade of .*\n.* as this release needs it: nothing to do\.\n$/,
      )
      expect([looked.code, ended.code]).toEqual([0, 0])
    })
  },
)
