/**
 * `npm run bench` runs every part in turn, and `npm run bench -- speed live` only those. `full` among the arguments uses
 * boards of a million rows instead of 200,000, 100,000 obligations instead of 30,000, and each part's own rounds instead
 * of three of 2 seconds (five of one in the first part), as the tables of docs/figures.md do. `quick` measures the goals of speed
 * with short rounds, to notice quickly that a change costs speed. `servers`, `growth` and `large` run only if they are named: they need what few machines have.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'

const PARTS: Record<string, string> = {
  speed: 'bench/speed.ts',
  hour: 'bench/hour.ts',
  goals: 'bench/goals.ts',
  records: 'bench/records.ts',
  counts: 'bench/counts.ts',
  accounting: 'bench/accounting.ts',
  imports: 'bench/imports.ts',
  obligations: 'bench/obligations.ts',
  messages: 'bench/messages.ts',
  live: 'bench/live.ts',
  files: 'bench/files.ts',
  forms: 'bench/forms.ts',
  links: 'bench/links.ts',
  grid: 'bench/grid.ts',
  feel: 'bench/feel.ts',
  journeys: 'bench/journeys.ts',
  app: 'bench/app.ts',
  processes: 'bench/processes.ts',
  hostile: 'bench/hostile.ts',
  chain: 'bench/chain.ts',
  servers: 'bench/servers.ts',
  growth: 'bench/growth.ts',
  large: 'bench/large.ts',
}

const asked = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const options = process.argv.slice(2).filter((argument) => argument.startsWith('--'))
/** What the parts run with unless the environment says otherwise. */
const SIZES: Record<'usual' | 'full' | 'quick', NodeJS.ProcessEnv> = {
  usual: { BENCH_SECONDS: '2', BENCH_ROUNDS: '3', BENCH_OBLIGATIONS: '30000' },
  full: { BENCH_ROWS: '1000000', BENCH_QUEUED: '1000000' },
  quick: { BENCH_ROWS: '10000', BENCH_ROUNDS: '2' },
}

/** These need a Citus, and minutes to prepare it. */
const ON_REQUEST = ['servers', 'growth', 'large']

/** Rounds of the first table: as many as its goals ask for. */
const OF_SPEED = { BENCH_SECONDS: '1', BENCH_ROUNDS: '5' }

const quick = asked.includes('quick')
const size = quick ? 'quick' : asked.includes('full') ? 'full' : 'usual'
const named = asked.filter((argument) => argument !== 'quick' && argument !== 'full')
const unknown = named.filter((part) => !(part in PARTS))
if (unknown.length > 0) {
  console.error(
    `There is no part ${unknown.join(', ')}. The parts: ${Object.keys(PARTS).join(', ')}; or "quick", or "full".`,
  )
  process.exit(2)
}
const usual = Object.keys(PARTS).filter((part) => !ON_REQUEST.includes(part) && part !== 'goals')
const parts = quick ? ['goals', 'links'] : named.length > 0 ? named : usual
for (const part of parts) {
  const started = performance.now()
  const child = spawn(process.execPath, [PARTS[part]!, ...options], {
    stdio: 'inherit',
    env: {
      ...SIZES[size],
      ...(size === 'usual' && part === 'speed' ? OF_SPEED : {}),
      ...process.env,
    },
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) process.exit(code ?? 1)
  console.error(`${part} took ${((performance.now() - started) / 1000).toFixed(0)} s`)
}
