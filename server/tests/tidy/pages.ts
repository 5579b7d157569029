import { posix } from 'node:path'
import type { Rule, Tree } from './tree.ts'

const pagesOf = (tree: Tree) => [...tree].filter(([path]) => path.endsWith('.md'))

export const links: Rule = {
  name: 'Links between pages, and files that pages name, lead somewhere',
  find: (tree) =>
    pagesOf(tree).flatMap(([path, text]) => {
      const linked = [...text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, to]) =>
        posix.join(posix.dirname(path), to!),
      )
      const named = [
        ...text.matchAll(/`((?:server|contract|shared|scripts|bench|sdk|web)\/[\w./-]+\.\w+)`/g),
      ].map(([, to]) => to!)
      return [...linked, ...named]
        .filter((to) => !tree.has(to))
        .map((to) => `${path}: there is no ${to}`)
    }),
  sound: {
    'README.md': 'See [it](docs/a.md#part), `server/a.ts`.',
    'docs/a.md': '',
    'server/a.ts': '',
  },
  broken: [
    { 'README.md': 'See [it](docs/b.md).' },
    { 'docs/a.md': '[up](../CHANGES.md)' },
    { 'ARCHITECTURE.md': '`server/gone.ts` does it' },
  ],
}

/** A step of a recipe: a file, and the text to look for in it. */
const STEP = /^- `([\w./-]+)`: .*?`([^`]+)`$/gm

export const recipes: Rule = {
  name: 'The steps of CONTRIBUTING.md lead to what they follow',
  find(tree) {
    const parts = (tree.get('CONTRIBUTING.md') ?? '').split(/^##+ /m)
    return parts
      .filter((part) => part.startsWith('To add '))
      .flatMap((part) => {
        const [title] = part.split('\n')
        const steps = [...part.matchAll(STEP)].map(([, path, word]) => ({
          path: path!,
          word: word!,
        }))
        const lines = part.split('\n').filter((line) => line.startsWith('- `'))
        if (steps.length === 0 || steps.length < lines.length)
          return [`${title}: not all are steps`]
        return steps
          .filter(({ path, word }) => !tree.get(path)?.includes(word))
          .map(({ path, word }) => `${title}: ${path} has no ${word}`)
      })
  },
  sound: {
    'CONTRIBUTING.md': '### To add a\n\n- `server/a.ts`: the rule: `addA`\n',
    'server/a.ts': 'export const addA = 1',
  },
  broken: [
    { 'CONTRIBUTING.md': '### To add a\n\n- `server/a.ts`: the rule: `addA`\n' },
    {
      'CONTRIBUTING.md': '### To add a\n\n- `server/a.ts`: the rule: `addA`\n',
      'server/a.ts': 'addB',
    },
    { 'CONTRIBUTING.md': '### To add a\n\n- `server/a.ts`: the rule\n', 'server/a.ts': '' },
  ],
}

export const packages: Rule = {
  name: 'ARCHITECTURE.md says of every package why it is here',
  find(tree) {
    const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
      tree.get('package.json') ?? '{}',
    )
    const architecture = tree.get('ARCHITECTURE.md') ?? ''
    return Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies })
      .filter(
        (name) =>
          !architecture.includes(`\`${name}\``) &&
          !architecture.includes(`\`${posix.dirname(name)}/*\``),
      )
      .map((name) => `package.json: ${name}`)
  },
  sound: {
    'package.json': '{"dependencies": {"a": "1", "@b/c": "1"}}',
    'ARCHITECTURE.md': '`a`, `@b/*`',
  },
  broken: [{ 'package.json': '{"devDependencies": {"a": "1"}}', 'ARCHITECTURE.md': 'all but one' }],
  except: {},
}
