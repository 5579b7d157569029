// doctor looks at what the service needs besides its database: its directory, files, mail server, address, clock.
import { rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { discard, temporaryDirectory } from './support/machine/temporary.ts'
import { startBucket } from './support/outside/bucket.ts'
import { startSink } from './support/outside/smtp-sink.ts'
import { createTestDatabase, type TestDatabase } from './support/postgres/database.ts'
import { runProcess } from './support/processes/child-process.ts'
import { startServerProcess } from './support/processes/server-process.ts'

const doctor = (env: Record<string, string>) => runProcess('bin/sourcebook.mjs', ['doctor'], env)

let database: TestDatabase
let env: Record<string, string>
const lines = async (more: Record<string, string>): Promise<string> => {
  const { stdout, stderr } = await doctor({ ...env, ...more })
  expect(stderr).toBe('')
  return stdout
}
beforeAll(async () => {
  database = await createTestDatabase()
  env = {
    ...database.env,
    SECRET_KEY: 'a secret key that is long enough for it',
    DATA_DIR: await temporaryDirectory(),
  }
})
afterAll(async () => {
  await database.drop()
  await discard(env.DATA_DIR!)
})

it('disk, files, clocks: they are looked at without settings too', async () => {
  await writeFile(join(env.DATA_DIR!, 'secret.key'), 'x', { mode: 0o644 })
  const { code, stdout } = await doctor(env)
  expect(stdout).toMatch(/^FAIL {2}other users of this machine can read .+: chmod 600 /m)
  expect(code).toBe(1)
  await rm(join(env.DATA_DIR!, 'secret.key'))
  const reported = await lines({})
  expect(reported).toMatch(/^ok {4}[\d.]+ GiB are free where DATA_DIR is$/m)
  expect(reported).toMatch(/^ok {4}files are stored in .+files$/m)
  expect(reported).toMatch(
    /^ok {4}the clocks of this machine and of the database are 0\.\d s apart$/m,
  )
  expect(reported).toMatch(/^ok {4}without SMTP_URL, links to invitations are copied/m)
  expect(reported).not.toContain('FAIL')
})

it('a bucket is written to, read and emptied again, or the service’s words are told', async () => {
  const key = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfi' }
  const bucket = await startBucket({ ...key, region: 'us-east-1' })
  const s3 = {
    S3_ENDPOINT: bucket.origin,
    S3_BUCKET: 'desk',
    S3_ACCESS_KEY_ID: key.accessKeyId,
    S3_SECRET_ACCESS_KEY: key.secretAccessKey,
  }
  expect(await lines(s3)).toMatch(
    /^ok {4}a file was stored in the bucket desk at .+, read and deleted$/m,
  )
  expect(bucket.objects.size).toBe(0)
  expect(await lines({ ...s3, S3_SECRET_ACCESS_KEY: 'another' })).toMatch(
    /^FAIL {2}files cannot be stored in the bucket desk at .+403.+S3_REGION/m,
  )
  await bucket.stop()
})

it('the mail server is greeted and signed in to, and gets no email', async () => {
  const sink = await startSink({ login: { user: 'desk', pass: 'right' }, hideSTARTTLS: true })
  const url = (pass: string) => ({ SMTP_URL: `smtp://desk:${pass}@${sink.host}` })
  expect(await lines(url('right'))).toMatch(
    /^ok {4}the mail server at 127\.0\.0\.1:\d+ takes the login of SMTP_URL$/m,
  )
  expect(await lines(url('wrong'))).toMatch(
    /^FAIL {2}the mail server at .+ cannot be used: .+; see SMTP_URL$/m,
  )
  expect(sink.mailed).toEqual([])
  await sink.stop()
  expect(await lines(url('right'))).toMatch(/^FAIL {2}the mail server at .+ECONNREFUSED/m)
})

it('the public address has to be this service, and a proxy has to be counted', async () => {
  const other = createServer((_, response) => response.end('It works!'))
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const { port } = other.address() as AddressInfo
  expect(await lines({ PUBLIC_URL: `http://127.0.0.1:${port}` })).toMatch(
    /^FAIL {2}http:.+ answers 200, and it is not Sourcebook: see PUBLIC_URL/m,
  )
  await new Promise((resolve) => other.close(resolve))
  const nobody = await lines({ PUBLIC_URL: `https://127.0.0.1:${port}` })
  expect(nobody).toMatch(/^WARN {2}nothing answers at https:.+ECONNREFUSED.+ once the service/m)
  expect(nobody).toMatch(/^FAIL {2}PUBLIC_URL is https, .+ but TRUST_PROXY is 0/m)
  // No name server is asked for a name with a part of more than 63 characters.
  const unknown = `${'a'.repeat(64)}.example.com`
  expect(await lines({ PUBLIC_URL: `http://${unknown}` })).toMatch(
    /^WARN {2}this machine does not know the name a+\.example\.com of PUBLIC_URL .+ DNS record/m,
  )
  const server = await startServerProcess({ command: 'web', env })
  expect(await lines({ PUBLIC_URL: server.url })).toMatch(
    /^ok {4}Sourcebook \d+\.\d+\.\d+ answers at http:/m,
  )
  await server.stop()
  expect(await lines({ HOST: '0.0.0.0' })).toMatch(
    /^FAIL {2}HOST is 0\.0\.0\.0, but PUBLIC_URL is not set/m,
  )
})

it('a setting that is misspelled is a warning, with the name that was meant', async () => {
  const { code, stdout } = await doctor({ ...env, PUBLIC_ULR: 'https://records.example' })
  expect(stdout).toMatch(/^WARN {2}PUBLIC_ULR is not a setting\. Did you mean PUBLIC_URL\?$/m)
  expect(code).toBe(0)
  const { SECRET_KEY, ...rest } = env
  expect(await doctor({ ...rest, SECRET_KY: SECRET_KEY! })).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('Did you mean SECRET_KEY?'),
  })
  const web = { ...rest, SECRET_KY: SECRET_KEY! }
  expect((await runProcess('bin/sourcebook.mjs', ['web'], web)).stderr).toMatch(
    /^SECRET_KEY is required .+\nSECRET_KY is not a setting\. Did you mean SECRET_KEY\?\n$/,
  )
})

it('a start says that a setting is misspelled', async () => {
  const server = await startServerProcess({ command: 'web', env: { ...env, WEB_PROCESES: '2' } })
  await server.stop()
  expect(server.stdout()).toContain('WEB_PROCESES is not a setting. Did you mean WEB_PROCESSES?\n')
})
