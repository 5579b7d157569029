import { newId } from '../../../platform/ids.ts'
import type { Seal } from '../../../platform/secrets/seal.ts'

/** When a page was made, and the id with which it is sent once. Sealed in the page. */
export interface Stamp {
  once: string
  at: number
}

/** A file that came with a page that had problems, so that it need not be chosen again. Sealed in the page. */
export interface KeptFile {
  id: string
  columnId: string
  name: string
  size: number
}

const contextOf = (what: string, formId: string) => `form ${what} ${formId}`

function open<T>(seal: Seal, token: string, context: string): T | undefined {
  try {
    return JSON.parse(seal.open(Buffer.from(token, 'base64url'), context))
  } catch {
    return undefined
  }
}

const sealed = (seal: Seal, value: object, context: string): string =>
  seal.seal(JSON.stringify(value), context).toString('base64url')

export const newStamp = (now: Date): Stamp => ({ once: newId(), at: now.getTime() })

export const sealStamp = (seal: Seal, formId: string, stamp: Stamp): string =>
  sealed(seal, stamp, contextOf('stamp', formId))

export const openStamp = (seal: Seal, formId: string, token: string): Stamp | undefined =>
  open(seal, token, contextOf('stamp', formId))

export const sealFile = (seal: Seal, formId: string, file: KeptFile): string =>
  sealed(seal, file, contextOf('file', formId))

export const openFile = (seal: Seal, formId: string, token: string): KeptFile | undefined =>
  open(seal, token, contextOf('file', formId))
