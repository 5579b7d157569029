// Runs the tests under the bundled Node; arguments go to vitest. `--on pgbouncer` and the like run them on another server
// than the embedded one (test-servers.mjs), and `--record` then keeps the result for docs/scaling.md. Exits with vitest's
// code, and writes its counts as JSON for .ci/run. Plain JavaScript that any Node from 18 on understands.
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundledNode } from './bundled-node.mjs'
import { findServer } from './test-servers.mjs'

const root = fileURLToPath(new URL('../', import.meta.url))
const { on, isRecorded, rest } = readArguments(process.argv.slice(2))
const { missing, program, version } = findServer(on)
const results = join(
  root,
  'node_modules',
  on === 'embedded' ? '.test-results.json' : `.test-results-${on}.json`,
)

// Without a bundled Node, this one will do if it is new enough.
const node = bundledNode() ?? process.execPath
rmSync(results, { force: true })
if (missing) {
  console.error(`The tests cannot run on ${on}: ${missing}.`)
  process.exitCode = 1
} else {
  process.exitCode = run(join('node_modules', 'vitest', 'vitest.mjs'), [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${results}`,
    ...rest,
  ])
  if (isRecorded) run(join('scripts', 'record-suite.ts'), [on, version ?? '', results])
}

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
      // For server/tests/support/service/global-setup.ts.
      TEST_ON: on,
      TEST_PROGRAM: program ?? '',
    },
  })
  if (error) console.error(`${node} cannot be run: ${error.message}`)
  return status ?? 1
}

function readArguments(given) {
  const rest = [...given]
  const at = rest.indexOf('--on')
  const [, on = ''] = at === -1 ? ['', 'embedded'] : rest.splice(at, 2)
  const record = rest.indexOf('--record')
  if (record !== -1) rest.splice(record, 1)
  return { on, isRecorded: record !== -1, rest }
}
