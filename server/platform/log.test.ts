import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify, stripVTControlCharacters } from 'node:util'
import pg from 'pg'
import { expect, test } from 'vitest'
import { openLog } from './log.ts'

const LOG = fileURLToPath(new URL('log.ts', import.meta.url))
const SAY = `(await import(${JSON.stringify(LOG)})).openLog('info').info({ rows: 3 }, 'stored')`
const node = [process.execPath, '--input-type=module', '-e', SAY]

test('a log line is JSON for programs', async () => {
  const { stdout, stderr } = await promisify(execFile)(node[0]!, node.slice(1))
  expect(stdout).toBe('')
  expect(JSON.parse(stderr)).toMatchObject({
    level: 30,
    msg: 'stored',
    rows: 3,
    pid: expect.any(Number),
  })
})

test('an error of the database is logged without the values that it quotes', () => {
  const error = Object.assign(new pg.DatabaseError('key "canary" is taken', 0, 'error'), {
    code: '23505',
    constraint: 'accounts_email_key',
    detail: 'Key (email)=(canary) already exists.',
    hint: 'canary',
    where: 'canary',
    query: 'canary',
    internalQuery: 'canary',
  })
  const lines: string[] = []
  openLog('info', { write: (line) => void lines.push(line) }).error({ err: error }, 'failed')
  const line = lines.join('')
  expect(JSON.parse(line).err).toMatchObject({ code: '23505', constraint: 'accounts_email_key' })
  expect(line).not.toContain('canary')
})

// `script` gives a program a terminal; other systems have another one of that name.
test.skipIf(process.platform !== 'linux')('at a terminal it is words', async () => {
  const quoted = node.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ')
  const { stdout } = await promisify(execFile)('script', ['-qec', quoted, '/dev/null'])
  const words = stripVTControlCharacters(stdout).trim()
  expect(words).toMatch(/^\[\d\d:\d\d:\d\d\] INFO: stored \{"rows":3\}$/)
})
