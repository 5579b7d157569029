// The commands of docs/operating/install.md, from an empty Debian to a service behind nginx that goes back to a moment: run in a
// container with its own systemd and network. Debian comes from its mirror.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { pack } from '../../scripts/package/pack.ts'
import { until } from './support/clients/listener.ts'
import { certificate, certificateKey } from './support/outside/certificate.ts'

const NAME = 'records.example.com'
const MIB = 1024 ** 2
const PATH = '/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

const missing = [
  process.getuid?.() === 0 ? '' : 'root',
  ...['debootstrap', 'systemd-nspawn', 'nsenter', 'curl'].filter(
    (program) => spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0,
  ),
].filter(Boolean)

/** The commands of the section, in their order. */
function commands(): string[] {
  const page = readFileSync(new URL('../../docs/operating/install.md', import.meta.url), 'utf8')
  const section = page.split('## A server from nothing\n')[1]!.split(/^## /m)[0]!
  return [...section.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, text]) =>
    text!.trimEnd().split('\n'),
  )
}

test('fifteen commands, from an empty Debian to a restored moment', async (context) => {
  if (missing.length > 0) {
    console.log(`skipped: ${missing.join(', ')} is not here`)
    return context.skip()
  }
  const steps = commands()
  expect(steps.length).toBeLessThanOrEqual(15)
  const machine = await install(steps[0]!)
  try {
    const restoring = steps.findIndex((step) => step.includes('stop sourcebook'))
    for (const step of steps.slice(1, restoring)) machine.run(step)
    await machine.ready()
    const password = 'a long password'
    const who = { email: 'olga@example.com', password, name: 'Olga', workspaceName: 'Desk' }
    const { accessToken } = machine.api('POST', '/v1/auth/signup', { body: who }).data
    const token = accessToken as string
    const board = machine.api('POST', '/v1/boards', {
      token,
      body: { name: 'Leads', columns: [{ name: 'Name', type: 'text' }] },
    }).data
    await machine.hears(token, 'row', () => add('Acme'))
    machine.upload(token, randomBytes(20 * MIB))
    expect(machine.status('/metrics')).toBe(403)
    // Times in the log and in the command are the database's; this one is between the two rows.
    await sleep(2_000)
    const moment = new Date().toISOString()
    await sleep(2_000)
    add('A mistake')
    await archived()
    for (const step of steps.slice(restoring)) machine.run(step.replace(/(?<=--at )\S+/, moment))
    await machine.ready()
    expect(names()).toEqual(['Acme'])
    machine.api('POST', '/v1/auth/signin', { body: { email: who.email, password } })
    console.log(`figure: ${steps.length} commands, on Debian ${machine.debian()}`)

    function add(name: string): void {
      const body = { cells: { Name: name } }
      machine.api('POST', `/v1/boards/${board.id}/rows`, { token, body })
    }
    function names(): string[] {
      const { data } = machine.api('GET', `/v1/boards/${board.id}/rows`, { token })
      return data.map(({ cells }: { cells: Record<string, string> }) => Object.values(cells)[0])
    }
    /** Waits until the archive reaches past the moment. */
    async function archived(): Promise<void> {
      const list = () => machine.run('ls -l /var/backups/sourcebook-wal/wal | wc -l')
      const before = list()
      await until(async () => list() !== before, 'another segment in the archive')
    }
  } finally {
    await machine.end()
  }
})

/** An empty Debian with the archive and a certificate, after the step that needs a network. */
async function install(first: string) {
  // Not in TMPDIR, which may be mounted without devices.
  const root = await mkdtemp('/var/lib/sourcebook-debian-')
  await chmod(root, 0o755)
  const inRoot = (command: string) =>
    execFileSync('chroot', [root, 'env', 'DEBIAN_FRONTEND=noninteractive', 'sh', '-c', command])
  execFileSync('debootstrap', ['--variant=minbase', '--include=ca-certificates', 'trixie', root])
  const archives = Object.entries(await pack())
  const [name, archive] = archives.find(([name]) => name.includes('linux'))!
  await writeFile(join(root, 'root', name), archive)
  await writeFile(join(root, 'etc', 'resolv.conf'), readFileSync('/etc/resolv.conf'))
  // Nothing starts before its machine does.
  await writeFile(join(root, 'usr/sbin/policy-rc.d'), '#!/bin/sh\nexit 101\n')
  await chmod(join(root, 'usr/sbin/policy-rc.d'), 0o755)
  inRoot('apt-get install --yes --no-install-recommends systemd systemd-sysv dbus openssl')
  inRoot(first)
  await rm(join(root, 'usr/sbin/policy-rc.d'))
  await writeFile(join(root, 'etc/ssl/certs', `${NAME}.pem`), certificate)
  await writeFile(join(root, 'etc/ssl/private', `${NAME}.key`), certificateKey)
  const options = ['--boot', '--register=no', '--keep-unit', '--private-network', '--console=pipe']
  const nspawn = spawn('systemd-nspawn', ['-D', root, ...options], { stdio: 'ignore' })
  const pid = await leaderOf(nspawn)
  const enter = (...args: string[]) => ['-t', `${pid}`, ...args]
  const all = ['-m', '-u', '-i', '-n', '-p', '-r', '-w']
  const run = (command: string): string => {
    const ready = command.replace(/sourcebook-VERSION\S+/, name)
    const args = enter(
      ...all,
      '/usr/bin/env',
      '-i',
      `PATH=${PATH}`,
      'sh',
      '-ec',
      `cd /root; ${ready}`,
    )
    const { status, stdout, stderr } = spawnSync('nsenter', args, { encoding: 'utf8' })
    if (status !== 0) throw new Error(`"${ready}" failed:\n${stdout}\n${stderr}${journal()}`)
    return stdout
  }
  const journal = (): string => {
    const args = enter(...all, '/usr/bin/journalctl', '-u', 'sourcebook*', '-n', '20', '--no-pager')
    return spawnSync('nsenter', args, { encoding: 'utf8' }).stdout
  }
  const curlArgs = (path: string, ...args: string[]) => {
    const resolve = ['--resolve', `${NAME}:443:127.0.0.1`]
    return enter('-n', 'curl', '-sk', ...resolve, ...args, `https://${NAME}${path}`)
  }
  const curl = (path: string, ...args: string[]): string =>
    execFileSync('nsenter', curlArgs(path, ...args), { encoding: 'utf8' })
  const status = (path: string): number =>
    Number(curl(path, '-o', '/dev/null', '-w', '%{http_code}'))
  await until(async () => /^(running|degraded)/.test(stateOf(run)), 'the machine to be up')
  return {
    run,
    status,
    debian: () => readFileSync(join(root, 'etc/debian_version'), 'utf8').trim(),
    ready: () => until(async () => status('/readyz') === 200, 'the service to be ready'),
    api(method: string, path: string, { token, body }: { token?: string; body?: unknown } = {}) {
      const text = curl(
        path,
        '-fX',
        method,
        ...(token ? ['-H', `authorization: Bearer ${token}`] : []),
        ...(body ? ['-H', 'content-type: application/json', '-d', JSON.stringify(body)] : []),
      )
      return JSON.parse(text)
    },
    upload(token: string, bytes: Buffer) {
      const form = ['-H', `authorization: Bearer ${token}`, '-F', 'file=@-;filename=a.bin']
      const args = curlArgs('/v1/files', '--fail-with-body', ...form)
      const { status, stdout, stderr } = spawnSync('nsenter', args, { input: bytes })
      if (status !== 0)
        throw new Error(`the upload failed (${status}): ${stdout}${stderr}${journal()}`)
    },
    /** Does something while it listens to live events, until one comes that has the word in its type. */
    async hears(token: string, word: string, act: () => void): Promise<void> {
      const args = curlArgs('/v1/events/stream', '-N', '-H', `authorization: Bearer ${token}`)
      const listener = spawn('nsenter', args, { stdio: ['ignore', 'pipe', 'inherit'] })
      let heard = ''
      listener.stdout.setEncoding('utf8').on('data', (text) => {
        heard += text
      })
      await until(async () => heard !== '', 'the stream to be open')
      act()
      await until(async () => heard.includes(`"${word}`), `an event of a ${word}`)
      listener.kill()
    },
    async end(): Promise<void> {
      const ended = new Promise((resolve) => nspawn.once('exit', resolve))
      nspawn.kill('SIGTERM')
      await Promise.race([ended, sleep(30_000).then(() => process.kill(pid, 'SIGKILL'))])
      await rm(root, { recursive: true, force: true })
    },
  }
}

function stateOf(run: (command: string) => string): string {
  return run('systemctl is-system-running || true')
}

/** The process that is the first in the machine. */
async function leaderOf({ pid }: ChildProcess): Promise<number> {
  let child = ''
  await until(async () => {
    child = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0]!
    if (child === '') return false
    return readFileSync(`/proc/${child}/comm`, 'utf8').startsWith('systemd')
  }, 'the machine to start')
  return Number(child)
}
