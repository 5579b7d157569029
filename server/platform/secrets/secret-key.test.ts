import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { discard, temporaryDirectory } from '../../tests/support/temporary.ts'
import { loadSecretKey } from './secret-key.ts'

let base: string
beforeAll(async () => {
  base = await temporaryDirectory()
})
afterAll(() => discard(base))

it('makes one key, readable only by its owner, however many ask at once', async () => {
  const dataDir = join(base, 'fresh')
  const asking = Array.from({ length: 20 }, () => loadSecretKey({ secretKey: null, dataDir }))
  const keys = new Set(await Promise.all(asking))
  expect(keys.size).toBe(1)
  expect([...keys][0]).toMatch(/^[\w-]{43}$/)
  const modeOf = async (path: string) => (await stat(path)).mode & 0o777
  if (process.platform !== 'win32') {
    expect(await modeOf(join(dataDir, 'secret.key'))).toBe(0o600)
    expect(await modeOf(dataDir)).toBe(0o700)
  }
  expect(await loadSecretKey({ secretKey: null, dataDir })).toBe([...keys][0])
})

it('prefers the setting, and refuses a file that is too short', async () => {
  const secretKey = 'k'.repeat(32)
  expect(await loadSecretKey({ secretKey, dataDir: join(base, 'none') })).toBe(secretKey)
  await writeFile(join(base, 'secret.key'), 'short\n')
  const load = loadSecretKey({ secretKey: null, dataDir: base })
  await expect(load).rejects.toThrow('fewer than 32 characters')
})
