import type { Load } from './load.ts'

/** How long a round of a variant takes, in seconds. */
export const SECONDS = Number(process.env.BENCH_SECONDS ?? 4)
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3)

/** Runs the variants in turn, `BENCH_ROUNDS` times, so that what else the machine does affects all of them alike. */
export async function rounds<K extends string>(
  variants: Record<K, () => Promise<Load>>,
): Promise<Record<K, Load[]>> {
  const results = Object.fromEntries(
    Object.keys(variants).map((name) => [name, []]),
  ) as unknown as Record<K, Load[]>
  for (let round = 0; round < ROUNDS; round++) {
    for (const name of Object.keys(variants) as K[]) {
      const load = await variants[name]()
      results[name].push(load)
      console.error(
        `${name}: ${load.perSecond.toFixed(0)}/s, p50 ${load.p50.toFixed(1)} ms, p99 ${load.p99.toFixed(1)} ms`,
      )
    }
  }
  return results
}
