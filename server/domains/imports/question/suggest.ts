import type { Tx } from '../../../platform/database/tx.ts'
import { ownIdOf } from '../../records/cells/references.ts'
import type { DefinitionView } from '../../records/definitions/definition.rules.ts'
import { OWN_ID, ownIdColumn } from '../../records/rows/own-id-column.rules.ts'
import { findOwnIds } from '../../records/rows/own-ids.ts'
import { valuesAt } from '../mapping/guesses.rules.ts'
import { mappedColumns, type Place } from '../mapping/places.rules.ts'
import { choiceById, placeLinks } from '../mapping/record-headers.rules.ts'
import type { Suggested } from '../mapping/remembered.rules.ts'
import type { FileRecord } from '../reading/file-values.rules.ts'
import { linkedBoards } from './linked-boards.ts'

/** Says how the ids in a file show which rows its own rows and links are; `undefined` if they show nothing. */
export async function suggest(
  tx: Tx,
  view: DefinitionView,
  places: readonly Place[],
  samples: readonly FileRecord[],
): Promise<Suggested | undefined> {
  const boards = await linkedBoards(tx, view, mappedColumns(places))
  const links = Object.fromEntries(
    [...placeLinks(view, places, samples)].flatMap((column) => {
      const { definitionId } = column.settings
      const choice = choiceById(boards.get(definitionId ?? ''))
      const isOwn = definitionId === view.definition.id
      return choice ? [[column.key, { ...choice, create: choice.create && !isOwn }]] : []
    }),
  )
  const at = places.findIndex(({ column }) => column === ownIdColumn)
  const ids = at < 0 ? [] : valuesAt(samples, at).flatMap((id) => ownIdOf(id) ?? [])
  const holders = ids.length > 0 ? await findOwnIds(tx, view.definition.id, ids) : []
  const matchOn = holders.some(({ trashed }) => !trashed) ? OWN_ID : null
  return matchOn || Object.keys(links).length > 0 ? { matchOn, links } : undefined
}
