/**
 * `npm run bench` runs every part in turn, `npm run bench -- speed live` only those, and `npm run bench -- quick` the
 * first part with short rounds, to notice quickly that a change costs speed.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'

const PARTS: Record<string, string> = {
  speed: 'bench/speed.ts',
  records: 'bench/records.ts',
  accounting: 'bench/accounting.ts',
  imports: 'bench/imports.ts',
  obligations: 'bench/obligations.ts',
  messages: 'bench/messages.ts',
  live: 'bench/live.ts',
  grid: 'bench/grid.ts',
  app: 'bench/app.ts',
  processes: 'bench/processes.ts',
  hostile: 'bench/hostile.ts',
}

const asked = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const options = process.argv.slice(2).filter((argument) => argument.startsWith('--'))
const unknown = asked.filter((part) => part !== 'quick' && !(part in PARTS))
if (unknown.length > 0) {
  console.error(
    `There is no part ${unknown.join(', ')}. The parts: ${Object.keys(PARTS).join(', ')}; or "quick".`,
  )
  process.exit(2)
}
const quick = asked.includes('quick')
const parts = quick ? ['speed'] : asked.length > 0 ? asked : Object.keys(PARTS)
for (const part of parts) {
  const child = spawn(process.execPath, [PARTS[part]!, ...(quick ? ['quick'] : []), ...options], {
    stdio: 'inherit',
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) process.exit(code ?? 1)
}
