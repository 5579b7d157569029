/** The upper halves of what DOS wrote, which browsers do not know, by their numbers. */
const DOS: Record<string, string> = {
  '437':
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
  '850':
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
}

const tables = new Map<string, Map<string, Buffer>>()

/** Bytes of a text in an encoding that Node can only read. */
export function encoded(text: string, encoding: string): Buffer {
  if (encoding === 'utf-8') return Buffer.from(text)
  if (encoding === 'utf-16le') return Buffer.from(text, 'utf16le')
  if (encoding === 'utf-16be') return Buffer.from(text, 'utf16le').swap16()
  const table = tables.get(encoding) ?? tableOf(encoding)
  tables.set(encoding, table)
  const bytes = Array.from(text, (character) => {
    const found = table.get(character)
    if (!found) throw new Error(`${encoding} has no ${character}`)
    return found
  })
  return Buffer.concat(bytes)
}

function tableOf(encoding: string): Map<string, Buffer> {
  const table = new Map<string, Buffer>()
  const add = (character: string, ...bytes: number[]) => {
    if (Array.from(character).length !== 1 || character === '\ufffd' || table.has(character)) return
    table.set(character, Buffer.from(bytes))
  }
  const upper = DOS[encoding.slice(-3)]
  const decoder = upper ? undefined : new TextDecoder(encoding)
  const read = (...bytes: number[]) =>
    bytes.length === 1 && upper && bytes[0]! > 127
      ? upper[bytes[0]! - 128]!
      : (decoder ?? new TextDecoder()).decode(Uint8Array.from(bytes))
  for (let byte = 0; byte < 256; byte++) add(read(byte), byte)
  if (!decoder || /windows|macintosh|iso-8859|koi8/.test(encoding)) return table
  for (let first = 0x81; first < 0xff; first++) {
    for (let second = 0x40; second < 0xff; second++) add(read(first, second), first, second)
  }
  return table
}
