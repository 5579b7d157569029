// Builds the client's package into sdk/dist: JavaScript as ES modules and as CommonJS, each with its types. `npm pack` runs
// it. Plain JavaScript that any Node from 18 on understands; Vite runs under the bundled Node.
import { spawnSync } from 'node:child_process'
import { copyFileSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundledNode } from './bundled-node.mjs'

const root = fileURLToPath(new URL('../', import.meta.url))
const sdk = join(root, 'sdk')
const modules = join(root, 'node_modules')

// Built elsewhere and then renamed: an interrupted build leaves nothing that could be packed.
const made = join(modules, '.cache', `sdk-${process.pid}`)
try {
  build()
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
} finally {
  rmSync(made, { recursive: true, force: true })
}

function build() {
  const [types, esm, cjs] = ['types', 'esm', 'cjs'].map((name) => join(made, name))
  run(join(modules, 'typescript/bin/tsc'), '-p', sdk, '--outDir', types)
  run(join(root, 'scripts/bundle-sdk.ts'), made)
  for (const [name, text] of declarations(types)) {
    for (const folder of [esm, cjs]) writeFileSync(join(folder, name), text)
  }
  rmSync(types, { recursive: true })
  // The package is one of ES modules; this folder is not.
  writeFileSync(join(cjs, 'package.json'), '{ "type": "commonjs" }\n')
  copyFileSync(
    join(modules, 'eventsource-parser/LICENSE'),
    join(made, 'LICENSE.eventsource-parser'),
  )
  copyFileSync(join(root, 'LICENSE'), join(sdk, 'LICENSE'))
  rmSync(join(sdk, 'dist'), { recursive: true, force: true })
  renameSync(made, join(sdk, 'dist'))
}

/** The declarations that those of the client lead to, by name. TypeScript leaves `.ts` in the names that they import. */
function declarations(folder) {
  const found = new Map([['client.d.ts', '']])
  for (const name of found.keys()) {
    const source = readFileSync(join(folder, name), 'utf8')
    const text = source.replace(/(['"])\.\/([\w-]+)\.ts\1/g, (_, quote, module) => {
      if (!found.has(`${module}.d.ts`)) found.set(`${module}.d.ts`, '')
      return `${quote}./${module}.js${quote}`
    })
    found.set(name, text)
  }
  return found
}

function run(...args) {
  const { status, error, stdout, stderr } = spawnSync(bundledNode() ?? process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
  })
  if (status === 0) return
  throw new Error(`The client could not be built.\n${stdout}${stderr}${error?.message ?? ''}`)
}
