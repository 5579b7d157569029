import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useReducer } from 'react'
import { paths } from '../../../paths.ts'
import { accepted, api, type Data, keyOf } from '../../../service/api.ts'
import { useOnce } from '../../../service/once-reached.ts'
import { useGo } from '../../../ui/links/use-go.ts'
import { afterStep, nothingAsked, questionOf } from './asked.rules.ts'
import { type Choices, proposedBy } from './choices.rules.ts'
import { type ImportQuestion, type Reading, startImport, usePreview } from './import-questions.ts'
import {
  columnToAdd,
  type Places,
  type PlannedColumns,
  placesOf,
  plannedLinks,
  withNewColumns,
  withoutLinks,
} from './mapping.rules.ts'
import { treatmentFor } from './problems.rules.ts'

type Definition = Data<'definitions.get'>
export type Asking = ReturnType<typeof useImportQuestion>

/** What somebody asks about a file, what the service answers, and the start of the import. */
export function useImportQuestion(definition: Definition) {
  const [asked, take] = useReducer(afterStep, nothingAsked)
  const { planned } = asked
  const question = questionOf(definition.key, asked)
  const start = useStart(definition.key, (place, mapping) =>
    take({ step: 'added', place, mapping }),
  )
  const answer = usePreview(question, start.isPending)
  const preview = answer.data?.data
  const choices = asked.chosen ?? proposedBy(preview)
  const { matchOn, treatment } = choices
  const places = preview ? placesOf(preview, choices.mapping) : []
  const shownWith = (next: Places, added: PlannedColumns) =>
    preview
      ? withNewColumns(definition, preview, next, added)
      : { shown: definition, shownPlaces: next }
  const { shown, shownPlaces } = shownWith(places, planned)

  // A planned link gets its key from the preview; only then can the service be told how its values find rows.
  const links = plannedLinks(shownPlaces, planned)
  if (Object.keys(links).length > 0) {
    take({
      step: 'choose',
      chosen: {
        ...choices,
        mapping: places,
        treatment: { ...treatment, links: { ...links, ...treatment.links } },
      },
      planned: withoutLinks(planned),
    })
  }

  return {
    asked,
    answer,
    preview,
    choices,
    places,
    /** The board or page, and the places, with the columns to add. */
    shown,
    shownPlaces,
    start,
    takeFile: (file: File | undefined) => {
      take({ step: 'take', file })
      start.reset()
    },
    read: (reading: Reading) => {
      take({ step: 'read', reading })
      start.reset()
    },
    startOver: () => {
      take({ step: 'start over' })
      start.reset()
    },
    choose: (part: Partial<Choices>) => take({ step: 'choose', chosen: { ...choices, ...part } }),
    place: (mapping: Places, nextPlanned = planned) =>
      take({
        step: 'choose',
        chosen: {
          ...choices,
          mapping,
          treatment: treatmentFor(treatment, shownWith(mapping, nextPlanned).shownPlaces),
          matchOn: matchOn && mapping.includes(matchOn) ? matchOn : undefined,
        },
        planned: nextPlanned,
      }),
    begin: () =>
      question && start.mutate({ question: { ...question, matchOn, treatment }, places, planned }),
  }
}

interface Start {
  question: ImportQuestion
  places: Places
  planned: PlannedColumns
}

/**
 * Adds the planned columns, starts the import and opens its page.
 *
 * @param onAdded called once the column of a place is there, with where all columns go now. If the import does not start, it is
 * not added again.
 */
function useStart(key: string, onAdded: (place: number, mapping: Places) => void) {
  const go = useGo()
  const queries = useQueryClient()
  const once = useOnce()
  return useMutation({
    meta: { shown: true },
    mutationFn: async ({ question, places, planned }: Start) => {
      const mapping = [...places]
      for (const [place, column] of Object.entries(planned)) {
        const { data } = await accepted(
          once((how) => api.definitions.createColumn({ key }, columnToAdd(column), how)),
        )
        mapping[Number(place)] = data.key
        onAdded(Number(place), [...mapping])
        await queries.invalidateQueries({ queryKey: keyOf('definitions.get') })
      }
      return startImport({ ...question, mapping }, once)
    },
    onSuccess: (run) => {
      queries.invalidateQueries({ queryKey: keyOf('definitions.listImports') })
      go(paths.importRun(key, run.id))
    },
  })
}
