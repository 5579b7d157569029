// The service is started in a place that it cannot use. It says what is wrong and what to do, in a sentence, and exits with 1.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdir, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { canPass } from '../platform/embedded/account.ts'
import { discard, temporaryDirectory } from './support/machine/temporary.ts'
import { runProcess, startProcess } from './support/processes/child-process.ts'
import { startServerProcess } from './support/processes/server-process.ts'

const isRoot = process.geteuid?.() === 0
const NOBODY = { uid: 65_534, gid: 65_534 }
/** As an ordinary user: this one, or else somebody who cannot do everything. */
const ordinary = isRoot ? NOBODY : {}
const isReached = !isRoot || canPass(dirname(process.execPath), NOBODY)

let base: string
beforeAll(async () => {
  base = await temporaryDirectory()
})
afterAll(() => discard(base))

async function start(dataDir: string, as: object = {}) {
  const env = { DATA_DIR: dataDir, PORT: '0', DEMO: '0' }
  const child = startProcess('bin/sourcebook.mjs', ['start'], env, as)
  return { ...(await child.exited), stdout: child.stdout(), stderr: child.stderr() }
}

/** It ends with 1, and writes only that. */
const ended = (stderr: string | RegExp) => ({
  code: 1,
  signal: null,
  stdout: '',
  stderr: typeof stderr === 'string' ? `${stderr}\n` : expect.stringMatching(stderr),
})

describe('DATA_DIR', () => {
  it('that is a file, or below one', async () => {
    const file = join(base, 'file')
    await writeFile(file, 'not a directory')
    for (const path of [file, join(file, 'data')]) {
      const words = `DATA_DIR cannot be used: ${path} is a file, or leads through one, where a directory has to be.`
      expect(await start(path)).toEqual(ended(words))
    }
    const nowhere = join(base, 'link')
    await symlink(join(base, 'gone'), nowhere)
    expect(await start(nowhere)).toEqual(ended(/^DATA_DIR cannot be used: [^\n]+\.\n$/))
  })

  it.skipIf(process.platform !== 'linux')('where nothing can be made', async () => {
    const words =
      'DATA_DIR cannot be used: /proc/nowhere/data does not exist and cannot be made (ENOENT): name another place.'
    expect(await start('/proc/nowhere/data')).toEqual(ended(words))
  })

  it.skipIf(!isReached)('that this user cannot write to', async () => {
    const closed = join(base, 'closed')
    await mkdir(closed)
    await chmod(closed, 0o555)
    const words = (path: string) =>
      new RegExp(
        `^DATA_DIR cannot be used: uid \\d+, which runs this, may not use ${path} \\(EACCES\\): give it to that user \\(chown\\), or name another place\\.\n$`,
      )
    expect(await start(closed, ordinary)).toEqual(ended(words(closed)))
    const below = join(closed, 'a', 'b')
    expect(await start(below, ordinary)).toEqual(ended(words(below)))
    expect(await readdir(closed)).toEqual([])
  })

  it('whose parents are missing is made; once another release left it open, it is closed again', async () => {
    const dataDir = join(base, 'missing', 'parent', 'data')
    const modeOf = async (path: string) => (await stat(path)).mode & 0o777
    const first = await startServerProcess({ env: { DATA_DIR: dataDir } })
    await first.stop()
    if (process.platform === 'linux') expect(await modeOf(dataDir)).toBe(0o700)
    await chmod(dataDir, 0o755)
    const server = await startServerProcess({ env: { DATA_DIR: dataDir } })
    try {
      if (process.platform === 'linux') expect(await modeOf(dataDir)).toBe(0o700)
      // Somebody else cannot start on it then, and does no harm by trying.
      if (isRoot && isReached) {
        expect(await start(dataDir, NOBODY)).toEqual(
          ended(/^DATA_DIR cannot be used: uid 65534, which runs this, may not use [^\n]+\n$/),
        )
        expect((await server.api('GET', '/healthz')).status).toBe(200)
      }
    } finally {
      await server.stop()
    }
    if (process.platform === 'linux') await tryStranger(dataDir)
    // Where the service has not closed it, as with other things in it, doctor tells of it.
    await writeFile(join(dataDir, 'letter.txt'), '')
    await chmod(dataDir, 0o755)
    const { code, stdout } = await runProcess('bin/sourcebook.mjs', ['doctor'], {
      DATA_DIR: dataDir,
    })
    expect(stdout).toContain(
      `FAIL  other users of this machine can look into ${dataDir}: chmod 700 ${dataDir}\n`,
    )
    expect(code).toBe(1)
    expect(await modeOf(dataDir)).toBe(0o755)
  })

  it('on a disk that is full', async (context) => {
    const disk = join(base, 'disk')
    await mkdir(disk)
    const options = ['-t', 'tmpfs', '-o', 'size=8m,mode=755', 'tmpfs', disk]
    if (spawnSync('mount', options).status !== 0) return context.skip()
    try {
      const dataDir = join(disk, 'data')
      const { code, stderr } = await start(dataDir)
      expect(stderr).toMatch(
        /^There is no room for the database in [^\n]+: make room on that disk, or set DATA_DIR to a place on another one\.\n$/,
      )
      expect(code).toBe(1)
      // What was begun is gone, so that there is as much room as before.
      expect(await readdir(dataDir)).toEqual([])
    } finally {
      spawnSync('umount', ['-l', disk])
    }
  })
})

/** Another PostgreSQL runs there, as far as its lock file and its working directory tell. */
async function tryStranger(dataDir: string): Promise<void> {
  const pgdata = join(dataDir, 'pg')
  const stranger = spawn('sleep', ['600'], { cwd: pgdata })
  try {
    const lock = join(pgdata, 'postmaster.pid')
    await writeFile(lock, `${stranger.pid}\n${pgdata}\n1\n1\n`)
    const words = `Another PostgreSQL (pid ${stranger.pid}) runs on ${pgdata}: stop it, or set DATA_DIR to another directory.`
    expect(await start(dataDir)).toEqual(ended(words))
    expect((await stat(lock)).size).toBeGreaterThan(0)
  } finally {
    stranger.kill()
    await once(stranger, 'exit')
  }
}

describe('a database whose files are damaged', () => {
  it('is told of in words, with the way to a backup', async () => {
    const whole = join(base, 'whole')
    const first = await startServerProcess({ env: { DATA_DIR: whole } })
    await first.stop()
    const damaged = async (damage: (pg: string) => Promise<unknown>) => {
      const dataDir = join(base, 'damaged')
      await cp(whole, dataDir, { recursive: true })
      await damage(join(dataDir, 'pg'))
      const { code, stderr } = await start(dataDir)
      await rm(dataDir, { recursive: true })
      expect(code).toBe(1)
      return stderr
    }
    const words = (says: string) =>
      new RegExp(
        `^Files of the database are damaged or missing\\. PostgreSQL says:\n[^]*${says}[^]*\nKeep these files as they are, and restore the newest backup into another place: see docs/operating/backups\\.md\\.\n$`,
      )
    const noControl = await damaged((pg) =>
      writeFile(join(pg, 'global', 'pg_control'), Buffer.alloc(8192)),
    )
    expect(noControl).toMatch(words('database files are incompatible with server'))
    const noLog = await damaged(async (pg) => {
      await rm(join(pg, 'pg_wal'), { recursive: true })
      await mkdir(join(pg, 'pg_wal'))
    })
    expect(noLog).toMatch(words('could not locate a valid checkpoint record'))
    const noTables = await damaged(async (pg) => {
      await rm(join(pg, 'base'), { recursive: true })
      await mkdir(join(pg, 'base'))
    })
    expect(noTables).toMatch(words('subdirectory "base/\\d+" is missing'))
  })
})
