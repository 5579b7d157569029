const GIB = 1024 ** 3
const MIB = 1024 ** 2
/** The log of an embedded PostgreSQL grows to this before its oldest part is used again (`max_wal_size`). */
const LOG_BYTES = 2 * GIB

/** How much room a copy of a database takes at most: its tables, the log that they are written with, an empty cluster. */
export const roomFor = (databaseBytes: number): number =>
  databaseBytes + Math.min(databaseBytes, LOG_BYTES) + 64 * MIB

/** An amount for people who look for room on a disk. */
export const shownBytes = (bytes: number): string =>
  bytes < GIB ? `${Math.ceil(bytes / MIB)} MiB` : `${(bytes / GIB).toFixed(1)} GiB`

/** What initdb writes by itself, by the machine and the release. */
const OWN =
  /^(lc_\w+|datestyle|timezone|log_timezone|default_text_search_config|dynamic_shared_memory_type)$/

/** The settings of the old configuration files that the new ones do not have, as they are written there. */
export const tunedSettings = (
  old: ReadonlyMap<string, string>,
  fresh: ReadonlyMap<string, string>,
): string[] =>
  [...old]
    .filter(([name, value]) => !OWN.test(name) && fresh.get(name) !== value)
    .map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'`)
