const EVERY_MS = 5_000

/** Reports progress on standard error, every few seconds at most. Work that is done sooner reports nothing. */
export function progress(): (what: string) => void {
  let next = performance.now() + EVERY_MS
  return (what) => {
    if (performance.now() < next) return
    next = performance.now() + EVERY_MS
    process.stderr.write(`${what}\n`)
  }
}

/** Describes the contents of a backup: `57 tables with 1234 rows and 5 files`. */
export function contentsInWords(manifest: {
  tables: readonly { lines: number }[]
  files: readonly unknown[]
}): string {
  const rows = manifest.tables.reduce((sum, { lines }) => sum + lines, 0)
  return `${manifest.tables.length} tables with ${rows} rows and ${manifest.files.length} files`
}
