import { isOlder } from './soak/judged.ts'
import { promises } from './soak/promises.ts'
import { recorded } from './soak/record.ts'

/** docs/trust.md: what is promised, where it is tried, and what the last long runs found. */
export function trustPage(): string {
  const runs = recorded()
  const rows = promises.map(({ promise, tests, soak }) => {
    const files = tests.map((path) => `[${path.split('/').at(-1)}](../${path})`).join(', ')
    const found = soak.map((part) => {
      const run = runs[part]
      if (!run) return `\`${part}\`: not run yet`
      const outcome = run.outcome === 'skipped' ? 'SKIPPED' : run.outcome
      const older = isOlder(part, run) ? ' (older than the code)' : ''
      return `\`${part}\`, ${run.on}, \`${run.commit}\`${older}: ${outcome}${run.figure && `, ${run.figure}`}`
    })
    return `| ${promise} | ${files} | ${found.join('<br>') || 'All of it runs in `npm test`.'} |`
  })
  return `<!-- Written by scripts/generate.ts from scripts/soak/promises.ts and docs/soak.json; not by hand. -->

# What we promise, and how we test it

Every promise has tests that run with all others (\`npm test\`). Most of those also show that they would notice: a variant that is
broken on purpose has to be caught. For what needs more time there are long runs: \`npm run soak\` runs all of them, \`npm run soak --
limiter\` some, and \`--list\` prints this table. A part that cannot run on a machine says SKIPPED, and why. Each run
names its day and the commit that it tried, and says so if the code that it tried has changed since. Such a run counts for no release.
Figures depend on the machine, and only show how much was tested.

| Promise | Tests | Last long run |
| --- | --- | --- |
${rows.join('\n')}
`
}
