const UNITS = ['bytes', 'KB', 'MB', 'GB']

/** `1.4 MB` of a number of bytes. */
export function sizeText(bytes: number): string {
  let [size, unit] = [bytes, 0]
  while (size >= 1000 && unit < UNITS.length - 1) {
    size /= 1000
    unit++
  }
  const shown = unit === 0 || size >= 100 ? String(Math.round(size)) : size.toFixed(1)
  return `${shown} ${UNITS[unit]}`
}

/** What goes out with a message of a medium at most, as the service has it. */
const MOST_BYTES = { email: 20 * 1024 * 1024, text: 5 * 1000 * 1000 } as const
const MOST_FILES = 10

/** Why a file cannot go out beside those that do, by their sizes; one that cannot takes no room from the next. */
export function faultOf(
  size: number,
  taken: readonly number[],
  medium: keyof typeof MOST_BYTES,
): string | undefined {
  const most = MOST_BYTES[medium]
  if (taken.length >= MOST_FILES) {
    return `A message has at most ${MOST_FILES} files; leave this one out.`
  }
  return taken.reduce((sum, one) => sum + one, size) > most
    ? `The files of ${medium === 'text' ? 'a text' : 'an email'} have at most ${sizeText(most)} together; leave this one out.`
    : undefined
}
