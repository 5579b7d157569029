import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify, stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'

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

// `script` gives a program a terminal; other systems have another one of that name.
test.skipIf(process.platform !== 'linux')('at a terminal it is words', async () => {
  const quoted = node.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ')
  const { stdout } = await promisify(execFile)('script', ['-qec', quoted, '/dev/null'])
  const words = stripVTControlCharacters(stdout).trim()
  expect(words).toMatch(/^\[\d\d:\d\d:\d\d\] INFO: stored \{"rows":3\}$/)
})
