import type { ByteRange } from '../files/file-store.ts'

/**
 * Which bytes of a file a request asks for, by its headers `Range` and `If-Range`; undefined for all of them. As RFC 9110 allows, a
 * request for several ranges gets the whole file, and so does one that cannot be read. `none` if the file ends before the range
 * begins.
 */
export function rangeOf(
  {
    range = '',
    'if-range': ifRange,
  }: { range?: string | undefined; 'if-range'?: string | undefined },
  size: number,
  etag: string,
): ByteRange | 'none' | undefined {
  const [, from = '', to = ''] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(range) ?? []
  if (from === '' && to === '') return undefined
  // The part loaded before is of another file.
  if (ifRange !== undefined && ifRange !== etag) return undefined
  if (from !== '' && to !== '' && Number(from) > Number(to)) return undefined
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size : Math.min(size, Number(to) + 1)
  return start < end ? { start, end } : 'none'
}
