/**
 * The bytes of a part in quoted-printable. Bytes that should have been quoted are kept. The parser's own decoder takes the
 * square of the number of blanks in a line, which is hours for an email of a megabyte.
 */
export const unquoted = (bytes: Buffer): Buffer =>
  Buffer.from(
    bytes
      .toString('latin1')
      .replace(BLANKS_AT_END, '$1')
      .replace(/=(?:\r?\n|$)/g, '') // line breaks that are not the text's
      .replace(/=([\da-f]{2})/gi, (_, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      ),
    'latin1',
  )

/** Mail servers may add them. The group at the start keeps the time in line with the length. */
const BLANKS_AT_END = /(^|[^ \t])[ \t]+(?=[\r\n]|$)/g
