import type { Load } from './load.ts'

export const rate = (loads: Load[], each = 1): string =>
  median(loads.map((load) => load.perSecond * each)).toLocaleString('en', {
    maximumFractionDigits: 0,
  })
export const p99 = (loads: Load[]): string =>
  `${median(loads.map((load) => load.p99)).toFixed(1)} ms`
export const ratio = (a: Load[], b: Load[]): string =>
  median(a.map((load, i) => load.perSecond / b[i]!.perSecond)).toFixed(2)

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

/** Prints a table in Markdown, as in docs/figures.md. */
export function printTable(head: string[], rows: string[][]): void {
  for (const row of [head, head.map(() => '---'), ...rows]) console.log(`| ${row.join(' | ')} |`)
}
