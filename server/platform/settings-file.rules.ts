const BLANK = /^\s*/
/** A part in quotes and what comes after it, or the rest of the line. */
const PART = /^(?:'([^']*)'|"((?:[^"\\]|\\[\s\S])*)")[^\S\n]*/
const BARE = /^(?:[^\\\n]|\\[\s\S])*/

/**
 * Reads a file of settings as systemd reads an `EnvironmentFile`, so that the service and its commands have the same: `#` and
 * `;` begin a comment only at the start of a line, and a backslash before the end of a line continues it.
 */
export function readSettings(text: string): Record<string, string> {
  const settings: Record<string, string> = {}
  let rest = text.replaceAll('\r\n', '\n')
  const take = (pattern: RegExp): string[] => {
    const found = pattern.exec(rest) ?? ['']
    rest = rest.slice(found[0].length)
    return found
  }
  while (take(BLANK) && rest !== '') {
    if (/^[#;]/.test(rest)) {
      take(/^.*/)
      continue
    }
    const [, name] = take(/^([^=\n]*)=[^\S\n]*/)
    if (name === undefined) {
      take(/^.*/)
      continue
    }
    let value = ''
    for (let part = take(PART); part[0] !== ''; part = take(PART)) {
      value += part[1] ?? part[2]!.replaceAll(/\\(["\\`$])|\\\n/g, '$1')
    }
    const [bare] = take(BARE)
    settings[name.trim()] =
      value + bare!.replace(/(?<!\\)\s+$/, '').replaceAll(/\\(?:\n|(.))/gs, '$1')
  }
  return settings
}
