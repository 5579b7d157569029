// The site that `npm run docs` makes of the guides. The pages stay plain Markdown, as they are read in the repository and
// served by the service itself. The build fails if a link leads nowhere.
import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { type DefaultTheme, defineConfig, type MarkdownRenderer } from 'vitepress'
import manifest from '../../package.json' with { type: 'json' }
import {
  addressOf,
  CONTENTS,
  hrefOn,
  idOfHeading,
  partsOf,
  targetOf,
} from '../../server/platform/guides/pages.rules.ts'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

export default defineConfig({
  title: 'Sourcebook',
  description: 'Keeps a deal desk’s records on your own machine.',
  lang: 'en',
  // The browser itself sees to it that a page asks nobody else for anything.
  head: [
    [
      'meta',
      {
        'http-equiv': 'Content-Security-Policy',
        content:
          "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'",
      },
    ],
    ['link', { rel: 'icon', href: '/icon.svg' }],
  ],
  srcDir: '..',
  srcExclude: ['README.md', 'CODE_OF_CONDUCT.md', '!(docs|sdk)/**/*'],
  rewrites: (file) => `${addressOf(file) || 'index'}.md`,
  outDir: join(root, 'site/dist'),
  cacheDir: join(root, 'site/node_modules/.cache'),
  metaChunk: true,
  vite: { publicDir: join(root, 'web/public'), logLevel: 'warn' },
  // Braces stay as they are written.
  markdown: { anchor: { slugify: idOfHeading }, attrs: { disable: true }, config: useLinks },
  themeConfig: {
    nav: [{ text: manifest.version, link: '/changelog' }],
    sidebar: sidebar(read(CONTENTS)),
    outline: [2, 3],
    search: { provider: 'local' },
  },
})

/** The list of pages, with its headings and links. */
function sidebar(contents: string): DefaultTheme.SidebarItem[] {
  return contents
    .split(/^## /m)
    .slice(1)
    .map((part) => ({
      text: part.split('\n')[0]!,
      items: [...part.matchAll(/\[([^\]]+)\]\(([^)]+)\)/g)].map(([, text, href]) => ({
        text: text!.replace(/^[a-z](?=[a-z]* )/, (letter) => letter.toUpperCase()),
        link: hrefOn('', CONTENTS, href!)!,
      })),
    }))
}

/** Leads the links of pages to the pages of the site. Those to other files, such as tests, become text. */
function useLinks(md: MarkdownRenderer): void {
  md.core.ruler.push('links of the project', ({ tokens, env }) => {
    const file = relative(root, env.realPath ?? env.path).replaceAll('\\', '/')
    for (const { children } of tokens) {
      let isText = false
      for (const token of children ?? []) {
        // In code, {{fields}} are text.
        if (token.type === 'code_inline') token.attrSet('v-pre', '')
        if (token.type === 'link_open') {
          const href = token.attrGet('href')!
          const to = linked(file, href)
          isText = to === undefined
          if (to !== undefined) token.attrSet('href', to)
        }
        if (isText && /^link_(open|close)$/.test(token.type)) {
          isText = token.type === 'link_open'
          token.type = 'text'
        }
      }
    }
  })
}

/** @throws Error if there is no such file, or no such part of it. */
function linked(file: string, href: string): string | undefined {
  const target = targetOf(file, href)
  if (target.kind === 'outside') return href
  const of = target.kind === 'here' ? file : target.file
  if (!existsSync(join(root, of))) throw new Error(`${file}: there is no ${of}`)
  if (target.part !== '' && !partsOf(read(of)).has(target.part)) {
    throw new Error(`${file}: ${of} has no part #${target.part}`)
  }
  return hrefOn('', file, href)
}
