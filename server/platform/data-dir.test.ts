import { chmod, chown, mkdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { discard, temporaryDirectory } from '../tests/support/machine/temporary.ts'
import { closeDataDir, isOpenToOthers } from './data-dir.ts'

let base: string
beforeAll(async () => {
  base = await temporaryDirectory()
})
afterAll(() => discard(base))

async function directory(name: string, mode: number): Promise<string> {
  const path = join(base, name)
  await mkdir(join(path, 'pg'), { recursive: true })
  await writeFile(join(path, 'secret.key'), '')
  await chmod(path, mode)
  return path
}

async function closed(path: string): Promise<number> {
  await closeDataDir(path)
  return (await stat(path)).mode & 0o7777
}

describe.skipIf(process.platform !== 'linux')('a data directory', () => {
  it('that other users can look into is closed', async () => {
    expect(await closed(await directory('older', 0o755))).toBe(0o700)
    expect(await closed(await directory('passed', 0o711))).toBe(0o700)
  })

  it('stays open to a group that the operator let in', async () => {
    expect(await closed(await directory('group', 0o750))).toBe(0o750)
  })

  it('stays as it is with other things in it, such as a home, and where what is temporary lies', async () => {
    const home = await directory('home', 0o755)
    await writeFile(join(home, 'letter.txt'), '')
    expect(await closed(home)).toBe(0o755)
    expect(await closed(await directory('temporary', 0o1777))).toBe(0o1777)
  })

  it.skipIf(process.geteuid?.() !== 0)(
    'stays as it is if it belongs to somebody else',
    async () => {
      const theirs = await directory('theirs', 0o755)
      await chown(theirs, 65_534, 65_534)
      expect(await closed(theirs)).toBe(0o755)
    },
  )
})

it('doctor tells of one that others can look into', () => {
  const open = [0o755, 0o701, 0o704, 0o777]
  expect(open.filter(isOpenToOthers)).toEqual(process.platform === 'win32' ? [] : open)
  expect([0o700, 0o750, 0o770].filter(isOpenToOthers)).toEqual([])
})
