/**
 * The bytes of base64. Characters that are none of it are passed over, pieces that were encoded one by one are joined, and
 * lines of words below it, which some mailing lists add, are left out.
 */
export const fromBase64 = (text: string): Buffer =>
  Buffer.concat(
    withoutWords(text)
      .replace(/[^\w+/=-]/g, '')
      .split(/=+/)
      .map((piece) => Buffer.from(piece, 'base64')),
  )

function withoutWords(text: string): string {
  for (let end = text.length; end > 0; ) {
    const start = text.lastIndexOf('\n', end - 1) + 1
    const line = text.slice(start, end).trim()
    if (start === 0 || /^-*[a-z\d+/_][\w+/=-]*$/i.test(line)) return text.slice(0, end)
    end = start - 1
  }
  return ''
}
