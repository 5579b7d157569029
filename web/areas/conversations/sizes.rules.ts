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
export const MOST_BYTES = { email: 20 * 1024 * 1024, text: 5 * 1000 * 1000 } as const
export const MOST_FILES = 10
