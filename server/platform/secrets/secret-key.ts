import { randomBytes } from 'node:crypto'
import { link, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Config, ConfigError } from '../config.ts'
import { openDataDir } from '../data-dir.ts'
import { ExpectedError } from '../expected-error.ts'
import type { SecretKeys } from './seal.ts'

/** Where the keys are. */
type Place = Pick<Config, 'secretKey' | 'secretKeyBefore' | 'dataDir'>

/**
 * The keys that encrypt stored secrets: SECRET_KEY, or else DATA_DIR/secret.key, which is made at the first call (32
 * random bytes, base64url, mode 0600). Processes that call this at the same time get the same key.
 * @throws ConfigError if the file cannot be read or is too short
 */
export async function loadSecretKeys(config: Place): Promise<SecretKeys> {
  const found = await findSecretKeys(config)
  if (found !== null) return found
  const made = await keepSecretKey(config.dataDir, randomBytes(32).toString('base64url'))
  return { current: made, before: null }
}

/** Like `loadSecretKeys`, without making one: null if there is none. */
export async function findSecretKeys(config: Place): Promise<SecretKeys | null> {
  const { secretKey, secretKeyBefore, dataDir } = config
  if (secretKey !== null) return { current: secretKey, before: secretKeyBefore }
  const current = await read(join(dataDir, FILE))
  return current === null ? null : { current, before: await read(join(dataDir, BEFORE)) }
}

/**
 * Makes a new key in DATA_DIR, and keeps the one before beside it. If a rotation was begun and not ended, it goes on
 * with that one's keys.
 *
 * @throws ExpectedError if there is no key.
 */
export async function beginRotation(dataDir: string): Promise<SecretKeys> {
  const place = { secretKey: null, secretKeyBefore: null, dataDir }
  const path = join(dataDir, FILE)
  const before = join(dataDir, BEFORE)
  await link(path, before).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') {
      throw new ExpectedError(
        `There is no key to rotate: ${path} does not exist, and SECRET_KEY is unset. Run this with the settings of ` +
          'the service, DATA_DIR above all. A service that has never been started has no key yet: its first start makes one.',
      )
    }
    if (error.code !== 'EEXIST') throw error
  })
  const begun = await findSecretKeys(place)
  // It was killed before the new key was in its place.
  if (begun?.current === begun?.before) {
    const next = await writeAside(path, randomBytes(32).toString('base64url'))
    await rename(next, path)
  }
  return (await findSecretKeys(place))!
}

/** Deletes the key before. What it sealed can no longer be read. */
export const endRotation = (dataDir: string): Promise<void> =>
  rm(join(dataDir, BEFORE), { force: true })

const FILE = 'secret.key'
const BEFORE = 'secret.key.before'

async function read(path: string): Promise<string | null> {
  let key: string
  try {
    key = (await readFile(path, 'utf8')).trim()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return null
    throw new ConfigError('SECRET_KEY', `is unset, and ${path} cannot be read (${code})`)
  }
  if (key.length >= 32) return key
  throw new ConfigError(
    'SECRET_KEY',
    `is unset, and ${path} holds fewer than 32 characters: put that file back (a backup has it), or set SECRET_KEY to what was in it`,
  )
}

/**
 * Stores a key in DATA_DIR unless there is one, and returns the stored one. It is written to another file that is then
 * linked into place, so that a reader sees the whole key or none, and the first writer wins.
 */
export async function keepSecretKey(dataDir: string, key: string): Promise<string> {
  const path = join(dataDir, FILE)
  await openDataDir(dataDir)
  const aside = await writeAside(path, key)
  try {
    await link(aside, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  } finally {
    await rm(aside, { force: true })
  }
  return (await read(path)) ?? key
}

/** Writes a key, readable only by its owner, to a file beside its place. @returns the file's path */
async function writeAside(path: string, key: string): Promise<string> {
  const aside = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  const file = await open(aside, 'wx', 0o600)
  try {
    await file.writeFile(`${key}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  return aside
}
