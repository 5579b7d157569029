import {
  type Actor,
  actorRef,
  filesAreVouched,
  isOwn,
  onlySends,
  seatOf,
} from '../../../platform/actor.ts'
import { maySee, unrestricted } from '../../policies/columns.rules.ts'
import type { FileRecord, FileUse } from './files.sql.ts'

/**
 * Whether somebody can read a file. Every seat can read a shared one, such as a document's or a message's, and one that
 * was added to a row outside the trash. Of the others, only the uploader can read a file that no cell holds. Once a cell
 * holds it, everyone can who sees a column that has it in a row outside the trash.
 */
export function mayRead(
  file: Pick<FileRecord, 'created_by'> & {
    shared: boolean
    added: boolean
    used: boolean
    uses: readonly FileUse[]
  },
  actor: Actor,
): boolean {
  if ((file.shared || file.added) && seatOf(actor)) return true
  if (!file.used) return isOwn(actor, file.created_by)
  return file.uses.some(({ visible_to, editable_by }) =>
    maySee(
      visible_to && editable_by ? { visibleTo: visible_to, editableBy: editable_by } : unrestricted,
      actor,
    ),
  )
}

/**
 * Whether somebody can put a file into a cell: whoever can read it. A key reads none: it can use its own uploads, each
 * once, until they are a day old. What came through a form or an address is used once too, however old: a draft or a
 * message may hold it until then.
 */
export function mayUse(
  file: Parameters<typeof mayRead>[0] & Pick<FileRecord, 'is_old'>,
  actor: Actor,
): boolean {
  if (!onlySends(actor)) return mayRead(file, actor)
  if (file.used || file.created_by !== actorRef(actor)) return false
  return filesAreVouched(actor) || !(file.shared || file.is_old)
}

const MOST_CHARS = 200

/** A name that any system accepts: without folders, control characters and marks that reverse text. */
export function fileName(sent: string | undefined): string {
  // Forms encode quotation marks and line breaks like this.
  const plain = (sent ?? '').replace(/%22|%0[AD]/gi, '_')
  const last = plain.normalize('NFC').split(/[\\/]/).at(-1)!
  const clean = last
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .replace(/[<>:"|?*]/g, '_')
    .trim()
  if (clean === '' || /^\.+$/.test(clean)) return 'file'
  const letters = [...clean]
  if (letters.length <= MOST_CHARS) return clean
  const ending = /\.[^.]{1,15}$/.exec(clean)?.[0] ?? ''
  return letters.slice(0, MOST_CHARS - [...ending].length).join('') + ending
}

const TYPE = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,63}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,99}$/

/** The declared type without its parameters; an invalid one counts as plain bytes. */
export function fileType(declared: string | undefined): string {
  const type = (declared ?? '').split(';')[0]!.trim().toLowerCase()
  return TYPE.test(type) ? type : 'application/octet-stream'
}

/** `attachment` with the name in ASCII, and in full by RFC 6266. */
export function attachment(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const full = encodeURIComponent(name).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${full}`
}
