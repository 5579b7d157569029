// The files of deploy/, tried with the programs that they are for: TLS, cookies, uploads, live events, the client's address.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { temporaryDirectory } from './support/machine/temporary.ts'
import { certificate, certificateKey } from './support/outside/certificate.ts'
import { startService, type TestService } from './support/service/service.ts'

const NAME = 'records.example.com'
const ORIGIN = `https://${NAME}`
const SERVICE = '127.0.0.1:3000'
const MIB = 1024 ** 2

let service: TestService
let place: string
beforeAll(async () => {
  service = await startService({ publicUrl: () => ORIGIN })
  place = await temporaryDirectory()
  await writeFile(join(place, 'cert.pem'), certificate)
  await writeFile(join(place, 'cert.key'), certificateKey)
})
/** What was tried, with the version that it gives. */
const tried: string[] = []
afterAll(async () => {
  console.log(`figure: ${tried.join(', ')}, and the file for Traefik`)
  await service.stop()
  await rm(place, { recursive: true, force: true })
})

const deployed = (path: string) =>
  readFile(new URL(`../../deploy/${path}`, import.meta.url), 'utf8')

/** Whether a program is there, or why it is not tried. */
const missing = (program: string): boolean => {
  const found = spawnSync('sh', ['-c', `command -v ${program}`]).status === 0
  if (!found) console.log(`skipped: ${program} is not installed`)
  else tried.push(`${program} ${versionOf(program)}`)
  return !found
}

const versionOf = (program: string): string => {
  const asked = { nginx: '-v', caddy: 'version' }[program] ?? '--version'
  const { stdout, stderr } = spawnSync(program, [asked], { encoding: 'utf8' })
  return /\d[\d.]*/.exec(stdout + stderr)?.[0] ?? ''
}

/** What is replaced in a file of deploy/ so that it runs here; each has to be there. */
function fitted(text: string, changes: Record<string, string>): string {
  return Object.entries(changes).reduce((made, [from, to]) => {
    expect(made).toContain(from)
    return made.replaceAll(from, to)
  }, text)
}

interface Proxy {
  name: string
  start(https: number, http: number): Promise<ChildProcess>
}

const proxies: Proxy[] = [
  {
    name: 'nginx',
    async start(https, http) {
      const server = fitted(await deployed('nginx/sourcebook.conf'), {
        [SERVICE]: new URL(service.origin).host,
        'listen [::]:80;': '',
        'listen [::]:443 ssl;': '',
        'listen 80;': `listen 127.0.0.1:${http};`,
        'listen 443 ssl;': `listen 127.0.0.1:${https} ssl;`,
        '/etc/ssl/certs/records.example.com.pem': join(place, 'cert.pem'),
        '/etc/ssl/private/records.example.com.key': join(place, 'cert.key'),
      })
      const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (kind) => `${kind}_temp_path ${place}/${kind};`,
      )
      const file = join(place, 'nginx.conf')
      await writeFile(
        file,
        `daemon off; master_process off; pid ${place}/nginx.pid; error_log stderr; events {}
        http { access_log off; ${paths.join('\n')} ${server} }`,
      )
      return spawn('nginx', ['-c', file, '-e', 'stderr'], { stdio: ['ignore', 'inherit', 'pipe'] })
    },
  },
  {
    name: 'caddy',
    async start(https) {
      const file = join(place, 'Caddyfile')
      const site = fitted(await deployed('caddy/Caddyfile'), {
        [SERVICE]: new URL(service.origin).host,
        [`${NAME} {`]: `${ORIGIN}:${https} {\n\tbind 127.0.0.1\n\ttls ${place}/cert.pem ${place}/cert.key`,
      })
      await writeFile(file, `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${site}`)
      await mkdir(join(place, 'home'), { recursive: true })
      return spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
        stdio: ['ignore', 'inherit', 'pipe'],
        env: { ...process.env, HOME: join(place, 'home') },
      })
    },
  },
]

describe.each(proxies)('$name', ({ name, start }) => {
  test('carries the cookie, uploads, live events and the address of the client', async (context) => {
    if (missing(name)) return context.skip()
    const [https, http] = [await freePort(), await freePort()]
    const proxy = await start(https, http)
    let errors = ''
    proxy.stderr?.setEncoding('utf8').on('data', (text) => {
      errors += text
    })
    try {
      await accepting(https, proxy)
      await tryDesk(https)
      if (name === 'nginx') {
        const plain = await fetch(`http://127.0.0.1:${http}/records/leads`, { redirect: 'manual' })
        expect(plain.status).toBe(301)
        expect(plain.headers.get('location')).toMatch(/^https:.+\/records\/leads$/)
      }
    } catch (error) {
      throw new Error(`${name} said: ${errors}`, { cause: error })
    } finally {
      proxy.kill()
    }
  })
})

async function tryDesk(port: number): Promise<void> {
  const json = { 'content-type': 'application/json' }
  const fromApp = { ...json, origin: ORIGIN, 'x-sourcebook-session': 'cookie' }
  const email = `${randomBytes(4).toString('hex')}@example.com`
  const password = 'a long password'
  const who = { email, password, name: 'Olga', workspaceName: email }
  const signedUp = await call(port, 'POST', '/v1/auth/signup', fromApp, JSON.stringify(who))
  expect(signedUp.status).toBe(201)
  const cookie = signedUp.headers['set-cookie']![0]!
  expect(cookie).toMatch(/^__Host-.+; HttpOnly; .*Secure/)
  const session = {
    cookie: cookie.split(';')[0]!,
    origin: ORIGIN,
    'x-sourcebook-session': 'cookie',
  }

  // The address is the client's own, not what it claims.
  const forged = { ...session, ...json, 'x-forwarded-for': '203.0.113.7' }
  const again = await call(
    port,
    'POST',
    '/v1/auth/signin',
    forged,
    JSON.stringify({ email, password }),
  )
  expect(again.status).toBe(201)
  const { body } = await call(port, 'GET', '/v1/auth/sessions', session)
  const addresses = JSON.parse(body).data.map(({ address }: { address: string }) => address)
  expect(new Set(addresses)).toEqual(new Set(['127.0.0.1']))

  // A file that is larger than what proxies pass by default.
  const boundary = 'b'
  const bytes = randomBytes(20 * MIB)
  const upload = await call(
    port,
    'POST',
    '/v1/files',
    { ...session, 'content-type': `multipart/form-data; boundary=${boundary}` },
    Buffer.concat([
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.bin"\r\n\r\n`,
      ),
      bytes,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
  )
  expect(upload.status).toBe(201)

  // An event comes while the answer is still open.
  const stream = await open(port, 'GET', '/v1/events/stream', session)
  expect(stream.statusCode).toBe(200)
  const heard = new Promise<void>((resolve, reject) => {
    let text = ''
    stream.setEncoding('utf8').on('data', (part) => {
      text += part
      if (text.includes('board.created')) resolve()
    })
    stream.once('end', () => reject(new Error('the stream ended')))
  })
  const board = await call(
    port,
    'POST',
    '/v1/boards',
    { ...session, ...json },
    JSON.stringify({ name: 'Live' }),
  )
  expect(board.status).toBe(201)
  await heard
  stream.destroy()

  expect((await call(port, 'GET', '/metrics', {})).status).toBe(403)
}

function open(
  port: number,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: string | Buffer,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request({
      host: '127.0.0.1',
      port,
      servername: NAME,
      method,
      path,
      headers: {
        host: NAME,
        ...headers,
        ...(body ? { 'content-length': Buffer.byteLength(body) } : {}),
      },
      rejectUnauthorized: false,
    })
      .once('response', resolve)
      .once('error', reject)
      .end(body)
  })
}

async function call(...asked: Parameters<typeof open>) {
  const answer = await open(...asked)
  let body = ''
  for await (const part of answer.setEncoding('utf8')) body += part
  return { status: answer.statusCode, headers: answer.headers, body }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

async function accepting(port: number, proxy: ChildProcess): Promise<void> {
  for (;;) {
    if (proxy.exitCode !== null) throw new Error('it has ended')
    const answer = await call(port, 'GET', '/healthz', {}).catch(() => undefined)
    if (answer?.status === 200) return
    await sleep(50)
  }
}

test('the units are what systemd takes, and are closed to what they do not need', async (context) => {
  if (missing('systemd-analyze')) return context.skip()
  const files: string[] = []
  for (const name of [
    'sourcebook.service',
    'sourcebook-backup.service',
    'sourcebook-backup.timer',
    'sourcebook-base.service',
    'sourcebook-base.timer',
    'sourcebook-drill.service',
    'sourcebook-drill.timer',
  ]) {
    const text = await deployed(`systemd/${name}`)
    const node = { '/opt/sourcebook/node_modules/.bin/node': process.execPath }
    files.push(join(place, name))
    await writeFile(join(place, name), fitted(text, name.endsWith('.service') ? node : {}))
  }
  const verified = spawnSync('systemd-analyze', ['verify', '--man=no', ...files], {
    encoding: 'utf8',
  })
  expect(verified.stderr.split('\n').filter((line) => line.includes('sourcebook'))).toEqual([])
  // 0 is nothing at all, 10 is everything; systemd calls up to 2 "OK".
  execFileSync('systemd-analyze', ['security', '--offline=true', '--threshold=20', files[0]!])
})

test('the file for Traefik has a router and a service of that name', async () => {
  const { http } = parse(await deployed('traefik/sourcebook.yml'))
  expect(http.services[http.routers.sourcebook.service].loadBalancer.servers).toEqual([
    { url: `http://${SERVICE}` },
  ])
})
