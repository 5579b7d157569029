/**
 * Which files of a cluster go into a base copy, by "Making a Base Backup Using the Low Level API" in the manual of PostgreSQL.
 * Left out is what a start makes anew: the log, which comes from the archive; what belongs to a running server; and what is
 * temporary. Their directories are in the copy, as PostgreSQL does not make them.
 */
export function isCopied(path: string): boolean {
  const [top = '', ...rest] = path.split('/')
  const name = rest.at(-1) ?? top
  if (rest.length > 0 && EMPTIED.has(top)) return false
  return !NAMES.some((pattern) => pattern.test(name))
}

const EMPTIED = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])

const NAMES = [
  /^postmaster\.(pid|opts)$/,
  /^\.s\.PGSQL\./, // the socket
  /^pgsql_tmp/,
  /^pg_internal\.init/,
  /^t\d+_\d+/, // temporary tables
  /^(backup_label|tablespace_map|backup_manifest|current_logfiles)(\.old)?$/,
  /^(recovery|standby)\.signal$/,
]

/** Left out as well if it is in it, with everything in it. */
export const isEntered = (path: string): boolean => !/(^|\/)pgsql_tmp/.test(path)
