// Backups in a bucket: named by their time, whole or not there, and read from there.
import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nameAt, timeOf } from '../commands/backups.rules.ts'
import { openArchive } from '../platform/backup/archive.ts'
import { openInBucket, toBucket } from '../platform/backup/bucket-file.ts'
import { openBucket } from '../platform/files/s3-bucket.ts'
import { makeBoard } from './support/desks/fixtures.ts'
import { type Person, signUp } from './support/desks/people.ts'
import { discard, temporaryDirectory } from './support/machine/temporary.ts'
import { type Bucket, startBucket } from './support/outside/bucket.ts'
import { runProcess } from './support/processes/child-process.ts'
import { onlyProgress } from './support/processes/only-progress.ts'
import { startServerProcess } from './support/processes/server-process.ts'

const KEY = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfi' }
const MIB = 1024 * 1024
const old = (hours: number) => nameAt(new Date(Date.now() - hours * 3_600_000))

let directory: string
let bucket: Bucket
let owner: Person
let rows: string
const envOf = (name: string, more: Record<string, string> = {}) => ({
  DATA_DIR: join(directory, name),
  SECRET_KEY: '',
  LOG_LEVEL: 'fatal',
  S3_ENDPOINT: bucket.origin,
  S3_ACCESS_KEY_ID: KEY.accessKeyId,
  S3_SECRET_ACCESS_KEY: KEY.secretAccessKey,
  ...more,
})
const command = (words: string, name = 'old', more: Record<string, string> = {}) =>
  runProcess('bin/sourcebook.mjs', words.split(' '), envOf(name, more))
const backupsIn = (prefix: string) =>
  [...bucket.objects.keys()].filter(
    (name) => name.startsWith(prefix) && timeOf(name.slice(prefix.length)),
  )

beforeAll(async () => {
  directory = await temporaryDirectory()
  bucket = await startBucket({ ...KEY, region: 'us-east-1' })
  const server = await startServerProcess({ env: envOf('old') })
  owner = await signUp(server)
  const board = await makeBoard(server, owner.token, [
    { name: 'Name', type: 'text' },
    { name: 'Paper', type: 'file' },
  ])
  const body = new FormData()
  body.set('file', new File(['a paper'], 'paper.txt'))
  const paper = (await owner.api('POST', '/v1/files', { body })).body.data.id
  rows = `/v1/boards/${board.id}/rows`
  await owner.api('POST', rows, { body: { cells: { name: 'Acme', paper: [paper] } } })
  // Without S3_BUCKET, files stay in DATA_DIR.
  expect(bucket.objects.size).toBe(0)
  await server.stop()
})
afterAll(async () => {
  await bucket.stop()
  for (const name of ['old', 'new']) await discard(join(directory, name))
  await rm(directory, { recursive: true })
})

test('the newest stay, and nothing else is touched', async () => {
  const before = old(90)
  const others = ['nightly/notes.txt', `nightly/deeper/${before}`, `nightly${before}`, before]
  const ours = [old(72), old(48), old(24)]
  for (const name of [...others, ...ours.map((one) => `nightly/${one}`)]) {
    bucket.objects.set(name, Buffer.from('x'))
  }
  const { code, stdout, stderr } = await command('backup --to s3://desk/nightly/ --keep 2')
  expect([code, stderr]).toEqual([0, onlyProgress])
  expect(stdout).toMatch(
    /^Backed up \d+ tables with \d+ rows and 1 files as of .*: s3:\/\/desk\/nightly\/sourcebook-.*\.backup, \d\.\d MiB/,
  )
  expect(stdout).toContain(`Deleted ${ours[0]}, ${ours[1]}.`)
  expect(backupsIn('nightly/')).toHaveLength(2)
  expect([...bucket.objects.keys()]).toEqual(expect.arrayContaining(others))
})

test('one that fails deletes none, and leaves nothing', async () => {
  const before = [...bucket.objects.keys()].toSorted()
  const wrong = await command('backup --to s3://desk/nightly --keep 1', 'old', {
    SECRET_KEY: 'another key, of enough characters',
  })
  expect(wrong.code).toBe(1)
  const refused = await command('backup --to s3://desk/nightly --keep 1', 'old', {
    S3_SECRET_ACCESS_KEY: 'another',
  })
  expect(refused.code).toBe(1)
  expect(refused.stderr).toMatch(
    /^s3:\/\/desk\/nightly\S+ cannot be used: .*403.*Check S3_ENDPOINT/,
  )
  expect([...bucket.objects.keys()].toSorted()).toEqual(before)
  expect(bucket.uploads.size).toBe(0)
})

test('the newest is drilled, and restored with its files', async () => {
  const drill = await command('doctor --drill s3://desk/nightly')
  expect(drill.code, drill.stdout).toBe(0)
  expect(drill.stdout).toMatch(/^ok {4}s3:\/\/desk\/nightly\/sourcebook-.*\.backup is whole: /m)
  const name = backupsIn('nightly/').toSorted().at(-1)!
  const { code, stderr } = await command(`restore s3://desk/${name}`, 'new')
  expect([code, stderr]).toEqual([0, onlyProgress])
  const server = await startServerProcess({ env: envOf('new') })
  const found = await server.api('GET', rows, { token: owner.token })
  const [{ cells }] = found.body.data
  expect(cells.name).toBe('Acme')
  const [paper] = cells.paper
  const bytes = await server.api('GET', `/v1/files/${paper.id ?? paper}/content`, {
    token: owner.token,
  })
  expect(bytes.text).toBe('a paper')
  await server.stop()
})

test.each([
  ['backup --to s3://desk//x', {}, 's3://desk//x must look like s3://BUCKET/PREFIX'],
  ['restore s3://desk/gone.backup', {}, 'There is no s3://desk/gone.backup.'],
  ['verify s3://desk/nightly/notes.txt', {}, 'is damaged or is not a backup'],
  ['backup --to s3://desk/x', { S3_ENDPOINT: '' }, 'S3_ENDPOINT is unset, and s3://desk/x is in'],
])('%s is refused: %j', async (words, more, message) => {
  const { code, stderr } = await command(words, words.startsWith('restore') ? 'none' : 'old', more)
  expect([code, stderr]).toEqual([1, expect.stringContaining(message)])
  expect(stderr).not.toMatch(/^ {4}at /m)
})

const large = () => {
  const options = { endpoint: bucket.origin, bucket: 'desk', region: 'us-east-1', ...KEY }
  const limits = { partBytes: 5 * MIB, timeoutMs: 300_000, attempts: 2 }
  const opened = openBucket(options, limits)
  return { bucket: opened, name: 'large.backup', url: 's3://desk/large.backup' }
}
async function* noise(mib: number) {
  for (let i = 0; i < mib; i++) yield randomBytes(MIB)
}

test('a large one comes in parts; one that breaks off is not there, and takes the place of none', async () => {
  const file = large()
  const sum = await toBucket(
    file,
    false,
  )(async (archive) => {
    const sum = await archive.add('noise', noise(12))
    await archive.end()
    return sum
  })
  expect(bucket.requests.filter((request) => request.includes('partNumber=3'))).toHaveLength(1)
  const read = await openInBucket(file)
  expect(await read.sum('noise')).toEqual(sum)
  read.close()
  const whole = bucket.objects.get(file.name)!
  const broken = toBucket(
    file,
    true,
  )(async (archive) => {
    await archive.add('noise', noise(12))
    throw new Error('the database is gone')
  })
  await expect(broken).rejects.toThrow('the database is gone')
  expect(bucket.objects.get(file.name)).toBe(whole)
  expect(bucket.uploads.size).toBe(0)
  await expect(toBucket(file, false)(async () => {})).rejects.toThrow(
    's3://desk/large.backup exists',
  )
})

test('one that was cut short is not taken for whole', async () => {
  const file = large()
  bucket.objects.set(file.name, bucket.objects.get(file.name)!.subarray(0, 9 * MIB))
  await expect(openInBucket(file)).rejects.toThrow('is damaged or is not a backup')
  await expect(openArchive(join(directory, 'gone'))).rejects.toThrow('cannot be read')
})
