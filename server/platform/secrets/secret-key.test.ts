import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { discard, temporaryDirectory } from '../../tests/support/machine/temporary.ts'
import { loadSecretKeys } from './secret-key.ts'

let base: string
beforeAll(async () => {
  base = await temporaryDirectory()
})
afterAll(() => discard(base))

const load = (dataDir: string, secretKey: string | null = null) =>
  loadSecretKeys({ secretKey, secretKeyBefore: null, dataDir })

it('makes one key, readable only by its owner, however many ask at once', async () => {
  const dataDir = join(base, 'fresh')
  const asking = Array.from({ length: 20 }, () => load(dataDir))
  const keys = new Set((await Promise.all(asking)).map(({ current }) => current))
  expect(keys.size).toBe(1)
  expect([...keys][0]).toMatch(/^[\w-]{43}$/)
  const modeOf = async (path: string) => (await stat(path)).mode & 0o777
  if (process.platform !== 'win32') {
    expect(await modeOf(join(dataDir, 'secret.key'))).toBe(0o600)
    expect(await modeOf(dataDir)).toBe(0o700)
  }
  expect(await load(dataDir)).toEqual({ current: [...keys][0], before: null })
})

it('prefers the setting, and refuses a file that is too short', async () => {
  const secretKey = 'k'.repeat(32)
  const none = join(base, 'none')
  expect(await load(none, secretKey)).toEqual({ current: secretKey, before: null })
  await writeFile(join(base, 'secret.key'), 'short\n')
  await expect(load(base)).rejects.toThrow('fewer than 32 characters')
})
