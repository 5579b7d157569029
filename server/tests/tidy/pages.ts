import { posix } from 'node:path'
import { headingsById } from '../../platform/docs/pages.rules.ts'
import type { Rule, Tree } from './tree.ts'

const pagesOf = (tree: Tree) => [...tree].filter(([path]) => path.endsWith('.md'))

export const links: Rule = {
  name: 'Links between pages, and files that pages name, lead somewhere',
  find: (tree) =>
    pagesOf(tree).flatMap(([path, text]) => {
      const linked = [...text.matchAll(/(?:\]\(| src="| srcset=")([^)"#:]+)(?:#[^)]*)?[)"]/g)].map(
        ([, to]) => posix.join(posix.dirname(path), to!),
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
    { 'docs/a.md': '<img src="gone.png">' },
    { 'ARCHITECTURE.md': '`server/gone.ts` does it' },
  ],
}

/** What people read in one sitting, in bytes. */
const mostBytes = (path: string): number | undefined => {
  if (path === 'ARCHITECTURE.md') return 20_000
  return path.startsWith('docs/design/') ? 6_000 : undefined
}

export const shortPages: Rule = {
  name: 'ARCHITECTURE.md is a map of 20 KB at most, and a page of docs/design has 6 KB at most',
  find: (tree) =>
    pagesOf(tree)
      .map(([path, text]) => ({ path, bytes: Buffer.byteLength(text) }))
      .filter(({ path, bytes }) => bytes > (mostBytes(path) ?? bytes))
      .map(({ path, bytes }) => `${path}: ${bytes} bytes`),
  sound: { 'ARCHITECTURE.md': 'a'.repeat(20_000), 'docs/ingest.md': 'a'.repeat(30_000) },
  broken: [
    { 'ARCHITECTURE.md': 'é'.repeat(10_001) },
    { 'docs/design/chain.md': 'a'.repeat(6_001) },
  ],
}

export const parts: Rule = {
  name: 'A link to a part of a page leads to one of its headings',
  find: (tree) =>
    pagesOf(tree).flatMap(([path, text]) =>
      [...text.matchAll(/\]\(([^)#:]*)#([^)]*)\)/g)]
        .map(([, to, part]) => ({
          page: to === '' ? path : posix.join(posix.dirname(path), to!),
          part: part!,
        }))
        .filter(
          ({ page, part }) => page.endsWith('.md') && !headingsById(tree.get(page) ?? '').has(part),
        )
        .map(({ page, part }) => `${path}: ${page} has no part #${part}`),
    ),
  sound: {
    'README.md': '# A\n\nSee [b](docs/b.md#the-rest-of-b-1), [here](#a).',
    'docs/b.md': '## The `rest` of B\n\n## The rest, of [B](#x-y)\n\n## X_Y\n\n### X-Y\n',
  },
  broken: [
    { 'README.md': 'See [b](docs/b.md#gone).', 'docs/b.md': '# B' },
    { 'README.md': '```sh\n# no heading\n```\n[it](#no-heading)' },
  ],
}

export const plainPages: Rule = {
  name: 'A page is plain Markdown: no tags but <br>, comments, and those of a picture for light and dark',
  find: (tree) =>
    pagesOf(tree).flatMap(([path, text]) =>
      [
        ...text
          .replace(/^```[\s\S]*?^```$/gm, '')
          .replace(/`[^`]*`/g, '')
          .matchAll(/(?<!\\)<(?!br>|!--|https?:|\/?picture>|source |img )[^\s>]*>?/g),
      ].map(([tag]) => `${path}: ${tag}`),
    ),
  sound: {
    'README.md':
      '<!-- made -->\nOne<br>two, <https://records.example.com>, `<key>`, \\<key>\n```html\n<p>\n```\n<picture><img src="a.png"></picture>\n',
  },
  broken: [{ 'README.md': 'key:<keyId>' }, { 'docs/a.md': '<p align="center">' }],
}

export const contents: Rule = {
  name: 'docs/README.md lists every page of docs/, except those that the README.md of their folder lists',
  find(tree) {
    return pagesOf(tree)
      .map(([path]) => path)
      .filter((path) => path.startsWith('docs/') && path !== 'docs/README.md')
      .map((path) => ({ path, list: listOf(path, tree) }))
      .filter(
        ({ path, list }) =>
          !tree.get(list)?.includes(`](${posix.relative(posix.dirname(list), path)})`),
      )
      .map(({ path, list }) => `${list}: does not list ${path}`)
  },
  sound: {
    'docs/README.md': '- [B](b.md)\n- [C](in/c.md)\n- [All of D](d/README.md)',
    'docs/b.md': '',
    'docs/in/c.md': '',
    'docs/d/README.md': '- [E](e.md)',
    'docs/d/e.md': '',
    'README.md': '',
  },
  broken: [
    { 'docs/README.md': '- [B](b.md)', 'docs/b.md': '', 'docs/in/c.md': '' },
    { 'docs/README.md': '', 'docs/d/README.md': '' },
    { 'docs/README.md': '- [D](d/README.md)', 'docs/d/README.md': '', 'docs/d/e.md': '' },
  ],
}

/** The page that has to list a page: the README.md of its folder, or else docs/README.md. */
function listOf(path: string, tree: Tree): string {
  const own = posix.join(posix.dirname(path), 'README.md')
  return own !== path && tree.has(own) ? own : 'docs/README.md'
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
  name: 'docs/dependencies.md says of every package why it is here',
  find(tree) {
    const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
      tree.get('package.json') ?? '{}',
    )
    const reasons = tree.get('docs/dependencies.md') ?? ''
    return Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies })
      .filter(
        (name) =>
          !reasons.includes(`\`${name}\``) && !reasons.includes(`\`${posix.dirname(name)}/*\``),
      )
      .map((name) => `package.json: ${name}`)
  },
  sound: {
    'package.json': '{"dependencies": {"a": "1", "@b/c": "1"}}',
    'docs/dependencies.md': '`a`, `@b/*`',
  },
  broken: [
    { 'package.json': '{"devDependencies": {"a": "1"}}', 'docs/dependencies.md': 'all but one' },
  ],
  except: {},
}
