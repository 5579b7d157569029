import { lazily } from '../../../platform/lazy.ts'
import { fileName } from '../../records/files/files.rules.ts'

/** What we use of a library that has no types. */
interface Types {
  /** Of a name that says nothing, `application/octet-stream`. */
  detectMimeType: (name: string) => string
}

const types = lazily<Types>('libmime')

/** The type of a file with this name. */
export const typeByName = (name: string): string => types().detectMimeType(name)

/** The endings of types that mail often has. */
const ENDINGS: Readonly<Record<string, string>> = {
  'application/json': 'json',
  'application/msword': 'doc',
  'application/pdf': 'pdf',
  'application/pgp-signature': 'asc',
  'application/pkcs7-signature': 'p7s',
  'application/rtf': 'rtf',
  'application/vnd.ms-excel': 'xls',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/xml': 'xml',
  'application/zip': 'zip',
  'audio/mpeg': 'mp3',
  'audio/wav': 'wav',
  'image/bmp': 'bmp',
  'image/gif': 'gif',
  'image/heic': 'heic',
  'image/jpeg': 'jpg',
  'image/jpg': 'jpg',
  'image/png': 'png',
  'image/svg+xml': 'svg',
  'image/tiff': 'tiff',
  'image/webp': 'webp',
  'message/delivery-status': 'txt',
  'text/calendar': 'ics',
  'text/csv': 'csv',
  'text/html': 'html',
  'text/plain': 'txt',
  'text/rfc822-headers': 'txt',
  'text/vcard': 'vcf',
  'text/x-vcard': 'vcf',
  'video/mp4': 'mp4',
}

/** Parts that people know by a name. */
const KNOWN: Readonly<Record<string, string>> = {
  'application/ms-tnef': 'winmail.dat',
  'message/delivery-status': 'delivery-status.txt',
  'text/calendar': 'invite.ics',
  'text/rfc822-headers': 'headers.txt',
}

const MESSAGE = /^message\/(?:rfc822|global)$/

interface Part {
  /** As its sender wrote it. */
  name: string | undefined
  type: string
  /** Of a message within the message. */
  subject?: string | undefined
}

/**
 * What a part of an email is called: by its sender, or else by what it is.
 *
 * @param place among the parts, from 1.
 */
export function partName({ name, type, subject }: Part, place: number): string {
  const given = fileName(name)
  if (given !== 'file') return given
  if (MESSAGE.test(type)) {
    const about = fileName(subject?.replace(/\s+/g, ' ').replace(/[\\/]/g, '-'))
    return fileName(`${about === 'file' ? 'message' : about.replace(/\.eml$/i, '')}.eml`)
  }
  if (Object.hasOwn(KNOWN, type)) return KNOWN[type]!
  const [kind = ''] = type.split('/')
  const word = ['image', 'audio', 'video'].includes(kind) ? kind : 'attachment'
  const ending = Object.hasOwn(ENDINGS, type) ? ENDINGS[type]! : 'bin'
  return `${word}-${place}.${ending}`
}
