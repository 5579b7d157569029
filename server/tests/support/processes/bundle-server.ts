// Bundles the server with its packages into the given folder: node bundle-server.ts FOLDER. `sourcebook.js` there
// is bin/sourcebook.mjs, and does the same in a third of the time that reading 1,600 files takes at a start. What it
// reads beside its code stays where it is: migrations, agreements, the app, threads.
import { dirname } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'

const root = fileURLToPath(new URL('../../../../', import.meta.url))

/** Code finds files from where it is written, and not from where it was bundled into. */
const places: Plugin = {
  name: 'places',
  transform(code, id) {
    if (id.includes('node_modules') || !code.includes('import.meta.')) return null
    return code
      .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
      .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
  },
}

await build({
  root,
  configFile: false,
  logLevel: 'warn',
  plugins: [places],
  ssr: {
    noExternal: true,
    // Those look for files beside theirs, or may be missing.
    external: [
      'pino',
      'pino-pretty',
      'thread-stream',
      '@fastify/swagger',
      '@fastify/swagger-ui',
      'pg-native',
    ],
  },
  build: {
    ssr: 'bin/sourcebook.mjs',
    outDir: process.argv[2]!,
    target: 'esnext',
    minify: false,
  },
})
