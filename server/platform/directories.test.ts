import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { discard, temporaryDirectory } from '../tests/support/machine/temporary.ts'
import { makeDirectory } from './directories.ts'

let directory: string
beforeAll(async () => {
  directory = await temporaryDirectory()
})
afterAll(() => discard(directory))

test('many who make directories in the same missing one at once all get theirs', async () => {
  for (let round = 0; round < 50; round++) {
    const above = join(directory, `${round}`, 'files')
    const names = Array.from({ length: 20 }, (_, n) => `${n % 10}`)
    await Promise.all(names.map((name) => makeDirectory(join(above, name), 0o700)))
    expect(await readdir(above)).toHaveLength(10)
  }
})

test('where there can be none, it says why', async () => {
  const file = join(directory, 'file')
  await writeFile(file, '')
  await expect(makeDirectory(file, 0o700)).rejects.toMatchObject({ code: 'EEXIST' })
  await expect(makeDirectory(join(file, 'a', 'b'), 0o700)).rejects.toMatchObject({
    code: 'ENOTDIR',
  })
  if (process.platform === 'linux') {
    await expect(makeDirectory('/proc/none/a', 0o700)).rejects.toMatchObject({ code: 'ENOENT' })
  }
})
