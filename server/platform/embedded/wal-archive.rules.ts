/** What PostgreSQL runs to bring a finished segment of its log into an archive, and to get one back. */

/** How long what was written waits at most until its segment goes into the archive, full or not. */
export const ARCHIVE_TIMEOUT_S = 60

/** What the log of PostgreSQL says if another database archives into the same directory. */
export const DIFFERS = 'another file of this name is in the archive'

const COMPARE = 'gzip -dc "$f" | cmp -s - "%p" && sync "$f" "$d"'
const COPY =
  'gzip -1 < "%p" > "$t" && touch -r "%p" "$t" && sync "$t" && ln "$t" "$f" && rm "$t" && sync "$d"'

/**
 * For `archive_command`. A segment gets its name when it is complete and on disk, and no file is ever overwritten. PostgreSQL
 * repeats the command until it succeeds, so a segment may be there already: that is well if it is the same one. The copy has
 * the time of the segment, which says up to when the archive reaches. What gzip makes of a segment that was closed after a
 * minute is small: its rest is zeros.
 */
export const archiveCommand = (directory: string): string =>
  `d=${quoted(directory)}; f="$d/%f.gz"; t="$d/.%f.$$"; ` +
  `if [ -e "$f" ]; then { ${COMPARE}; } || { echo "${DIFFERS}: $f" >&2; exit 1; }; ` +
  `else { ${COPY}; } || { rm -f "$t"; exit 1; }; fi`

/** For `restore_command`. It also asks for segments and timelines that do not exist. */
export const restoreCommand = (directory: string): string =>
  `f=${quoted(directory)}/%f.gz; [ -e "$f" ] && gzip -dc "$f" > "%p"`

/** As one word of a shell, in a setting where PostgreSQL replaces `%p` and `%f`. */
const quoted = (path: string): string => `'${path.replaceAll("'", "'\\''").replaceAll('%', '%%')}'`
