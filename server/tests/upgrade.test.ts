// A start upgrades a data directory that an earlier release left behind (made by scripts/fixture.ts), and everything
// that was in it is still there.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { zstdDecompressSync } from 'node:zlib'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from './support/clients/listener.ts'
import { discard, temporaryDirectory } from './support/machine/temporary.ts'
import { startReceiver } from './support/outside/receiver.ts'
import { runProcess, startProcess } from './support/processes/child-process.ts'
import { type ServerProcess, startServerProcess } from './support/processes/server-process.ts'

const FOLDER = new URL('fixtures/', import.meta.url)
const releases = readdirSync(FOLDER).flatMap((name) => /^data-(.+)\.json$/.exec(name)?.[1] ?? [])

/** Whether this is the platform whose PostgreSQL made the files. */
const isTheirs = process.platform === 'linux' && process.arch === 'x64'

interface Entry {
  kind: string
  amountMinor: number
  allocations: { amountMinor: number }[]
}

it('there is a data directory to upgrade', () => {
  expect(releases).toContain('0.1.0')
})

describe.skipIf(!isTheirs).each(releases)(
  'a data directory of %s (only on linux-x64, where its PostgreSQL ran)',
  (release) => {
    const left = JSON.parse(readFileSync(new URL(`data-${release}.json`, FOLDER), 'utf8'))
    const tokens: Record<string, string> = {}
    let dataDir: string
    let server: ServerProcess

    beforeAll(async () => {
      dataDir = await temporaryDirectory()
      const packed = readFileSync(new URL(`data-${release}.tar.zst`, FOLDER))
      execFileSync('tar', ['-x', '-p', '--no-same-owner', '-C', dataDir], {
        input: zstdDecompressSync(packed),
      })
    })
    afterAll(() => discard(dataDir))

    const call = (method: string, path: string, body?: unknown, as = 'owner') =>
      server.api(method, path, { token: tokens[as], body })
    const get = async (path: string) => (await call('GET', path)).body.data

    it('is refused with another secret key than it was sealed with', async () => {
      const env = { DATA_DIR: dataDir, SECRET_KEY: 'x'.repeat(40), PORT: '0', LOG_LEVEL: 'fatal' }
      const { code, stdout, stderr } = await runProcess('bin/sourcebook.mjs', ['web'], env)
      expect([code, stdout]).toEqual([1, ''])
      expect(stderr).toMatch(/^SECRET_KEY is not the one that this database was sealed with/)
    })

    it('may be killed at any moment of its upgrade, again and again', async () => {
      const env = { DATA_DIR: dataDir, SECRET_KEY: '', PORT: '0', LOG_LEVEL: 'error' }
      const ends: string[] = []
      for (let n = 0; n < 4; n++) {
        const child = startProcess('bin/sourcebook.mjs', ['web'], env)
        await Promise.race([sleep(200 + Math.random() * 2500), child.exited])
        child.kill()
        await child.exited
        ends.push(child.stderr())
      }
      expect(ends.join('')).toBe('')
    })

    it('lets its people in with the passwords that they had', async () => {
      const env = { DATA_DIR: dataDir, SECRET_KEY: '', ALLOW_PRIVATE_WEBHOOKS: '1' }
      server = await startServerProcess({ env: { ...env, LOG_LEVEL: 'fatal' } })
      for (const [who, person] of Object.entries(left.people)) {
        const answer = await server.api('POST', '/v1/auth/signin', { body: person })
        expect(answer.status, answer.text).toBe(201)
        tokens[who] = answer.body.data.accessToken
      }
    })

    it('answers as it did', async () => {
      expect(left.reads.length).toBeGreaterThan(20)
      for (const { as, path, answer } of left.reads) {
        const now = await call('GET', path, undefined, as)
        expect(now.status, `${path}: ${now.text}`).toBe(200)
        expect(now.body, `${path}, read by the ${as}`).toMatchObject(answer)
      }
    })

    it('has its history sealed', async () => {
      const env = { DATA_DIR: dataDir, SECRET_KEY: '', LOG_LEVEL: 'fatal' }
      await until(async () => {
        const { code, stdout } = await runProcess('bin/sourcebook.mjs', ['verify'], env)
        expect(code, stdout).toBe(0)
        return !stdout.includes('nothing is sealed')
      }, 'everything to be sealed')
    })

    it('has its files', async () => {
      const { text } = await call('GET', `/v1/files/${left.file}/content`)
      expect(text).toBe('Net 30 days.\n')
    })

    it('takes rows by the key that it gave out', async () => {
      const written = await server.api('POST', '/v1/ingest/rows', {
        token: left.keySecret,
        body: { cells: { name: 'By the old key' } },
      })
      expect(written.status, written.text).toBe(201)
      const rows = await get(`/v1/boards/${left.board}/rows`)
      expect(rows.at(-1).cells).toMatchObject({ name: 'By the old key', number: rows.length })
    })

    it.runIf('formPath' in left)('takes rows by the form and the hook that it had', async () => {
      const form = await fetch(server.url + left.formPath)
      expect([form.status, await form.text()]).toEqual([
        200,
        expect.stringContaining('Apply for funding'),
      ])
      const sent = await server.api('POST', left.hookPath, { body: { who: 'By the old hook' } })
      expect(sent.status, sent.text).toBe(201)
      const rows = await get(`/v1/boards/${left.board}/rows`)
      expect(rows.at(-1).cells).toMatchObject({ name: 'By the old hook' })
    })

    it('opens what it sealed', async () => {
      const receiver = await startReceiver()
      const change = { url: receiver.url, enabled: true }
      expect((await call('PATCH', `/v1/webhooks/${left.webhook}`, change)).status).toBe(200)
      expect((await call('POST', `/v1/webhooks/${left.webhook}/test`)).status).toBe(201)
      await expect.poll(() => receiver.received.length).toBe(1)
      receiver.stop()
      const [{ body, headers }] = receiver.received as [(typeof receiver.received)[number]]
      expect(new Webhook(left.webhookSecret).verify(body, headers)).toMatchObject({
        type: 'webhook.test',
      })
    })

    it('has its money, which adds up', async () => {
      const entries: Entry[] = await get(`/v1/accounting/deals/${left.deal}/ledger`)
      const sum = (amounts: number[]) => amounts.reduce((all, one) => all + one, 0)
      const deal = await get(`/v1/accounting/deals/${left.deal}`)
      const figures = { collected: 0, clawedBack: 0 }
      for (const { kind, amountMinor, allocations } of entries) {
        if (allocations.length === 0) continue
        const parts = sum(allocations.map((part) => part.amountMinor))
        expect(parts, kind).toBe(kind === 'reversal' ? -amountMinor : amountMinor)
        figures[kind === 'clawback' ? 'clawedBack' : 'collected'] += parts
      }
      expect(figures).toEqual({
        collected: deal.collectedMinor,
        clawedBack: deal.clawedBackMinor,
      })
      expect(deal).toMatchObject({ collectedMinor: 100_001, clawedBackMinor: 10_000 })
      const posted = await call('POST', `/v1/accounting/deals/${left.deal}/collections`, {
        amountMinor: 1_001,
      })
      expect(posted.status, posted.text).toBe(201)
      const after = await get(`/v1/accounting/deals/${left.deal}`)
      expect(after.collectedMinor).toBe(deal.collectedMinor + 1_001)
    })

    it.runIf(release === '0.1.0')('shows money as it did, until somebody chooses', async () => {
      const asked = { moneyVisibleTo: 'everyone', moneyVisibilityUndecided: true }
      expect(await get('/v1/workspace')).toMatchObject(asked)
      const asMember = () => call('GET', `/v1/accounting/deals/${left.deal}`, undefined, 'member')
      expect((await asMember()).body.data).toHaveProperty('collectedMinor')
      const chosen = await call('PATCH', '/v1/workspace', { moneyVisibleTo: 'managers' })
      expect(chosen.body.data).toMatchObject({ moneyVisibilityUndecided: false })
      expect((await asMember()).status).toBe(404)
    })

    it('is stopped, started again, and well', async () => {
      expect(await server.stop()).toEqual({ code: 0, signal: null })
      const env = { DATA_DIR: dataDir, LOG_LEVEL: 'fatal' }
      const { code, stdout } = await runProcess('bin/sourcebook.mjs', ['doctor'], env)
      expect(code, stdout).toBe(0)
      expect(stdout).toContain('the secret key opens what is sealed')
    })
  },
)
