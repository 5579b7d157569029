import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))

export interface Step {
  name: string
  /** What to run under this Node: a file of the project and its arguments. */
  run: [file: string, ...args: string[]]
}

/**
 * With one checker: each of several would compute the contract's types for itself, which is twice the work. What did not
 * change since the last time is not checked again.
 */
const tsc = (project: string, name: string): Step['run'] => [
  'node_modules/typescript/bin/tsc',
  ...`-p ${project} --noEmit --checkers 1 --incremental`.split(' '),
  '--tsBuildInfoFile',
  `node_modules/.cache/types/${name}.tsbuildinfo`,
]

export const typeSteps: Step[] = [
  { name: 'types', run: tsc('.', 'all') },
  {
    name: 'types of the server under the oldest Node for a release',
    run: tsc('scripts/package/older-node/tsconfig.json', 'older-node'),
  },
  { name: 'types of the client on its own', run: tsc('sdk', 'sdk') },
  { name: 'types of the app', run: tsc('web', 'web') },
]

/** What must be true of the project's files, apart from what the tests check. */
export const steps: Step[] = [
  ...typeSteps,
  { name: 'lint and format', run: ['node_modules/@biomejs/biome/bin/biome', 'check'] },
  { name: 'what the contract generates', run: ['scripts/generate.ts', '--check'] },
  { name: 'what the migrations amount to', run: ['scripts/dump-schema.ts', '--check'] },
]

/** Runs a step, and returns its output to print if it failed. */
export function runStep({ run }: Step): Promise<{ passed: boolean; output: string }> {
  const child = spawn(process.execPath, run, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ passed: code === 0, output }))
  })
}
