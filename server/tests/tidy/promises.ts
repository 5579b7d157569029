import { productFiles, type Rule, withoutComments, withoutTemplates } from './tree.ts'

const DECLARED = /\b(?:const|let)\s+(?:(\w+)|\{([^}]*)\}|\[([^\]]*)\])/g
const AWAITED = /\bawait\s+(\w+)\b(?!\s*[.(![<`])/g

const namesIn = (source: string): Set<string> =>
  new Set([...source.matchAll(DECLARED)].flatMap(([text]) => text.match(/\w+/g)!.slice(1)))

/** With the others, it would end the process: a promise that fails while something else is awaited is heard by nobody. */
export const promises: Rule = {
  name: 'Domains await a promise where they begin it, or together with others in Promise.all',
  find: (tree) =>
    productFiles(tree, (path) => path.startsWith('server/domains/')).flatMap(([path, text]) => {
      const source = withoutTemplates(withoutComments(text))
      const declared = namesIn(source)
      const awaited = [...source.matchAll(AWAITED)].map(([, name]) => name!)
      return [...new Set(awaited)]
        .filter((name) => declared.has(name))
        .map((name) => `${path}: await ${name}`)
    }),
  sound: {
    'server/domains/records/a.ts': [
      'const a = await begin()',
      'const both = await Promise.all([begin(), begin()])',
      'const named = async (rows: Promise<Row[]>) => (await rows).map(nameOf)',
      'await db\n  .withDirectory(read)',
      'const db = new Database()',
    ].join('\n'),
    'server/platform/a.ts': 'const late = begin()\nawait late',
  },
  broken: [
    'const seat = findActor(tx)\nconst row = await lock(tx)\nconst actor = await seat',
    'const { mark } = await read(async (tx) => ({ mark: find(tx) }))\nif ((await mark) === kept) go()',
    'let writing = begin()\nawait writing',
  ].map((source) => ({ 'server/domains/records/a.ts': source })),
  except: {
    'server/domains/imports/running/work.ts: await writing':
      'a block is written while the next one is read, and its failure is heard at once',
    'server/domains/imports/reading/workbook-thread.ts: await taken':
      'only the end of the thread could make it fail',
  },
}
