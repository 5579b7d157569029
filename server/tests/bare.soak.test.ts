// The two commands of the README and a release, as an ordinary user of an empty Debian meets them: with its `nodejs` and
// `npm`, and nothing else. Debian comes from its mirror.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { pack } from '../../scripts/package/pack.ts'

const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt'
const USER = 1000
const HOURS = 3_600_000
/** What a start may install. */
const MOST_MB = 350

const missing = [
  process.getuid?.() === 0 ? '' : 'root',
  ...['debootstrap', 'unshare', 'chroot', 'git', 'curl'].filter(
    (program) => spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0,
  ),
].filter(Boolean)

/** Each Debian whose Node can start the service, and what a release says there, if its own Node is too old for that. */
const DEBIANS = [
  ['bookworm', 'Sourcebook needs Node 20.19 or later'],
  ['trixie', undefined],
] as const

test.for(DEBIANS)(
  'both commands of the README and a release on an empty Debian %s',
  { timeout: 3 * HOURS },
  async ([suite, refusal], context) => {
    if (missing.length > 0) {
      console.log(`skipped: ${missing.join(', ')} is not here`)
      return context.skip()
    }
    const machine = await emptyDebian(suite)
    try {
      machine.checkOut()
      const since = performance.now()
      await machine.firstRow('cd ~/sourcebook && npm start')
      const seconds = Math.round((performance.now() - since) / 1000)
      const megabytes = machine.installed()
      expect(megabytes).toBeLessThanOrEqual(MOST_MB)

      const folder = await machine.unpackRelease()
      const release = `cd ~ && ${folder}/bin/sourcebook.mjs start`
      if (refusal) expect(await machine.start(release).ended()).toContain(refusal)
      else {
        await machine.firstRow(release)
        // Debian's Node cannot change its own user, as root's commands do.
        const asRoot = machine.start(
          `DATA_DIR=~/data ${folder}/bin/sourcebook.mjs workspace list`,
          {},
          0,
        )
        expect(await asRoot.ended()).toContain('Harborline Funding')
      }

      const tests = machine.start('cd ~/sourcebook && npm test')
      const output = await tests.ended()
      if (tests.code() !== 0) throw new Error(`npm test failed:\n${failuresIn(output)}`)
      const [, counts] = /^ *Tests +(.+?) \(\d+\)$/m.exec(output)!
      console.log(
        `figure: Debian ${machine.debian()} with Node ${machine.node()}: the first row after ${seconds} s, with ${megabytes} MB of packages; ${counts}`,
      )
    } finally {
      await machine.end()
    }
  },
)

/** An empty Debian with its `nodejs` and `npm`, and the user ann. Commands know nothing of this machine. */
async function emptyDebian(suite: string) {
  // Not in TMPDIR, which may be mounted without devices.
  const root = await mkdtemp('/var/lib/sourcebook-bare-')
  await chmod(root, 0o755)
  const inRoot = (command: string) =>
    execFileSync('chroot', [root, 'env', 'DEBIAN_FRONTEND=noninteractive', 'sh', '-ec', command], {
      encoding: 'utf8',
    })
  execFileSync('debootstrap', ['--variant=minbase', suite, root])
  copyFileSync('/etc/resolv.conf', join(root, 'etc/resolv.conf'))
  inRoot('apt-get install --yes --no-install-recommends nodejs npm')
  inRoot(`useradd --create-home --uid ${USER} ann`)
  const home = inRoot('echo ~ann').trim()
  const inHome = (path: string) => join(root, home, path)
  // What this machine trusts: its way to the npm registry may have a certificate of its own.
  const trusted = existsSync(CERTIFICATES)
  if (trusted) {
    mkdirSync(join(root, 'etc/ssl/certs'), { recursive: true })
    copyFileSync(CERTIFICATES, join(root, CERTIFICATES))
    writeFileSync(inHome('.npmrc'), `cafile=${CERTIFICATES}\n`)
  }
  const running = new Set<ChildProcess>()

  /** As ann, if no user is named. */
  function start(command: string, env: Record<string, string> = {}, user = USER) {
    const variables = {
      HOME: home,
      USER: 'ann',
      LANG: 'C.UTF-8',
      PATH: '/usr/local/bin:/usr/bin:/bin',
      ...(trusted ? { NODE_EXTRA_CA_CERTS: CERTIFICATES } : {}),
      ...env,
    }
    const given = Object.entries(variables).map(([name, value]) => `${name}=${value}`)
    const script = `mount -t proc proc "$0/proc"; mount --rbind /dev "$0/dev"; mount -t tmpfs tmpfs "$0/dev/shm"
      exec chroot --userspec=${user}:${user} "$0" env -i "$@"`
    // In namespaces of its own, so that everything it started ends with its first process. That process is in the group of
    // `unshare`, and the group is killed: `--kill-child` has no effect once the user changes.
    const own = ['--mount', '--pid', '--fork']
    const inside = ['sh', '-ec', script, root].concat(given, 'sh', '-c', command)
    const child = spawn('unshare', own.concat(inside), {
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    running.add(child)
    const closed = once(child, 'close').then(() => running.delete(child))
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += stripVTControlCharacters(text)
      })
    }
    return {
      output: () => output,
      code: () => child.exitCode,
      hasEnded: () => child.exitCode !== null || child.signalCode !== null,
      ended: () => closed.then(() => output),
      async stop(): Promise<void> {
        kill(child)
        await closed
      },
    }
  }

  return {
    start,
    debian: () => readFileSync(join(root, 'etc/debian_version'), 'utf8').trim(),
    node: () => inRoot('node --version').trim(),
    /** How many megabytes npm has installed. */
    installed: () => Number(inRoot('du -sm ~ann/sourcebook/node_modules | cut -f1')),
    /** The files of the last commit: a clone without its history, as an archive is. */
    checkOut(): void {
      mkdirSync(inHome('sourcebook'))
      const files = execFileSync('git', ['archive', 'HEAD'], { maxBuffer: 1024 ** 3 })
      execFileSync('tar', ['-x', '-C', inHome('sourcebook')], { input: files })
      inRoot('chown -R ann:ann ~ann')
    },
    /** Packs this checkout, and unpacks it as docs/operating/install.md does. @returns its folder */
    async unpackRelease(): Promise<string> {
      const archives = Object.entries(await pack())
      const [, archive] = archives.find(([name]) => name.includes('linux'))!
      mkdirSync(join(root, 'opt/sourcebook'), { recursive: true })
      const args = ['-xz', '--strip-components=1', '-C', join(root, 'opt/sourcebook')]
      execFileSync('tar', args, { input: archive })
      return '/opt/sourcebook'
    },
    /** Starts the service, sends the row of the command that it prints, and ends it. */
    async firstRow(command: string): Promise<void> {
      const service = start(command, { PORT: String(await freePort()) })
      try {
        while (!service.hasEnded() && !service.output().includes('Sourcebook is ready'))
          await sleep(200)
        const [curl] = /^ *curl -X POST(?:.*\\\n)*.*$/m.exec(service.output()) ?? []
        if (!curl) throw new Error(`It printed no command:\n${service.output()}`)
        const answer = JSON.parse(execFileSync('sh', ['-c', curl], { encoding: 'utf8' }))
        expect(answer.data.id).toBeTypeOf('string')
      } finally {
        await service.stop()
      }
    },
    async end(): Promise<void> {
      for (const child of running) kill(child)
      await rm(root, { recursive: true, force: true })
    },
  }
}

/** What the report of a run of tests says of those that failed, which are after all others. */
const failuresIn = (output: string): string =>
  output.slice(Math.max(0, output.indexOf('Failed Tests'))).slice(0, 50_000)

/** Kills a process and its process group, unless it has ended. */
function kill({ pid, exitCode, signalCode }: ChildProcess): void {
  if (exitCode === null && signalCode === null) process.kill(-pid!, 'SIGKILL')
}

/** A port that nobody listens at just now. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  return port
}
