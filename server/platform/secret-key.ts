import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Config, ConfigError } from './config.ts'

/**
 * The key that kept secrets are encrypted with: SECRET_KEY, or else DATA_DIR/secret.key, which is made
 * at the first call (32 random bytes, base64url, mode 0600). Several processes at once get the same one.
 * @throws ConfigError when the file cannot be read or is too short
 */
export async function loadSecretKey(
  config: Pick<Config, 'secretKey' | 'dataDir'>,
): Promise<string> {
  if (config.secretKey !== null) return config.secretKey
  const path = join(config.dataDir, 'secret.key')
  const key = (await read(path)) ?? (await create(config.dataDir, path))
  if (key.length < 32) {
    throw new ConfigError('SECRET_KEY', `is unset, and ${path} holds fewer than 32 characters`)
  }
  return key
}

async function read(path: string): Promise<string | null> {
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return null
    throw new ConfigError('SECRET_KEY', `is unset, and ${path} cannot be read (${code})`)
  }
}

// Written aside and linked into place: a reader sees the whole key or none, and the first writer wins.
async function create(dataDir: string, path: string): Promise<string> {
  await mkdir(dataDir, { recursive: true })
  const aside = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  const file = await open(aside, 'wx', 0o600)
  try {
    await file.writeFile(`${randomBytes(32).toString('base64url')}\n`)
    await file.sync()
    await link(aside, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  } finally {
    await file.close()
    await rm(aside, { force: true })
  }
  return (await read(path)) ?? ''
}
