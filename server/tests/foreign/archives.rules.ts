import { crc32, deflateRawSync } from 'node:zlib'

/** How a program writes a ZIP archive. */
export interface Packing {
  isStored: boolean
  /** The sizes follow the data, since the program did not know them before. */
  hasDescriptors: boolean
  /** With sizes of 64 bits: beside each file, or in the directory too. */
  zip64: 'no' | 'files' | 'all'
  /** Names for folders too. */
  hasFolders: boolean
}

const ZIP64 = 0xffff_ffff

/** An archive of texts, as the programs that write XLSX pack it. */
export function packed(parts: Record<string, string>, packing: Packing): Buffer {
  const { isStored, hasDescriptors, zip64, hasFolders } = packing
  const pieces: Buffer[] = []
  const index: Buffer[] = []
  let at = 0
  const folders = new Set(
    hasFolders ? Object.keys(parts).flatMap((name) => /^.*\//.exec(name)?.[0] ?? []) : [],
  )
  const all: [string, string][] = [
    ...Array.from(folders, (name): [string, string] => [name, '']),
    ...Object.entries(parts),
  ]
  for (const [name, text] of all) {
    const plain = Buffer.from(text)
    const data = isStored || plain.length === 0 ? plain : deflateRawSync(plain)
    const method = data === plain ? 0 : 8
    const isLate = hasDescriptors && method === 8
    const long = Buffer.alloc(zip64 === 'no' ? 0 : 20)
    if (zip64 !== 'no') {
      long.writeUInt16LE(1, 0)
      long.writeUInt16LE(16, 2)
      long.writeBigUInt64LE(BigInt(isLate ? 0 : plain.length), 4)
      long.writeBigUInt64LE(BigInt(isLate ? 0 : data.length), 12)
    }
    const facts = (sizes: 'known' | 'later' | 'long', extra: Buffer) => {
      const head = Buffer.alloc(26)
      head.writeUInt16LE(zip64 === 'no' ? 20 : 45, 0)
      head.writeUInt16LE(isLate ? 8 : 0, 2)
      head.writeUInt16LE(method, 4)
      head.writeUInt16LE(0x5c_7a, 8)
      head.writeUInt32LE(sizes === 'later' ? 0 : crc32(plain), 10)
      const [size, unpacked] = {
        known: [data.length, plain.length],
        later: [0, 0],
        long: [ZIP64, ZIP64],
      }[sizes]
      head.writeUInt32LE(size!, 14)
      head.writeUInt32LE(unpacked!, 18)
      head.writeUInt16LE(Buffer.byteLength(name), 22)
      head.writeUInt16LE(extra.length, 24)
      return head
    }
    const none = Buffer.alloc(0)
    const here = zip64 === 'no' ? facts(isLate ? 'later' : 'known', none) : facts('long', long)
    const local = [Buffer.from('PK\x03\x04', 'latin1'), here, Buffer.from(name), long, data]
    if (isLate) {
      const descriptor = Buffer.alloc(zip64 === 'no' ? 16 : 24)
      descriptor.write('PK\x07\x08', 'latin1')
      descriptor.writeUInt32LE(crc32(plain), 4)
      if (zip64 === 'no') {
        descriptor.writeUInt32LE(data.length, 8)
        descriptor.writeUInt32LE(plain.length, 12)
      } else {
        descriptor.writeBigUInt64LE(BigInt(data.length), 8)
        descriptor.writeBigUInt64LE(BigInt(plain.length), 16)
      }
      local.push(descriptor)
    }
    const inIndex = Buffer.from(long)
    if (zip64 === 'all') {
      inIndex.writeBigUInt64LE(BigInt(plain.length), 4)
      inIndex.writeBigUInt64LE(BigInt(data.length), 12)
    }
    const extra = zip64 === 'all' ? inIndex : none
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(at, 10)
    index.push(
      Buffer.from('PK\x01\x02\x2d\x00', 'latin1'),
      facts(zip64 === 'all' ? 'long' : 'known', extra),
      tail,
      Buffer.from(name),
      extra,
    )
    const file = Buffer.concat(local)
    pieces.push(file)
    at += file.length
  }
  const directory = Buffer.concat(index)
  const count = all.length
  const end = Buffer.alloc(18)
  end.writeUInt16LE(count, 4)
  end.writeUInt16LE(count, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(zip64 === 'all' ? ZIP64 : at, 12)
  return Buffer.concat([
    ...pieces,
    directory,
    ...(zip64 === 'all' ? [longEnd(count, directory.length, at)] : []),
    Buffer.from('PK\x05\x06', 'latin1'),
    end,
  ])
}

/** The end of a directory with numbers of 64 bits, and where it is. */
function longEnd(count: number, bytes: number, at: number): Buffer {
  const record = Buffer.alloc(56)
  record.write('PK\x06\x06', 'latin1')
  record.writeBigUInt64LE(44n, 4)
  record.writeUInt16LE(45, 12)
  record.writeUInt16LE(45, 14)
  record.writeBigUInt64LE(BigInt(count), 24)
  record.writeBigUInt64LE(BigInt(count), 32)
  record.writeBigUInt64LE(BigInt(bytes), 40)
  record.writeBigUInt64LE(BigInt(at), 48)
  const locator = Buffer.alloc(20)
  locator.write('PK\x06\x07', 'latin1')
  locator.writeBigUInt64LE(BigInt(at + bytes), 8)
  locator.writeUInt32LE(1, 16)
  return Buffer.concat([record, locator])
}
