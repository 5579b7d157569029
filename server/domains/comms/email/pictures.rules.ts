/** How files begin that every browser shows as a picture. SVG is not among them: it can have scripts. */
const BEGINNINGS = ['\x89PNG\r\n\x1a\n', '\xff\xd8\xff', 'GIF87a', 'GIF89a', 'BM']

/** Whether bytes are a picture, whatever type they were sent as. */
export function isPicture(bytes: Buffer): boolean {
  const head = bytes.toString('latin1', 0, 12)
  return (
    BEGINNINGS.some((beginning) => head.startsWith(beginning)) ||
    (head.startsWith('RIFF') && head.endsWith('WEBP'))
  )
}
