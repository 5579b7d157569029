import {
  type Import,
  importsOf,
  isTest,
  type Rule,
  type Tree,
  withoutComments,
  withoutTemplates,
} from './tree.ts'

const inApp = (path: string) => /^web\/.*\.tsx?$/.test(path) && !isTest(path) && path !== CONFIG
const CONFIG = 'web/vite.config.ts'

const appFiles = (tree: Tree) => [...tree].filter(([path]) => inApp(path))

const strays = (tree: Tree, fits: (path: string, imported: Import) => boolean): string[] =>
  appFiles(tree).flatMap(([path, source]) =>
    importsOf(path, source)
      .filter((imported) => !fits(path, imported))
      .map(({ to }) => `${path}: ${to}`),
  )

/** Where the pattern occurs in the app's sources, except in `places`. */
const found = (tree: Tree, pattern: RegExp, ...places: string[]): string[] =>
  appFiles(tree)
    .filter(([path]) => !places.includes(path))
    .flatMap(([path, source]) =>
      [...withoutComments(source).matchAll(pattern)].map(([text]) => `${path}: ${text}`),
    )

/** The same, except in template literals: a snippet for another site is one. */
const foundInCode = (tree: Tree, pattern: RegExp, ...places: string[]): string[] =>
  found(
    new Map([...tree].map(([path, source]) => [path, withoutTemplates(source)])),
    pattern,
    ...places,
  )

/** `web/areas/<area>/…` → area; `web/service/…`, `web/ui/…` and `web/shell/…` by their names; the rest is the app's root. */
const roomOf = (path: string): string => /^web\/(?:areas\/)?([^/]+)\//.exec(path)?.[1] ?? 'the root'

/** The words for refusals. These files import no packages. */
const words = ['contract/refusals/refusals.ts', 'contract/refusals/reasons.ts']

const imports: Rule = {
  name: 'The app is a client as others: it imports itself, the client, what is shared, types and words of the contract, and packages',
  find: (tree) =>
    strays(
      tree,
      (_, { to, typeOnly }) =>
        /^(web|sdk|shared)\//.test(to) ||
        (to.startsWith('contract/') && (typeOnly || words.includes(to))) ||
        !/^(node:|(server|contract|scripts|bench|bin)\/)/.test(to),
    ),
  sound: {
    'web/a.tsx':
      "import { useState } from 'react'\nimport type { B } from '../contract/b.ts'\nimport { c } from '../sdk/client.ts'\nimport { d } from '../shared/d.ts'",
  },
  broken: [
    { 'web/a.tsx': "import { b } from '../contract/b.ts'" },
    { 'web/areas/deals/a.ts': "import type { b } from '../../../server/domains/records/b.ts'" },
    { 'web/a.ts': "import { readFileSync } from 'node:fs'" },
  ],
}

const rooms: Rule = {
  name: 'Areas don’t know of one another: what several use is in ui, service or at the root, which know neither area nor shell; service knows only itself',
  find: (tree) =>
    strays(tree, (path, { to }) => {
      const [from, target] = [roomOf(path), roomOf(to)]
      if (path === 'web/routes.tsx' || !to.startsWith('web/') || target === from) return true
      if (from === 'service') return false
      if (from === 'the root') return target === 'ui' || target === 'service'
      if (from === 'shell') return true
      return ['the root', 'ui', 'service'].includes(target)
    }),
  sound: {
    'web/routes.tsx': "import('./areas/deals/a.tsx')\nimport { b } from './shell/b.tsx'",
    'web/areas/deals/a.tsx':
      "import { b } from '../../ui/b.tsx'\nimport { c } from '../../paths.ts'",
    'web/ui/a.tsx': "import { b } from '../service/b.ts'",
    'web/service/b.ts': "import { c } from './failures/c.rules.ts'",
    'web/shell/b.tsx': "import('../areas/deals/b.tsx')",
  },
  broken: [
    { 'web/areas/deals/a.tsx': "import { b } from '../obligations/b.tsx'" },
    { 'web/areas/deals/a.tsx': "import { b } from '../../shell/b.tsx'" },
    { 'web/ui/a.tsx': "import { b } from '../areas/deals/b.tsx'" },
    { 'web/theme.ts': "import { b } from './areas/deals/b.tsx'" },
    { 'web/service/a.ts': "import type { B } from '../ui/b.tsx'" },
    { 'web/service/a.ts': "import { paths } from '../paths.ts'" },
  ],
  except: {
    'web/areas/records/panel/commissions-tab.tsx: web/areas/deals/record-commissions.tsx':
      'the commissions of a deal are a tab of its record, and loaded with it',
  },
}

const addresses: Rule = {
  name: 'The addresses of pages are made in web/paths.ts',
  find: (tree) =>
    found(
      tree,
      /(?<=['"`])\/(?:records|conversations|obligations|deals|agreements|settings|signin|signup|forgot|reset|invitations|docs)\b[^'"`]*/g,
      'web/paths.ts',
      'web/routes.tsx',
    ),
  sound: { 'web/paths.ts': "'/deals'", 'web/areas/deals/a.tsx': 'paths.deals()' },
  broken: [
    { 'web/areas/deals/a.tsx': "navigate('/deals/' + id)" },
    { 'web/shell/a.tsx': '<Link to="/conversations">' },
  ],
}

const serviceUrls: Rule = {
  name: 'URLs of the service are made from the table of operations',
  find: (tree) => found(tree, /(?<=['"`])\/v1\/[^'"`]*/g),
  sound: { 'web/paths.ts': "urlOf('files.content', { params: { id } })" },
  broken: [{ 'web/areas/deals/a.tsx': "href('/v1/files/' + id)" }],
}

const forms: Rule = {
  name: 'Forms are web/ui/forms/form.tsx',
  find: (tree) => foundInCode(tree, /<form\b/g, 'web/ui/forms/form.tsx'),
  sound: {
    'web/ui/forms/form.tsx': '<form noValidate>',
    'web/areas/deals/a.tsx': '<Form form={form}>',
  },
  broken: [{ 'web/areas/deals/a.tsx': '<form onSubmit={submit}>' }],
  except: {
    'web/areas/records/toolbar/filters/filter-panel.tsx: <form':
      'a tree of conditions, which the service judges as a whole',
    'web/ui/writing/composer.tsx: <form': 'it keeps a draft, and stays for the next message',
  },
}

const setters: Rule = {
  name: 'The setters of states are called setX',
  find: (tree) =>
    found(tree, /const \[\w*, ?(?!set[A-Z])\w+\] = use(?:State|LocalStorage|SessionStorage)\b/g),
  sound: { 'web/ui/a.tsx': "const [typed, setTyped] = useState('')" },
  broken: [
    { 'web/ui/a.tsx': "const [typed, type] = useState('')" },
    { 'web/ui/a.tsx': 'const [, settle] = useState<Draw | null>(null)' },
  ],
}

const calls: Rule = {
  name: 'The app asks through the client alone, which asks through web/service/reach.ts',
  find: (tree) =>
    foundInCode(
      tree,
      /\b(?:fetch|XMLHttpRequest|EventSource|WebSocket)\(/g,
      'web/service/reach.ts',
      // Tells how much of an upload is sent, which fetch cannot, and is used through reach.ts.
      'web/service/upload-fetch.ts',
    ),
  sound: {
    'web/service/reach.ts': 'await fetch(input)',
    'web/areas/deals/a.tsx': "useAnswer('deals.get', input)\nawait refetch()",
    'web/areas/developer/a.ts': 'const snippet = `fetch("/v1/rows")`',
  },
  broken: [{ 'web/areas/deals/a.tsx': "await fetch('/v1/deals')" }],
}

const markup: Rule = {
  name: 'Nothing is made of markup or code that came as text, but in the sandboxed frame',
  find: (tree) =>
    found(
      tree,
      /\b(?:dangerouslySetInnerHTML|innerHTML|outerHTML|insertAdjacentHTML|srcDoc|eval\(|new Function\()/g,
      'web/ui/html/sandboxed-html.tsx',
    ),
  sound: { 'web/ui/html/sandboxed-html.tsx': '<iframe sandbox="" srcDoc={html} />' },
  broken: [
    { 'web/ui/a.tsx': '<p dangerouslySetInnerHTML={{ __html: text }} />' },
    { 'web/areas/deals/a.tsx': 'element.innerHTML = text' },
  ],
}

const colours: Rule = {
  name: 'Colours are the theme’s: none is written where it is used',
  find: (tree) =>
    [...tree]
      .filter(([path]) => /^web\/.*\.(?:tsx?|css)$/.test(path) && !isTest(path))
      .filter(([path]) => !['web/theme.ts', 'web/theme.css'].includes(path))
      .flatMap(([path, source]) =>
        [
          ...withoutComments(source).matchAll(/#[\da-f]{3,8}\b(?!-)|\b(?:rgba?|hsla?|oklch)\(/gi),
        ].map(([text]) => `${path}: ${text}`),
      ),
  sound: { 'web/theme.ts': "'#0b7285'", 'web/ui/a.module.css': 'color: var(--mantine-color-text)' },
  broken: [
    { 'web/ui/a.module.css': '.a { color: #fff }' },
    { 'web/ui/a.tsx': '<b style={{ color: "rgba(0, 0, 0, 0.5)" }} />' },
  ],
}

export const webRules: Rule[] = [
  imports,
  rooms,
  addresses,
  serviceUrls,
  forms,
  setters,
  calls,
  markup,
  colours,
]
