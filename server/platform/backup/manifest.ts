import type { Sum } from './tally.ts'

/** What a backup contains. A restore compares it with the file, to refuse a damaged one before it writes anything. */
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
  /** Higher than every event number that was assigned before the backup. */
  eventHorizon: string
  /** A known text, sealed with the secret key: it shows whether a key is the right one. */
  keyProof: string
}

export const FORMAT = 1
export const MANIFEST = 'manifest.json'
/** The entry of the secret key. It is there if the service made the key itself: nobody else has it then. */
export const SECRET = 'secret.key'
export const tableEntry = (name: string): string => `tables/${name}.copy`
export const fileEntry = (key: string): string => `files/${key}`
