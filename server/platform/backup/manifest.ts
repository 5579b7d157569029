import type { Sum } from './archive.ts'

/** A backup's description of itself: enough to refuse it before anything is written, if it cannot be restored whole. */
export interface Manifest {
  /** The version of this format. */
  format: typeof FORMAT
  /** The version of the product that made it. */
  version: string
  takenAt: string
  migrations: { version: number; name: string; sha256: string }[]
  tables: (Sum & { name: string; columns: string[] })[]
  files: (Sum & { key: string })[]
  /** Files that no longer exist: purged while the backup was taken, or lost before. */
  missing: string[]
  /** All event numbers given out before the backup are below it. */
  eventHorizon: string
  /** A known text, sealed with the secret key: it shows whether a key is the right one. */
  keyProof: string
}

export const FORMAT = 1
export const MANIFEST = 'manifest.json'
/** If the service made the key itself, the backup has it, because nobody else does. */
export const SECRET = 'secret.key'
export const tableEntry = (name: string): string => `tables/${name}.copy`
export const fileEntry = (key: string): string => `files/${key}`
