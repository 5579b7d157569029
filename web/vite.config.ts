import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { preloads } from '../scripts/preloads.ts'

/** Where the service answers during development: `npm start` beside `vite`. */
const service = process.env.SOURCEBOOK_URL ?? 'http://127.0.0.1:3000'

/**
 * Leaves the operations of boards out of the client's table. The app addresses boards and pages alike, as definitions,
 * and every page would load them for nothing.
 */
const withoutBoards: Plugin = {
  name: 'without-boards',
  enforce: 'pre',
  transform(code, id) {
    if (id.endsWith('/sdk/operations.ts')) return code.replace(OF_BOARDS, '')
    const used = id.startsWith(import.meta.dirname) && /'boards\.\w+'/.exec(code)
    if (used) this.error(`The app has no operation ${used[0]}; use that of definitions.`)
    return undefined
  },
}

const ICONS = /\/web\/ui\/icons\//

/** Shared modules that need no pop-up: rules, icons, hooks. Rules of other areas and of what is written come with their pages. */
const COMMON =
  /\/web\/(?!areas\/(?!records)|ui\/(?:obligations|writing)\/).*\.rules\.ts$|\/shared\/|@mantine\/hooks|\/web\/ui\/(?:links|records\/column-types|values\/use-|writing\/use-is)/

/** Entries of one line, and of several. */
const OF_BOARDS = /^ {2}'boards\.\w+': \{(?:.*\},\n|\n[\s\S]*?^ {2}\},\n)/gm

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), withoutBoards, preloads],
  // The Host stays as the browser sent it: the service compares it with the Origin of requests that change something.
  server: { port: 5173, proxy: { '/v1': { target: service }, '/docs': { target: service } } },
  build: {
    outDir: 'dist',
    // Their licences ask for their text to go along.
    license: { fileName: 'licences.md' },
    target: 'es2024',
    // The first versions that support `light-dark()`. Rewritten for older ones, its colours would have to be in the
    // same file as the theme.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // The page's policy allows no `data:` modules, and what is not preloaded is fetched when needed.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    // Each file of its own is a request, and a page made of a hundred of them spends more time fetching than running.
    // So modules that are shared are in a few files, each of which needs only those before it. What the page of a
    // board runs at first is apart from what pop-ups and forms need, which it fetches when it is idle.
    rolldownOptions: {
      // Each icon goes where it is used, although all are imported from one file.
      treeshake: { moduleSideEffects: [{ test: ICONS, sideEffects: false }] },
      output: {
        codeSplitting: {
          groups: [
            { name: 'base', test: /\/web\/main\.tsx$/ },
            { name: 'common', minShareCount: 3, test: COMMON },
            { name: 'records', test: /\/web\/areas\/records\/records-page\.tsx$/ },
            { name: 'controls', minShareCount: 3, test: /@floating-ui|@mantine\/(?:form|core)/ },
            { name: 'parts', minShareCount: 3, test: /\/web\/ui\// },
          ],
        },
      },
    },
  },
})
