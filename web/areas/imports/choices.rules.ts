import type { Preview } from './import-questions.ts'
import { type Places, placesOf } from './mapping.rules.ts'
import { type Treatment, untreated } from './problems.rules.ts'

/** What somebody chose for a file: where its columns go, and what happens to its rows and values. */
export interface Choices {
  mapping: Places | undefined
  matchOn: string | undefined
  treatment: Treatment
  /** The earlier import that this began with. */
  remembered: Preview['remembered']
}

/** The choices that a preview begins with: those of an earlier import of such a file, or none. */
export function proposedBy(preview: Preview | undefined): Choices {
  const remembered = preview?.remembered
  if (!preview || !remembered) {
    return { mapping: undefined, matchOn: undefined, treatment: untreated, remembered: undefined }
  }
  const { matchOn, onBad, valueMaps, links } = remembered
  return {
    mapping: placesOf(preview, undefined),
    matchOn: matchOn ?? undefined,
    treatment: { onBad, valueMaps, links, corrections: [] },
    remembered,
  }
}
