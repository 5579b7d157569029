import { type Places, placesOf } from './mapping.rules.ts'
import { type Treatment, untreated } from './problems.rules.ts'
import type { Preview } from './types.ts'

/** What somebody chose for a file: where its columns go, and what happens to its rows and values. */
export interface Choices {
  mapping: Places | undefined
  matchOn: string | undefined
  treatment: Treatment
  /** The earlier import that this began with. */
  remembered: Preview['remembered']
}

/** The choices that a preview begins with: those of an earlier import of such a file, or what its ids suggest. */
export function proposedBy(preview: Preview | undefined): Choices {
  const remembered = preview?.remembered
  if (!preview || !remembered) {
    const { matchOn, links = {} } = preview?.suggested ?? {}
    const treatment = { ...untreated, links }
    return { mapping: undefined, matchOn: matchOn ?? undefined, treatment, remembered: undefined }
  }
  const { matchOn, onBad, valueMaps, links, readAs } = remembered
  return {
    mapping: placesOf(preview, undefined),
    matchOn: matchOn ?? undefined,
    treatment: { ...untreated, onBad, valueMaps, links, readAs },
    remembered,
  }
}
