import { expect, test } from 'vitest'
import {
  circlesOf,
  contractOf,
  filesOfColumnType,
  linesOf,
  sharedNames,
  walkFrom,
} from '../../scripts/house.ts'

const treeOf = (files: Record<string, string>) => new Map(Object.entries(files))

test('files that import each other are a circle, and those that lead to one are not', () => {
  const tree = treeOf({
    'server/a.ts': "import { b } from './b.ts'",
    'server/b.ts': "import type { C } from './c.ts'",
    'server/c.ts': "import { a } from './a.ts'\nimport { d } from './d.ts'",
    'server/d.ts': "import { e } from '../shared/e.ts'",
    'shared/e.ts': "import { d } from '../server/d.ts'",
    'server/before.ts': "import { a } from './a.ts'",
    'server/a.test.ts': "import { before } from './before.ts'",
  })
  expect(circlesOf(tree)).toEqual([
    ['server/d.ts', 'shared/e.ts'],
    ['server/a.ts', 'server/b.ts', 'server/c.ts'],
  ])
  expect(circlesOf(tree, ({ typeOnly }) => !typeOnly)).toEqual([['server/d.ts', 'shared/e.ts']])
})

test('a room of the contract is a folder, or a file beside it', () => {
  const tree = treeOf({
    'contract/rows.ts': "import { a } from './language/a.ts'\nimport { b } from './language/b.ts'",
    'contract/language/a.ts': "import { b } from './b.ts'\nimport { c } from '../../shared/c.ts'",
    'contract/language/b.ts': '',
    'shared/c.ts': '',
  })
  expect(contractOf(tree)).toEqual({
    rooms: ['rows.ts', 'language'],
    arrows: ['rows.ts → language'],
  })
})

test('a file knows a column type by its name in the code, or in a guide written by hand', () => {
  const tree = treeOf({
    'server/a.ts': "const types = ['text', 'percent']",
    'server/b.ts': 'const types = {\n  percent,\n}',
    'server/c.ts': "const share = 5 // as 'percent'",
    'web/d.ts': 'const percentOf = 5',
    'sdk/types.ts': "type: 'percent'",
    'docs/columns.md': 'A `percent` stores 12.5.',
    'docs/errors.md': '<!-- Written by scripts/generate.ts -->\n`percent`',
    'docs/design/cells.md': '`percent`',
  })
  expect(filesOfColumnType(tree, 'percent')).toEqual([
    'server/a.ts',
    'server/b.ts',
    'docs/columns.md',
  ])
})

test('a name is shared once three files export it, SQL apart', () => {
  const twice = { 'server/a.ts': 'export const of = 1', 'web/b.ts': 'export function of() {}' }
  expect(sharedNames(treeOf({ ...twice, 'server/c.sql.ts': 'export const of = 1' }))).toEqual([])
  expect(sharedNames(treeOf({ ...twice, 'server/c.ts': 'export const of = 1' }))).toEqual([
    'of: server/a.ts, web/b.ts, server/c.ts',
  ])
})

test('a walk passes each function and method once, and a file again if it is returned to', () => {
  const tree = treeOf({
    'server/a/a.ts': [
      "import { B } from './b.ts'\nimport { c } from '../c.ts'",
      'export function a() {\n  const b = new B()\n  read(b)\n  c()\n}',
      'function read(b) {\n  // note\n  b.fill(back)\n}',
      'export function back() {\n}',
    ].join('\n'),
    'server/a/b.ts':
      "import { back } from './a.ts'\nexport class B {\n  fill() {\n    back()\n  }\n\n  note() {\n  }\n}",
    'server/c.ts': 'export function c() {\n}',
  })
  expect(walkFrom(tree, 'server/a/a.ts', 'a', ['server/a/'])).toEqual([
    'server/a/a.ts',
    'server/a/b.ts',
    'server/a/a.ts',
  ])
})

test('only lines that are shipped and written by hand count', () => {
  const tree = treeOf({
    'server/a.ts': 'a\nb\n',
    'server/a.test.ts': 'a\n',
    'web/b.tsx': 'a\n',
    'sdk/types.ts': 'a\n',
    'scripts/c.ts': 'a\n',
  })
  expect(linesOf(tree)).toEqual([
    ['server', 2],
    ['web', 1],
    ['shared', 0],
    ['contract', 0],
    ['sdk', 0],
  ])
})
