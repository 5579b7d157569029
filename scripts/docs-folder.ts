// Writes the guides and the reference into site/dist, as a folder that any web server can serve, below any path:
// npm run docs. They are the pages that the service itself shows, with relative links and without what needs a service.
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { build } from 'vite'
import { openApiDocument } from '../contract/reference/openapi.ts'
import {
  GUIDES,
  ICON,
  OPENAPI,
  operationAddress,
  REFERENCE,
  SEARCH,
  SEARCH_SCRIPT,
  STYLE,
  schemaAddress,
} from '../server/platform/docs/addresses.rules.ts'
import { docsStyle } from '../server/platform/docs/docs-style.ts'
import { guidePage } from '../server/platform/docs/guide-pages.rules.ts'
import { docsAddress } from '../server/platform/docs/pages.rules.ts'
import { findGuides, indexOf, readReference } from '../server/platform/docs/read-docs.ts'
import {
  firstPage,
  operationPage,
  schemaPage,
} from '../server/platform/docs/reference-pages.rules.ts'
import type { Entry } from '../server/platform/docs/search.rules.ts'
import { searchPage } from '../server/platform/docs/search-page.rules.ts'
import { root } from './locked-packages.ts'

/** Writes the docs into a folder, in place of what is there. */
export async function writeDocs(folder: string): Promise<void> {
  const { guides, pictures } = await findGuides()
  const reading = readReference(openApiDocument())
  const docs = { guides, reading, isFolder: true }
  rmSync(folder, { recursive: true, force: true })

  const pages = new Map([
    ...[...guides.texts.keys()].map((file) => [docsAddress(file)!, guidePage(docs, file)] as const),
    [REFERENCE, firstPage(docs)],
    ...[...reading.operations].map(
      ([id, operation]) => [operationAddress(id), operationPage(docs, operation)] as const,
    ),
    ...[...reading.schemas.keys()].map(
      (name) => [schemaAddress(name), schemaPage(docs, name)] as const,
    ),
    [SEARCH, searchPage(docs, '', [])],
  ])
  const files = new Map([...pages.keys()].map((address) => [address, pageFile(address)]))
  for (const address of [STYLE, SEARCH_SCRIPT, ICON, OPENAPI, ...pictures.keys()]) {
    files.set(address, fileOf(address))
  }
  const write = (address: string, content: string) =>
    writeFileSync(placeOf(folder, files.get(address)!), content)

  for (const [address, html] of pages) write(address, relative(html, files.get(address)!, files))
  write(STYLE, docsStyle)
  write(OPENAPI, JSON.stringify(openApiDocument()))
  const entries = (await indexOf(docs)).map((entry) => ({
    ...entry,
    to: hrefFrom(files.get(SEARCH)!, entry.to, files),
  }))
  write(SEARCH_SCRIPT, await searchScript(entries))
  copyFileSync(join(root, 'web/public/icon.svg'), placeOf(folder, files.get(ICON)!))
  for (const [address, path] of pictures) copyFileSync(path, placeOf(folder, files.get(address)!))
}

/** `/docs/guides/integrate/curl` → `guides/integrate/curl.html`; the front door is what a web server shows first. */
const pageFile = (address: string): string => {
  if (address === GUIDES) return 'index.html'
  return address === REFERENCE ? 'reference.html' : `${fileOf(address)}.html`
}

/** `/docs/docs.css` → `docs.css` */
const fileOf = (address: string): string => address.replace(/^\/(docs\/|v1\/)?/, '')

function placeOf(folder: string, file: string): string {
  const path = join(folder, file)
  mkdirSync(dirname(path), { recursive: true })
  return path
}

/** A page whose links to others lead from file to file. */
const relative = (html: string, from: string, files: Map<string, string>): string =>
  html.replaceAll(
    / (href|src|srcset|action)="(\/[^"]*)"/g,
    (_, name: string, to: string) => ` ${name}="${hrefFrom(from, to, files)}"`,
  )

/** @throws Error if nothing is at the address */
function hrefFrom(from: string, to: string, files: Map<string, string>): string {
  const [address = '', part] = to.split('#')
  const file = files.get(address)
  if (file === undefined) throw new Error(`${from} leads to ${to}, where nothing is.`)
  const path = posix.relative(posix.dirname(from), file)
  return part === undefined ? path : `${path}#${part}`
}

async function searchScript(entries: Entry[]): Promise<string> {
  const built = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    define: { ENTRIES: JSON.stringify(entries) },
    build: {
      write: false,
      rolldownOptions: { input: join(root, 'scripts/docs-search.ts'), output: { format: 'iife' } },
    },
  })
  const [result] = [built].flat()
  if (!('output' in result!)) throw new Error('Vite watched instead of building.')
  return result.output[0].code
}

if (import.meta.main) {
  const folder = join(root, 'site/dist')
  await writeDocs(folder)
  console.log(`Written into ${folder}`)
}
