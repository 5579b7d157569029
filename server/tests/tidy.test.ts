import { describe, expect, test } from 'vitest'
import { cluster, clusterWords } from './tidy/cluster.ts'
import { clusterMigrations } from './tidy/cluster-migrations.ts'
import { columnTypesApart } from './tidy/column-types.ts'
import { fileRules } from './tidy/files.ts'
import { importRules } from './tidy/imports.ts'
import { contents, links, packages, parts, plainPages, recipes, shortPages } from './tidy/pages.ts'
import { promises } from './tidy/promises.ts'
import { sharedRules } from './tidy/shared.ts'
import { statementRules } from './tidy/statements.ts'
import { tableOwners } from './tidy/tables.ts'
import { type Rule, readTree } from './tidy/tree.ts'
import { webRules } from './tidy/web.ts'
import { addresses, nouns, words } from './tidy/words.ts'

const tree = readTree()
const rules: Rule[] = [
  ...importRules,
  ...statementRules,
  promises,
  cluster,
  clusterWords,
  clusterMigrations,
  columnTypesApart,
  tableOwners,
  ...fileRules,
  ...webRules,
  ...sharedRules,
  links,
  parts,
  shortPages,
  plainPages,
  contents,
  recipes,
  packages,
  words,
  nouns,
  addresses,
]

test('the tree is the project', () => {
  expect(tree.has('server/main.ts')).toBe(true)
  expect(tree.size).toBeGreaterThan(150)
})

/** The entries without which a rule finds no more than with them. */
const needlessIn = (list: string[], find: Rule['find']): string[] => {
  const withAll = find(tree).length
  return [...list].filter((entry, at) => {
    list.splice(at, 1)
    const without = find(tree).length
    list.splice(at, 0, entry)
    return without === withAll
  })
}

describe.each(rules)('$name', ({ find, sound, broken, except = {}, lists = [] }) => {
  test('is kept', () => {
    const found = find(tree)
    expect(found.filter((what) => !(what in except))).toEqual([])
    const needless = Object.keys(except).filter((what) => !found.includes(what))
    const listed = lists.flatMap((list) => needlessIn(list, find))
    expect([...needless, ...listed], 'exceptions that are needed no more').toEqual([])
  })
  test('would be missed', () => {
    expect(find(new Map(Object.entries(sound)))).toEqual([])
    for (const files of broken) {
      expect(find(new Map(Object.entries(files))), Object.values(files).join()).not.toEqual([])
    }
  })
})
