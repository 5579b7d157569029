import { posix } from 'node:path'
import { importsOf, isTest, type Rule, type Tree } from './tree.ts'

const code = /\.(ts|tsx|mjs|css)$/

/** The files that a file leads to: what it imports, and what it names as a path (a process to start). */
function leadsTo(tree: Tree, path: string): string[] {
  const source = tree.get(path)!
  const named = [
    ...source.matchAll(/['"\s]((?:\.{0,2}\/)?[\w./-]+\.(?:ts|tsx|mjs|json))(?=['"\s])/g),
  ]
  const paths = named.flatMap(([, name]) => [
    posix.normalize(name!),
    posix.join(posix.dirname(path), name!),
  ])
  return [...importsOf(path, source).map(({ to }) => to), ...paths].filter((to) => tree.has(to))
}

function reached(tree: Tree, from: string[]): Set<string> {
  const seen = new Set(from.filter((path) => tree.has(path)))
  for (const path of seen) for (const to of leadsTo(tree, path)) seen.add(to)
  return seen
}

const dead: Rule = {
  name: 'Every file is in use: the product’s by the product, the tests’ by a test',
  find(tree) {
    const paths = [...tree.keys()]
    const product = reached(tree, [
      'package.json',
      '.ci/run',
      'sdk/client.ts',
      'vitest.config.ts',
      'web/index.html',
    ])
    const tests = reached(tree, [
      'vitest.config.ts',
      ...paths.filter((path) => path.endsWith('.test.ts')),
    ])
    return paths
      .filter((path) => code.test(path) && !path.endsWith('.test.ts'))
      .filter((path) => !(isTest(path) ? tests : product).has(path))
      .map((path) => `${path}: nothing leads to it`)
  },
  sound: {
    'package.json': '{"bin": "bin/a.mjs", "scripts": {"soak": "node scripts/soak.ts"}}',
    'bin/a.mjs': "await import('../server/main.ts')",
    'scripts/soak.ts': '',
    'server/main.ts': "import { b } from './b.ts'",
    'server/b.ts': '',
    'server/b.test.ts': "start('server/tests/support/process.ts')",
    'server/tests/support/process.ts': '',
  },
  broken: [
    { 'server/alone.ts': '' },
    { 'server/b.ts': '', 'server/b.test.ts': "import { b } from './b.ts'" },
    { 'server/tests/support/alone.ts': '' },
  ],
}

const names: Rule = {
  name: 'A file is called by its noun in kebab-case, with its role as suffix',
  find: (tree) =>
    [...tree.keys()]
      .filter((path) =>
        /^(server|contract|shared|sdk|bench|scripts|web)\/.*\.(tsx?|css)$/.test(path),
      )
      .filter(
        (path) =>
          !/^[a-z0-9]+(-[a-z0-9]+)*(\.(rules|sql|routes|jobs|parsers|config|module|browser|soak))?(\.test)?\.(tsx?|css)$/.test(
            posix.basename(path),
          ),
      )
      .map((path) => `${path}: is no name`),
  sound: { 'server/domains/records/rows/raw-cells.rules.test.ts': '' },
  broken: [
    { 'server/domains/records/rawCells.ts': '' },
    { 'server/domains/records/a.service.ts': '' },
  ],
}

const wholeSuite: Rule = {
  name: 'No test is left out or singled out',
  find: (tree) =>
    [...tree]
      .filter(([path]) => path.endsWith('.test.ts'))
      .flatMap(([path, source]) =>
        [...source.matchAll(/\b(?:test|it|describe)(?:\.\w+)*\.(?:only|skip|todo)\b/g)].map(
          ([found]) => `${path}: ${found}`,
        ),
      ),
  sound: { 'server/a.test.ts': "test.skipIf(!root)('…', () => {})" },
  broken: ['only', 'skip', 'todo'].map((word) => ({ 'server/a.test.ts': `test.${word}('…')` })),
}

export const fileRules: Rule[] = [dead, names, wholeSuite]
