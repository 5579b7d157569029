import type { Sum } from './archive.ts'

/** What a backup says of itself: enough to refuse it before anything is written, where it cannot be restored whole. */
export interface Manifest {
  /** Of this form of a backup. */
  format: typeof FORMAT
  /** Of the product that made it. */
  version: string
  takenAt: string
  migrations: { version: number; name: string; sha256: string }[]
  tables: (Sum & { name: string; columns: string[] })[]
  files: (Sum & { key: string })[]
  /** Files that are in no place any more: purged while the backup was taken, or lost before. */
  missing: string[]
  /** Every event number given out when the backup was taken is below it. */
  eventHorizon: string
  /** A known text, sealed with the secret key: whoever can open it has the right one. */
  keyProof: string
}

export const FORMAT = 1
export const MANIFEST = 'manifest.json'
/** Where the key was made by the service itself, it is in the backup: nobody else has it. */
export const SECRET = 'secret.key'
export const tableEntry = (name: string): string => `tables/${name}.copy`
export const fileEntry = (key: string): string => `files/${key}`
