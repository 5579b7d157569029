import { hash, randomBytes, randomUUIDv7 } from 'node:crypto'

/** A new id: UUIDv7, so that later ones sort later and indexes grow at their end. */
export const newId = (): string => randomUUIDv7()

/** 256 random bits as text, for tokens and links. Only `secretHash` of it is ever stored. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

export const secretHash = (secret: string): Buffer => hash('sha256', secret, 'buffer')
