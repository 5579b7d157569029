// Bundles the server with its packages: node scripts/package/bundle.ts FOLDER. FOLDER/bin/sourcebook.mjs then starts in a
// third of the time that reading 1,600 files takes, under any Node from 20.19 on. What the server reads beside its code
// (migrations, agreements, the app) it looks for in FOLDER where it is in the project.
import { dirname, join, relative, sep } from 'node:path'
import { build, type Plugin } from 'vite'
import { root } from '../locked-packages.ts'

/** Packages that stay as they are, in node_modules: they look for files beside theirs, or the server reaches into them. */
const WHOLE = ['pg', 'pg-protocol', 'pino']

/** Those that the server loads when it needs them (server/platform/lazy.ts). */
const LOADED_LATER = [
  'any-ascii',
  'hucre',
  'libmime',
  'marked',
  'nodemailer',
  'pino-pretty',
  's3mini',
  'sanitize-html',
  'yaml',
]

/** The packages that the bundled server needs beside it. */
export const UNBUNDLED = [...WHOLE, ...LOADED_LATER]

/** The command. */
const COMMAND = 'scripts/package/sourcebook.ts'

/** The threads of the server, which are files of their own. */
const THREADS = [
  'server/domains/comms/receiving/emails/html-thread.ts',
  'server/domains/imports/reading/workbook-thread.ts',
  'scripts/package/older-node/argon2-thread.ts',
]

/** Code finds files from where it is written, and threads beside the bundle. */
const places: Plugin = {
  name: 'places',
  transform(code, id) {
    if (id.includes('node_modules') || !code.includes('import.meta.')) return null
    const path = `../${relative(root, id).replaceAll(sep, '/')}`
    return code
      .replaceAll(THREAD, '"./$1.js", $2')
      .replaceAll(/(?<!\.js", )import\.meta\.url/g, `new URL("${path}", import.meta.url).href`)
      .replaceAll('import.meta.dirname', `(import.meta.dirname + "/${dirname(path)}")`)
  },
}

/** The modules of Node that an older one has less of, and where they are whole. */
const COMPLETED: Record<string, string> = {
  'node:crypto': 'scripts/package/older-node/crypto.ts',
  'node:module': 'scripts/package/older-node/module.ts',
}

/** Gives the server those modules whole, under any Node. */
const wholeNode: Plugin = {
  name: 'whole-node',
  enforce: 'pre',
  resolveId(source, importer) {
    const path = COMPLETED[source]
    return path && importer?.startsWith(join(root, 'server')) ? join(root, path) : null
  },
}

/** Where code names a thread: `new URL('./html-thread.ts', import.meta.url)`. */
const THREAD = /["']\.\/([\w-]+-thread)\.ts["'], (import\.meta\.url)/g

/**
 * Bundles into a folder.
 * @throws Error if something cannot be bundled
 */
export async function bundleServer(folder: string): Promise<void> {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [places, wholeNode],
    ssr: { noExternal: true, external: [...WHOLE, 'pg-native'] },
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: false,
      target: 'node20',
      minify: false,
      license: { fileName: 'dist/licences.md' },
      rolldownOptions: {
        input: [COMMAND, ...THREADS].map((path) => join(root, path)),
        output: {
          entryFileNames: ({ name }) =>
            name === 'sourcebook' ? 'bin/sourcebook.mjs' : `dist/${name}.js`,
          chunkFileNames: 'dist/[name]-[hash].js',
        },
      },
    },
  })
}

if (import.meta.main) await bundleServer(process.argv[2]!)
