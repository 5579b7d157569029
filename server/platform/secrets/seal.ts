import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/**
 * Seals values that the database stores but that must not be readable in a dump: AES-256-GCM, bound to a context
 * (workspace and row), so that a sealed value copied elsewhere does not open.
 */
export interface Seal {
  seal(plain: string, context: string): Buffer
  /** @throws if the bytes were sealed with another key or in another context. */
  open(sealed: Uint8Array, context: string): string
  /** Stands for a text that nobody can read from it (HMAC-SHA-256 with the current key). */
  mark(text: string): Buffer
}

const IV = 12
const TAG = 16

/** A secret key, and the one before it while values that it sealed are left. */
export interface SecretKeys {
  current: string
  before: string | null
}

/** Seals with the current key, and opens what either key sealed. */
export function createSeal(current: string, before: string | null = null): Seal {
  const now = sealWith(current)
  if (before === null || before === current) return now
  const past = sealWith(before)
  return {
    seal: now.seal,
    mark: now.mark,
    open: (sealed, context) =>
      (opens(now, { bytes: sealed, context }) ? now : past).open(sealed, context),
  }
}

function sealWith(secretKey: string): Seal {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'sourcebook seal v1', 32))
  return {
    seal(plain, context) {
      const iv = randomBytes(IV)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context))
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), body])
    },
    open(sealed, context) {
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV))
        .setAAD(Buffer.from(context))
        .setAuthTag(sealed.subarray(IV, IV + TAG))
      return decipher.update(sealed.subarray(IV + TAG), undefined, 'utf8') + decipher.final('utf8')
    },
    mark: (text) => createHmac('sha256', key).update(text).digest(),
  }
}

/** A sealed value, and its context. */
export interface Sealed {
  bytes: Uint8Array
  context: string
}

export function opens(seal: Seal, { bytes, context }: Sealed): boolean {
  try {
    seal.open(bytes, context)
    return true
  } catch {
    return false
  }
}

/**
 * Seals again what the key before sealed. Returns null for what the current key sealed already, and for what neither
 * key opens.
 */
export type Reseal = (sealed: Sealed) => Buffer | null

export function resealer(keys: SecretKeys): Reseal {
  const seal = createSeal(keys.current, keys.before)
  const now = sealWith(keys.current)
  return (sealed) =>
    opens(now, sealed) || !opens(seal, sealed)
      ? null
      : now.seal(seal.open(sealed.bytes, sealed.context), sealed.context)
}

const PROOF = 'Sourcebook'
/** Existing backups have it, so it cannot change. */
const PROOF_CONTEXT = 'backup'

/** A known text, sealed: it shows whether a key is the right one. */
export const proofOf = (seal: Seal): string => seal.seal(PROOF, PROOF_CONTEXT).toString('base64')

export const isProven = (proof: string, seal: Seal): boolean =>
  opens(seal, { bytes: Buffer.from(proof, 'base64'), context: PROOF_CONTEXT })
