/** SQLSTATEs of PostgreSQL for files that are damaged or missing: data_corrupted, index_corrupted, undefined_file. */
const OF_FILES = new Set(['XX001', 'XX002', '58P01'])

/** What PostgreSQL writes when it does not start on damaged files. It speaks English, see `cleanEnvironment`. */
const OUTPUT =
  /checkpoint record|incompatible with server|incorrect checksum|invalid (?:page|magic)|could not (?:open|read|access) (?:file|directory)/

/** Whether an error of PostgreSQL says that its files are damaged or missing. */
export function isDamage(error: unknown): error is Error & { detail?: string } {
  const { code, detail } = (error ?? {}) as { code?: string; detail?: string }
  const hasNoFolder = code === '3D000' && /subdirectory .+ is missing/.test(detail ?? '')
  return error instanceof Error && (OF_FILES.has(code ?? '') || hasNoFolder)
}

export const tellsOfDamage = (output: string): boolean => OUTPUT.test(output)

/** What an operator reads. @param words what PostgreSQL says */
export const damage = (...words: string[]): string =>
  `Files of the database are damaged or missing. PostgreSQL says:\n${words.join('\n').trim()}\n` +
  'Keep these files as they are, and restore the newest backup into another place: see docs/operating/backups.md.'
