// Bundles the client with the parser that it uses, for scripts/build-sdk.mjs: `<folder>/esm/client.js` for `import` and
// `<folder>/cjs/client.js` for `require`. The parser itself has no CommonJS and asks for a newer Node than the client does.
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

await build({
  configFile: false,
  logLevel: 'warn',
  build: {
    outDir: process.argv[2]!,
    emptyOutDir: false,
    target: 'es2022',
    // Whoever bundles the package makes it smaller; everybody else can read it.
    minify: false,
    lib: {
      entry: fileURLToPath(new URL('../sdk/client.ts', import.meta.url)),
      formats: ['es', 'cjs'],
      fileName: (format) => (format === 'es' ? 'esm/client.js' : 'cjs/client.js'),
    },
  },
})
