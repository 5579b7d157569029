const EVERY_MS = 5_000

/** Tells a person who waits, on standard error: not more often than every few seconds, so little that is soon done. */
export function progress(): (what: string) => void {
  let next = performance.now() + EVERY_MS
  return (what) => {
    if (performance.now() < next) return
    next = performance.now() + EVERY_MS
    process.stderr.write(`${what}\n`)
  }
}

/** What a backup amounts to: `57 tables with 1234 rows and 5 files`. */
export function amountOf(manifest: {
  tables: readonly { lines: number }[]
  files: readonly unknown[]
}): string {
  const rows = manifest.tables.reduce((sum, { lines }) => sum + lines, 0)
  return `${manifest.tables.length} tables with ${rows} rows and ${manifest.files.length} files`
}
