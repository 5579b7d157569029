// Runs the tests under the bundled Node; arguments go to vitest. Exits with vitest's code, and writes its counts as
// JSON for .ci/run. Plain JavaScript that any Node from 20 on understands.
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundledNode } from './bundled-node.mjs'

const root = fileURLToPath(new URL('../', import.meta.url))
const results = join(root, 'node_modules', '.test-results.json')

// Without a bundled Node, this one will do if it is new enough.
const node = bundledNode() ?? process.execPath
rmSync(results, { force: true })
process.exitCode = run(join('node_modules', 'vitest', 'vitest.mjs'), [
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${results}`,
  ...process.argv.slice(2),
])

function run(file, args) {
  const { status, error } = spawnSync(node, [join(root, file), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      // Processes that the tests start must find the same Node.
      PATH: `${dirname(node)}${delimiter}${process.env.PATH}`,
      // What the tests load is compiled once, and not by each worker and each thread.
      NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node-compile'),
    },
  })
  if (error) console.error(`${node} cannot be run: ${error.message}`)
  return status ?? 1
}
