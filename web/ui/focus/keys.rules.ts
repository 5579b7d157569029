/** What a key does: runs one that is known, begins one of two keys, or nothing. */
export interface Pressed {
  /** The known key, or two keys one after the other, such as `g t`. */
  run: string | null
  /** The key that may be the first of two. */
  begun: string | null
}

/**
 * @param known the keys that do something here: `j`, `g t`.
 * @param begun the key pressed just before, if it may be the first of two.
 */
export function pressed(known: readonly string[], begun: string | null, key: string): Pressed {
  const both = begun === null ? null : `${begun} ${key}`
  if (both !== null && known.includes(both)) return { run: both, begun: null }
  if (known.includes(key)) return { run: key, begun: null }
  return { run: null, begun: known.some((one) => one.startsWith(`${key} `)) ? key : null }
}
