import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { temporaryDirectory } from '../../tests/support/machine/temporary.ts'
import { isHalfSwapped } from './swap.rules.ts'
import { discardNew, endSwap, hasCluster, keepWhole, swap } from './swap.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await temporaryDirectory()
})
afterEach(() => rm(dataDir, { recursive: true }))

/** A cluster of that version, as far as its name goes. */
async function cluster(path: string, version: string): Promise<void> {
  await mkdir(join(dataDir, path), { recursive: true })
  await writeFile(join(dataDir, path, 'PG_VERSION'), version)
}
const versionIn = (path: string) => readFile(join(dataDir, path, 'PG_VERSION'), 'utf8')
const names = async () => (await readdir(dataDir)).toSorted()

describe('an upgrade', () => {
  beforeEach(async () => {
    await cluster('pg', '17')
    await cluster('pg.upgrading/pg', '18')
  })

  it('puts the new cluster in the place of the old one, which stays', async () => {
    await keepWhole(dataDir)
    expect(await versionIn('pg')).toBe('17')
    expect(await swap(dataDir, '17')).toBe(join(dataDir, 'pg.postgresql-17'))
    await discardNew(dataDir)
    expect(await names()).toEqual(['pg', 'pg.postgresql-17'])
    expect([await versionIn('pg'), await versionIn('pg.postgresql-17')]).toEqual(['18', '17'])
  })

  it('that is stopped before the swap leaves the old one, and the next begins again', async () => {
    for (const isWhole of [false, true]) {
      if (isWhole) {
        await cluster('pg.upgrading/pg', '18')
        await keepWhole(dataDir)
      }
      expect(await endSwap(dataDir)).toBe(false)
      expect(await versionIn('pg')).toBe('17')
      await discardNew(dataDir)
      expect(await names()).toEqual(['pg'])
    }
  })

  it('that is stopped within the swap is ended by whoever comes next, if two come at once', async () => {
    await keepWhole(dataDir)
    await swap(dataDir, '17')
    await rm(join(dataDir, 'pg.upgrading'), { recursive: true })
    // As it was between the two renames.
    await cluster('pg.upgraded', '18')
    await rm(join(dataDir, 'pg'), { recursive: true })
    expect(await hasCluster(dataDir)).toBe(true)
    await discardNew(dataDir) // which must not take it for a left-over
    const ended = await Promise.all([endSwap(dataDir), endSwap(dataDir)])
    expect(ended).toContain(true)
    expect(await versionIn('pg')).toBe('18')
    expect(await names()).toEqual(['pg', 'pg.postgresql-17'])
  })

  it('leaves the old one where it is if somebody has started it', async () => {
    await keepWhole(dataDir)
    await writeFile(join(dataDir, 'pg', 'postmaster.pid'), '')
    await expect(swap(dataDir, '17')).rejects.toThrow(/Another process has started the old/)
    expect(await versionIn('pg')).toBe('17')
    expect(existsSync(join(dataDir, 'pg.postgresql-17'))).toBe(false)
  })
})

it('a directory without a cluster is half swapped only if both are there', () => {
  expect(isHalfSwapped(['pg.upgraded', 'pg.postgresql-17', 'secret.key'])).toBe(true)
  for (const others of [
    [],
    ['pg.upgraded'],
    ['pg.postgresql-17'],
    ['pg', 'pg.upgraded', 'pg.postgresql-17'],
    ['pg.upgrading', 'pg.postgresql-17'],
    ['pg.upgraded', 'pg-before'],
  ]) {
    expect(isHalfSwapped(others), others.join()).toBe(false)
  }
})
