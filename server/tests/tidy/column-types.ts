import { columnTypes } from '../../../shared/column-types.ts'
import { productFiles, type Rule, type Tree, withoutComments } from './tree.ts'

const MOST_FILES = 5

/** Files in which the name of a column type is the name of something else. */
const others = [
  // The parts of a formula have types of their own.
  'server/domains/records/cells/formulas/compile.ts',
  // The parts of a formatted amount.
  'server/domains/records/cells/currencies.ts',
  'shared/currencies.ts',
  // The kinds of addresses of people.
  'web/areas/records/activity/reach-buttons.tsx',
]

const GUIDE = 'docs/columns.md'
const CELLS = 'server/domains/records/cells/'
const SWITCH = /switch \((?:[\w.]+\.)?(?:type|shownType\([^)]*\))\)/
const TABLE = /Record<ColumnType,|ColumnType = keyof/

/** `multi_select` → `multiSelect`. */
const camelCase = (type: string): string =>
  type.replace(/_(.)/g, (_, letter) => letter.toUpperCase())

/** Whether a file compares with the type, has an entry for it in a table of types, or says what its cells hold. */
function knows(path: string, source: string, type: string): boolean {
  const has = (pattern: string) => new RegExp(pattern, 'm').test(source)
  return (
    has(`(?:\\btype|shownType\\([^)]*\\)) [!=]== '${type}'`) ||
    (SWITCH.test(source) && has(`case '${type}':`)) ||
    (TABLE.test(source) && has(`^ +${type}[:,]`)) ||
    (path.startsWith(CELLS) && has(`^export const ${camelCase(type)}\\b`))
  )
}

/** The files that know a column type by its name, and the guide to them. */
export function filesThatKnow(tree: Tree, type: string): string[] {
  const product = productFiles(tree, (path) => !others.includes(path)).filter(([path, source]) =>
    knows(path, withoutComments(source), type),
  )
  const isInGuide = tree.get(GUIDE)?.includes(`\`${type}\``)
  return [...product.map(([path]) => path), ...(isInGuide ? [GUIDE] : [])]
}

const five = (line: string, paths = ['a', 'b', 'c', 'd', 'e']) =>
  Object.fromEntries(paths.map((path) => [`server/domains/${path}.ts`, line]))

export const columnTypesApart: Rule = {
  name: `At most ${MOST_FILES} files know a column type by its name: others ask for its nature, its input or another fact`,
  find: (tree) =>
    columnTypes.flatMap((type) => {
      const files = filesThatKnow(tree, type)
      return files.length > MOST_FILES ? [`${type}: ${files.join(', ')}`] : []
    }),
  lists: [others],
  sound: {
    ...five("if (column.type === 'percent') return"),
    'server/f.ts': "// if (column.type === 'percent') return",
    'server/g.ts': "const column = { name: 'Share', type: 'percent' }",
    'server/h.ts': "if (inputOf(type) === 'email') return",
  },
  broken: [
    "if (type !== 'percent') return",
    "switch (column.type) {\n  case 'percent':\n}",
    "if (shownType(column) === 'percent') return",
    'const widths: Record<ColumnType, number> = {\n  percent: 120,\n}',
  ].map((line) => five(line, ['a', 'b', 'c', 'd', 'e', 'f'])),
}
