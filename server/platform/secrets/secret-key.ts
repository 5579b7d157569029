import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Config, ConfigError } from '../config.ts'

/**
 * The key that encrypts stored secrets: SECRET_KEY, or else DATA_DIR/secret.key, which is made at the first call (32
 * random bytes, base64url, mode 0600). Processes that call this at the same time get the same key.
 * @throws ConfigError if the file cannot be read or is too short
 */
export async function loadSecretKey(
  config: Pick<Config, 'secretKey' | 'dataDir'>,
): Promise<string> {
  const found = await findSecretKey(config)
  if (found !== null) return found
  return keepSecretKey(config.dataDir, randomBytes(32).toString('base64url'))
}

/** Like `loadSecretKey`, without making one. */
export async function findSecretKey(
  config: Pick<Config, 'secretKey' | 'dataDir'>,
): Promise<string | null> {
  return config.secretKey ?? (await read(join(config.dataDir, FILE)))
}

const FILE = 'secret.key'

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
  throw new ConfigError('SECRET_KEY', `is unset, and ${path} holds fewer than 32 characters`)
}

/**
 * Stores a key in DATA_DIR unless there is one, and returns the stored one. It is written to another file that is then
 * linked into place, so that a reader sees the whole key or none, and the first writer wins.
 */
export async function keepSecretKey(dataDir: string, key: string): Promise<string> {
  const path = join(dataDir, FILE)
  await mkdir(dataDir, { recursive: true })
  const aside = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  const file = await open(aside, 'wx', 0o600)
  try {
    await file.writeFile(`${key}\n`)
    await file.sync()
    await link(aside, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  } finally {
    await file.close()
    await rm(aside, { force: true })
  }
  return (await read(path)) ?? key
}
