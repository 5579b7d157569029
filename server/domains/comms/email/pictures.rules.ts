/** How files begin that every browser shows as a picture. SVG is not among them: it can have scripts. */
const BEGINNINGS: readonly [string, string][] = [
  ['\x89PNG\r\n\x1a\n', 'image/png'],
  ['\xff\xd8\xff', 'image/jpeg'],
  ['GIF87a', 'image/gif'],
  ['GIF89a', 'image/gif'],
  ['BM', 'image/bmp'],
]

/** The type of bytes that are a picture, whatever they were sent as; undefined for all others. */
export function pictureType(bytes: Buffer): string | undefined {
  const head = bytes.toString('latin1', 0, 12)
  if (head.startsWith('RIFF') && head.endsWith('WEBP')) return 'image/webp'
  return BEGINNINGS.find(([beginning]) => head.startsWith(beginning))?.[1]
}
