import { spawnSync } from 'node:child_process'
import { cp, readFile, symlink, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { discard, temporaryDirectory } from './support/machine/temporary.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
/** What the types need, without what only weighs. */
const SOURCES =
  /^(?:contract|shared|server|sdk|bench|scripts|web|docs)(?:$|\/)|^[^/]+\.(?:json|md)$/
const HEAVY = /(?:^|\/)(?:node_modules|dist|pictures|fixtures)(?:$|\/)/

let copy: string
beforeAll(async () => {
  copy = await temporaryDirectory()
  await cp(root, copy, {
    recursive: true,
    filter: (source) => {
      const path = relative(root, source)
      return path === '' || (SOURCES.test(path) && !HEAVY.test(path))
    },
  })
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'))
})
afterAll(() => discard(copy))

function run(file: string, ...args: string[]): string {
  const { stdout, stderr } = spawnSync(process.execPath, [join(copy, file), ...args], {
    cwd: copy,
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  return stdout
}

/** The files in which the compiler finds errors. */
function faulty(): string[] {
  const tsc = 'node_modules/typescript/bin/tsc'
  const output = ['.', 'web']
    .map((project) => run(tsc, '-p', project, '--noEmit', '--checkers', '1'))
    .join('')
  return [...new Set([...output.matchAll(/^(\S+)\(\d+,\d+\): error /gm)].map(([, path]) => path!))]
}

/** The files of the first list under a heading. */
async function listed(heading: string): Promise<string[]> {
  const text = await readFile(join(root, 'CONTRIBUTING.md'), 'utf8')
  const [, part = ''] = text.split(`${heading}\n`)
  const [list = ''] = /(?:^- .*\n)+/m.exec(part) ?? []
  return [...list.matchAll(/^- `([^`]+)`/gm)].map(([, path]) => path!)
}

test('for a new column type, the compiler names the files that CONTRIBUTING.md lists', async () => {
  const types = join(copy, 'shared/column-types.ts')
  const before = await readFile(types, 'utf8')
  await writeFile(types, before.replace(/^ {2}percent: (.*)\n/m, '$&  rating: $1\n'))
  run('scripts/generate.ts')
  expect(faulty().toSorted()).toEqual((await listed('### To add a column type')).toSorted())
})
