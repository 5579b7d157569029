// Tries what the service promises for longer than the tests do, each part for about ten minutes at most on two cores:
//   npm run soak                                all parts
//   npm run soak -- limiter durability          some
//   npm run soak -- durability --seed 12345     again, with the seed of an earlier run
//   COUNT=300 npm run soak -- files mails      fewer files and emails than the 5,000 of each
//   MINUTES=60 npm run soak -- two              two people for an hour
//   npm run soak -- --list                      what is promised, and what the last runs found
// What each part found is kept in docs/soak.json, from which docs/trust.md is made.
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { newSeed } from '../../server/tests/scenarios/chance.ts'
import { sweepAbandoned } from '../../server/tests/support/machine/temporary.ts'
import { trustPage } from '../trust-page.ts'
import { codeOf, isOlder } from './judged.ts'
import { parts } from './parts.ts'
import { promises } from './promises.ts'
import { commitTried, type Recorded, record, recorded } from './record.ts'

const { values, positionals } = parseArgs({
  options: { seed: { type: 'string' }, list: { type: 'boolean' } },
  allowPositionals: true,
})
if (values.list) list()
else {
  await sweepAbandoned()
  const names = positionals.length > 0 ? positionals : Object.keys(parts)
  const strange = names.find((name) => !(name in parts))
  if (strange) throw new Error(`There is no part "${strange}": ${Object.keys(parts).join(', ')}.`)
  for (const name of names) await run(name)
  await writeFile(new URL('../../docs/trust.md', import.meta.url), trustPage())
  process.exit()
}

function list(): void {
  const runs = recorded()
  for (const { promise, soak } of promises) {
    console.log(promise)
    for (const part of soak) console.log(`  ${part}: ${lastRun(part, runs[part])}`)
    if (soak.length === 0) console.log('  all of it is in npm test')
  }
}

function lastRun(part: string, run: Recorded | undefined): string {
  if (!run) return 'not run yet'
  const older = isOlder(part, run) ? ', older than the code' : ''
  return `${run.outcome === 'skipped' ? 'SKIPPED' : run.outcome} on ${run.on} at ${run.commit}${older}: ${run.figure}`
}

async function run(name: string): Promise<void> {
  const tried = { commit: commitTried(), code: codeOf(name) }
  const seed = values.seed === undefined ? newSeed() : Number(values.seed)
  console.log(`${name} (seed ${seed})`)
  const since = performance.now()
  let figure = ''
  const say = (what: string) => {
    figure = what
    console.log(`  ${what}`)
  }
  const outcome = await parts[name]!(seed, say).catch((error: Error) => [
    error.stack ?? String(error),
  ])
  const minutes = Number(((performance.now() - since) / 60_000).toFixed(1))
  const on = new Date().toISOString().slice(0, 10)
  if (!Array.isArray(outcome)) {
    console.log(`${name}: SKIPPED, ${outcome.skipped}`)
    return record(name, {
      outcome: 'skipped',
      on,
      ...tried,
      minutes,
      figure: outcome.skipped,
    })
  }
  const isPassed = outcome.length === 0
  console.log(`${name}: ${isPassed ? 'passed' : 'FAILED'} in ${minutes} min`)
  for (const fault of outcome.slice(0, 20)) console.log(`  ${fault}`)
  if (!isPassed) process.exitCode = 1
  await record(name, {
    outcome: isPassed ? 'passed' : 'failed',
    on,
    ...tried,
    minutes,
    figure,
  })
}
