import type { Choices } from './choices.rules.ts'
import type { ImportQuestion, Reading } from './import-questions.ts'
import { columnToAdd, type Places, type PlannedColumns, withoutPlanned } from './mapping.rules.ts'
import { untreated } from './problems.rules.ts'

/** What somebody asks for, from choosing a file to starting its import. */
export interface Asked {
  file: File | undefined
  reading: Reading
  /** Whether earlier imports of such a file do not matter. */
  startOver: boolean
  /** What somebody chose; until then, what the service proposes. */
  chosen: Choices | undefined
  /** The columns to add when the import starts. */
  planned: PlannedColumns
}

export const nothingAsked: Asked = {
  file: undefined,
  reading: {},
  startOver: false,
  chosen: undefined,
  planned: {},
}

export type Step =
  | { step: 'take'; file: File | undefined }
  | { step: 'read'; reading: Reading }
  | { step: 'start over' }
  | { step: 'choose'; chosen: Choices; planned?: PlannedColumns }
  /** The planned column of a place in the file is there now. */
  | { step: 'added'; place: number; mapping: Places }

/** The questions after one more step. Another file, or another way to read it, begins without choices. */
export function afterStep(asked: Asked, next: Step): Asked {
  switch (next.step) {
    case 'take':
      return { ...nothingAsked, file: next.file }
    case 'read':
      return { ...nothingAsked, file: asked.file, reading: next.reading }
    case 'start over':
      return { ...nothingAsked, file: asked.file, reading: asked.reading, startOver: true }
    case 'choose':
      return { ...asked, chosen: next.chosen, planned: next.planned ?? asked.planned }
    case 'added':
      return {
        ...asked,
        chosen: asked.chosen && { ...asked.chosen, mapping: next.mapping },
        planned: withoutPlanned(asked.planned, next.place),
      }
  }
}

/** The question for the service. It is asked with the columns to add in their places. */
export const questionOf = (
  definitionKey: string,
  { file, reading, startOver, chosen, planned }: Asked,
): ImportQuestion | undefined =>
  file && {
    definitionKey,
    file,
    reading,
    startOver,
    mapping: chosen?.mapping?.map((place, at) => (planned[at] ? columnToAdd(planned[at]) : place)),
    matchOn: chosen?.matchOn,
    treatment: chosen?.treatment ?? untreated,
  }
