import type { Manifest } from './manifest.ts'
import type { Sum } from './tally.ts'

/** What a base copy contains: the files of PostgreSQL, and what a backup has besides its tables. */
export interface BaseManifest extends Pick<Manifest, 'version' | 'files' | 'missing' | 'keyProof'> {
  /** The version of this format. */
  baseFormat: typeof BASE_FORMAT
  systemIdentifier: string
  /** The first moment that can be restored with it. */
  takenAt: string
  /** The segments of the log that the copy is worthless without: the first and the last. The first names the timeline. */
  firstSegment: string
  lastSegment: string
  /** The directories and the files of the cluster, by their path in it. */
  directories: string[]
  pages: (Sum & { path: string })[]
}

export const BASE_FORMAT = 1
export const pageEntry = (path: string): string => `pg/${path}`
