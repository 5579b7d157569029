import { importsOf, productFiles, type Rule, withoutComments, withoutTemplates } from './tree.ts'

const isShared = (path: string) => path.startsWith('shared/')

const imports: Rule = {
  name: 'What is shared imports itself and types of the contract: no package, no side of its own',
  find: (tree) =>
    productFiles(tree, isShared).flatMap(([path, source]) =>
      importsOf(path, source)
        .filter(({ to, typeOnly }) => !isShared(to) && !(to.startsWith('contract/') && typeOnly))
        .map(({ to }) => `${path}: ${to}`),
    ),
  sound: {
    'shared/a.ts':
      "import type { EntryKind } from '../contract/accounting/accounting.ts'\nimport { b } from './b.ts'",
  },
  broken: [
    { 'shared/a.ts': "import { entryKinds } from '../contract/accounting/accounting.ts'" },
    { 'shared/a.ts': "import type { Actor } from '../server/platform/actor.ts'" },
    { 'shared/a.ts': "import { b } from '../web/ui/b.rules.ts'" },
    { 'shared/a.ts': "import dayjs from 'dayjs'" },
    { 'shared/a.ts': "import { isIP } from 'node:net'" },
  ],
}

/** The clock, chance, waiting, the world outside, and `Temporal`, which not every browser has. */
const IMPURE =
  /\bawait\b|\basync\b|\brandom\w*\(|Date\.now\(|new Date\(\)|\b(?:performance|process|window|document|navigator|localStorage|sessionStorage|crypto|console|Temporal)\.|\bfetch\(|\bset(?:Timeout|Interval)\(/gi

const pure: Rule = {
  name: 'What is shared decides by what it is given, and runs in Node and in every browser',
  find: (tree) =>
    productFiles(tree, isShared).flatMap(([path, source]) =>
      [...withoutTemplates(withoutComments(source)).matchAll(IMPURE)].map(
        ([found]) => `${path}: ${found}`,
      ),
    ),
  sound: {
    'shared/a.ts': 'export const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)',
  },
  broken: [
    'export async function a() {}',
    'Date.now() > at',
    'const now = new Date()',
    'Math.random() < 0.5',
    'performance.now()',
    'process.env.PORT',
    "localStorage.getItem('a')",
    "fetch('/v1')",
    'Temporal.PlainDate.from(day)',
  ].map((source) => ({ 'shared/a.ts': source })),
}

export const sharedRules: Rule[] = [imports, pure]
