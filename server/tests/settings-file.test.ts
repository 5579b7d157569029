// The installed command knows the settings of the service, and root's commands leave its data to its user.
import { spawnSync } from 'node:child_process'
import { chmod, chown, mkdir, readdir, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { discard, temporaryDirectory } from './support/machine/temporary.ts'
import { bundledServer } from './support/processes/bundled-server.ts'
import { runProcess, startProcess } from './support/processes/child-process.ts'

const isRoot = process.geteuid?.() === 0
const hasOwnMounts = isRoot && spawnSync('unshare', ['-m', 'true']).status === 0

let directory: string
let file: string
/** As it is in PATH. */
let installed: string

beforeAll(async () => {
  directory = await temporaryDirectory()
  file = join(directory, 'desk.env')
  await writeFile(file, '# of the desk\nRATE_LIMIT_INGEST=240\nRATE_LIMIT_READ="480"\n')
  installed = join(directory, 'sourcebook')
  await symlink(bundledServer(), installed)
})
afterAll(() => discard(directory))

const config = (words: string[], env: Record<string, string> = {}) =>
  runProcess(installed, ['config', ...words], { DATA_DIR: directory, ...env })

describe('the settings of a file', () => {
  it('are those of --config FILE or of SOURCEBOOK_ENV, and the environment counts more', async () => {
    const named = await config(['--config', file], { RATE_LIMIT_READ: '7' })
    expect(named.stdout).toContain('RATE_LIMIT_INGEST=240 (default 120)\n')
    expect(named.stdout).toContain('RATE_LIMIT_READ=7 (default 600)\n')
    expect((await config([], { SOURCEBOOK_ENV: file })).stdout).toContain('RATE_LIMIT_READ=480 ')
    expect((await config([])).stdout).toContain('RATE_LIMIT_READ=600\n')
  })

  it('that is not there is named', async () => {
    expect(await config(['--config', '/nowhere.env'])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^The settings in \/nowhere\.env cannot be read: ENOENT.+\n$/),
    })
    expect((await config(['--config'])).stderr).toBe('Name the file of settings after --config.\n')
  })

  it.runIf(hasOwnMounts)('are those in /etc, for the installed command alone', () => {
    const run = (path: string): string =>
      spawnSync(
        'unshare',
        [
          '-m',
          'sh',
          '-c',
          'mount -t tmpfs tmpfs /etc && echo PORT=4321 > /etc/sourcebook.env && exec "$0" "$1" config',
          process.execPath,
          path,
        ],
        { encoding: 'utf8', env: { PATH: process.env.PATH, DATA_DIR: directory } },
      ).stdout
    expect(run(installed)).toContain('PORT=4321 (default 3000)\n')
    expect(run(bundledServer())).toContain('PORT=3000\n')
  })
})

/** As the Node of Debian 13. */
const cannotChangeUser = `data:text/javascript,${encodeURIComponent(`
  process.setgroups = () => {
    throw Object.assign(new Error('setgroups() disabled: io_uring may be enabled.'), { code: 'ERR_INVALID_STATE' })
  }
`)}`

it.runIf(isRoot).for([
  ['what root does belongs to the user of the service', {}],
  [
    'what root does belongs to the user of the service, under a Node that cannot change its own user',
    { NODE_OPTIONS: `--import=${cannotChangeUser}` },
  ],
] as const)('%s', async ([, env]) => {
  const owner = { uid: 65_534, gid: 65_534 }
  const parent = await temporaryDirectory()
  await chmod(parent, 0o755)
  const dataDir = join(parent, 'data')
  await mkdir(dataDir, { mode: 0o700 })
  await chown(dataDir, owner.uid, owner.gid)
  await writeFile(file, `DATA_DIR=${dataDir}\nLOG_LEVEL=fatal\n`)
  await chmod(file, 0o600)
  const made = startProcess('bin/sourcebook.mjs', ['migrate'], { DATA_DIR: dataDir }, owner)
  expect(await made.exited, made.stderr()).toMatchObject({ code: 0 })
  const root = (words: string) =>
    runProcess(installed, words.split(' '), { SOURCEBOOK_ENV: file, ...env })
  expect(await root('workspace create --name Desk')).toMatchObject({ code: 0, stderr: '' })
  const backup = await root(`backup ${dataDir}/now.backup`)
  expect(backup.code, backup.stderr).toBe(0)
  expect((await root('key revoke nothing')).code).toBe(1)
  const names = await readdir(dataDir, { recursive: true })
  const owners = await Promise.all(names.map(async (name) => (await stat(join(dataDir, name))).uid))
  expect(names).toContain('now.backup')
  expect(new Set(owners)).toEqual(new Set([owner.uid]))
  await discard(parent)
})
