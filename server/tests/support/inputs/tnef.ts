/** Writes TNEF as Outlook does, for tests. */

const u16 = (value: number) => {
  const out = Buffer.alloc(2)
  out.writeUInt16LE(value)
  return out
}
const u32 = (value: number) => {
  const out = Buffer.alloc(4)
  out.writeUInt32LE(value >>> 0)
  return out
}
const filled = (value: Buffer) =>
  Buffer.concat([u32(value.length), value, Buffer.alloc((4 - (value.length % 4)) % 4)])

export const attribute = (level: 1 | 2, id: number, value: Buffer): Buffer =>
  Buffer.concat([
    Buffer.of(level),
    u32(id),
    u32(value.length),
    value,
    u16(value.reduce((sum, byte) => (sum + byte) & 0xffff, 0)),
  ])

export type Property =
  | { id: number; text: string }
  | { id: number; binary: Buffer }
  | { id: number; object: Buffer }
  | { id: number; long: number }
  | { id: number; several: string[] }

export const properties = (list: readonly Property[]): Buffer =>
  Buffer.concat([
    u32(list.length),
    ...list.map((one) => {
      const head = (type: number) => {
        const name =
          one.id >= 0x8000 ? [Buffer.alloc(16), u32(1), filled(Buffer.from('n\0', 'utf16le'))] : []
        return Buffer.concat([u16(type), u16(one.id), ...name])
      }
      const unicode = (text: string) => filled(Buffer.from(`${text}\0`, 'utf16le'))
      if ('text' in one) return Buffer.concat([head(0x1f), u32(1), unicode(one.text)])
      if ('binary' in one) return Buffer.concat([head(0x102), u32(1), filled(one.binary)])
      if ('object' in one) return Buffer.concat([head(0x0d), u32(1), filled(one.object)])
      if ('several' in one) {
        return Buffer.concat([head(0x101f), u32(one.several.length), ...one.several.map(unicode)])
      }
      return Buffer.concat([head(0x03), u32(one.long)])
    }),
  ])

export const tnef = (...attributes: Buffer[]): Buffer =>
  Buffer.concat([u32(0x223e9f78), u16(1), ...attributes])

export const messageProperties = (...list: Property[]): Buffer =>
  attribute(1, 0x00069003, properties(list))

export const packedFile = (title: string, bytes: Buffer, ...list: Property[]): Buffer =>
  Buffer.concat([
    attribute(2, 0x00069002, Buffer.alloc(14)),
    attribute(2, 0x00018010, Buffer.from(`${title}\0`, 'latin1')),
    attribute(2, 0x0006800f, bytes),
    attribute(2, 0x00069005, properties(list)),
  ])

/** A message within the message. */
export const packedMessage = (title: string, message: Buffer): Buffer => {
  const id = Buffer.from('0703020000000000c000000000000046', 'hex')
  return Buffer.concat([
    attribute(2, 0x00069002, Buffer.alloc(14)),
    attribute(2, 0x00018010, Buffer.from(`${title}\0`, 'latin1')),
    attribute(2, 0x00069005, properties([{ id: 0x3701, object: Buffer.concat([id, message]) }])),
  ])
}

/** RTF, packed without making it smaller. */
export const packedRtf = (rtf: string, size = rtf.length): Buffer =>
  Buffer.concat([
    u32(rtf.length + 12),
    u32(size),
    u32(0x414c454d),
    u32(0),
    Buffer.from(rtf, 'latin1'),
  ])
