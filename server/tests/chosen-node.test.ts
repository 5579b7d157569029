// The Node that the service runs under when the operator names one.
import { spawnSync } from 'node:child_process'
import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { VERSION } from '../../contract/language/version.ts'
import { discard, temporaryDirectory } from './support/machine/temporary.ts'
import { FROM_SOURCES } from './support/processes/child-process.ts'

let place: string
beforeAll(async () => {
  place = await temporaryDirectory()
})
afterAll(() => discard(place))

const version = (node: string) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [FROM_SOURCES, 'version'], {
    env: { PATH: process.env.PATH, SOURCEBOOK_NODE: node },
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

/** A program that says its process and then becomes a Node, as the managers of Node’s versions have it. */
async function programOf(name: string, rest: string): Promise<string> {
  const path = join(place, name)
  await writeFile(path, `#!/bin/sh\necho "pid $$" >&2\n${rest}\n`)
  await chmod(path, 0o755)
  return path
}

test('the service runs under the Node that SOURCEBOOK_NODE names, which is started once', async () => {
  const named = await programOf('node', `exec '${process.execPath}' "$@"`)
  expect(version(named)).toEqual({
    status: 0,
    stdout: `${VERSION}\n`,
    stderr: expect.stringMatching(/^pid \d+\n$/),
  })
})

test('one that is too old, or that cannot be run, is named', async () => {
  const old = `exec '${process.execPath}' --import 'data:text/javascript,delete process.features.typescript' "$@"`
  const tooOld = await programOf('old', old)
  expect(version(tooOld)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining(`needs Node 24.16.0 or later; SOURCEBOOK_NODE (${tooOld}) is`),
  })
  const none = join(place, 'none')
  expect(version(none)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining(`SOURCEBOOK_NODE (${none}) cannot be run here`),
  })
})
