/** A file as old programs write it into a text: `begin 644 march.pdf`, its lines, and `end`. */
export interface Uuencoded {
  name: string
  bytes: Buffer
}

const BLOCK =
  /^begin [0-7]{3,4} ([^\r\n]{1,255}?)[ \t]*\r?\n((?:[\x20-`][^\r\n]{0,90}\r?\n|\r?\n)*?)end[ \t]*(?:\r?\n|$)/gm

/** Takes such files out of a text, which is a string of bytes. What only looks like one stays in it. */
export function takeUuencoded(text: string): { text: string; files: Uuencoded[] } {
  const files: Uuencoded[] = []
  const rest = text.replace(BLOCK, (block, name: string, lines: string) => {
    const bytes = decode(lines)
    if (!bytes) return block
    files.push({ name, bytes })
    return ''
  })
  return { text: rest, files }
}

/** Undefined if a line has fewer characters than it says. Blanks at its end may have been lost. */
function decode(lines: string): Buffer | undefined {
  const found: Buffer[] = []
  for (const line of lines.split(/\r?\n/)) {
    const many = digitAt(line, 0)
    const chars = Math.ceil(many / 3) * 4
    if (/[^\x20-`]/.test(line.slice(1, chars + 1)) || line.trimEnd().length > chars + 2)
      return undefined
    const bytes = Buffer.alloc((chars / 4) * 3)
    for (let group = 0; group < chars / 4; group++) {
      const [a, b, c, d] = [1, 2, 3, 4].map((nth) => digitAt(line, group * 4 + nth))
      bytes.writeUIntBE((a! << 18) | (b! << 12) | (c! << 6) | d!, group * 3, 3)
    }
    found.push(bytes.subarray(0, many))
  }
  return Buffer.concat(found)
}

/** A blank and a backquote both stand for 0. */
const digitAt = (line: string, at: number): number => ((line.charCodeAt(at) || 32) - 32) & 63
