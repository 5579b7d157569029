import { fileType } from '../../records/files/files.rules.ts'
import { fromBase64 } from './base64.rules.ts'
import type { Mail, MailFile } from './parsed-mail.ts'
import { partName } from './part-names.rules.ts'
import { pictureType } from './pictures.rules.ts'

/** A picture whose bytes are in the HTML itself: `<img src="data:image/png;base64,iVBORw0…">`. */
const IN_HTML =
  /(<img\b[^<>]*?\s)src\s*=\s*(?:"\s*data:([^"]*)"|'\s*data:([^']*)'|data:([^\s"'<>]*))/gi

interface Most {
  files: number
  bytes: number
}

/**
 * The email with the pictures in its HTML as files, which the HTML shows in their place. A file that is no picture, or one that can
 * have scripts, is a file only. The HTML says where it leaves one out because the email has too many or too large ones.
 */
export function withDataPictures(mail: Mail, most: Most): Mail {
  const files = [...mail.files]
  let left = most.bytes - files.reduce((sum, { bytes }) => sum + bytes.length, 0)
  const known = new Map<string, string>()
  const keep = (data: string): string => {
    const { type, bytes } = readData(data)
    if (bytes.length === 0) return ''
    if (files.length >= most.files || bytes.length > left) return `alt="[${LEFT_OUT}]"`
    left -= bytes.length
    const picture = pictureType(bytes)
    const cid = picture ? `${files.length + 1}@data.invalid` : null
    files.push({ name: partName({ name: undefined, type }, files.length + 1), type, cid, bytes })
    return cid === null ? '' : `src="cid:${cid}"`
  }
  const html = mail.html.replace(
    IN_HTML,
    (_, before: string, quoted?: string, single?: string, bare?: string) => {
      const data = quoted ?? single ?? bare ?? ''
      const shown = known.get(data) ?? keep(data)
      known.set(data, shown)
      return before + shown
    },
  )
  return files.length === mail.files.length && html === mail.html ? mail : { ...mail, html, files }
}

const LEFT_OUT = 'A picture is left out: the email has too many files'

/** Reads what follows on `data:` (RFC 2397). */
function readData(data: string): Pick<MailFile, 'type' | 'bytes'> {
  const comma = data.indexOf(',')
  const head = data.slice(0, Math.max(comma, 0)).trim().toLowerCase()
  const content = data
    .slice(comma + 1)
    .replace(/&#\w{1,8};/g, '') // line breaks
    .replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  const isBase64 = /;\s*base64$/.test(head)
  const bytes = isBase64 ? fromBase64(content) : Buffer.from(content)
  return { bytes, type: pictureType(bytes) ?? fileType(/^[^;]*/.exec(head)![0]) }
}
