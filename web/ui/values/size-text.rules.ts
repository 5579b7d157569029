const UNITS = ['bytes', 'KB', 'MB', 'GB']

/** A number of bytes as `1.4 MB`. */
export function sizeText(bytes: number): string {
  let [size, unit] = [bytes, 0]
  while (size >= 1000 && unit < UNITS.length - 1) {
    size /= 1000
    unit++
  }
  const shown = unit === 0 || size >= 100 ? String(Math.round(size)) : size.toFixed(1)
  return `${shown} ${UNITS[unit]}`
}
