import { holdsFiles, isLink } from '../../../../../shared/column-types.ts'
import { systemActor } from '../../../../platform/actor.ts'
import {
  filesToLookUp,
  type LinkReference,
  linksToLookUp,
  linkText,
} from '../../cells/references.ts'
import { type Column, type Definition, viewOf } from '../../definitions/definition.rules.ts'
import { OWN_ID } from '../own-id-column.rules.ts'
import type { SentCells } from '../rows.rules.ts'
import { namesOthers } from '../unresolved.rules.ts'

/** A sent cell whose value names rows or files. */
export interface ReferringCell {
  column: Column
  value: unknown
}

/** The sent cells whose values name rows or files. */
export function referringCells(
  definition: Definition,
  sent: readonly SentCells[],
): ReferringCell[] {
  const refers = ({ type }: Column) => isLink(type) || holdsFiles(type)
  if (!definition.columns.some(refers)) return []
  const { find } = viewOf(definition, systemActor(definition.workspaceId))
  const columns = new Map<string, Column | null>()
  const found: ReferringCell[] = []
  // Plain loops: they run for every cell of a file.
  for (const cells of sent) {
    for (const name in cells) {
      let column = columns.get(name)
      if (column === undefined) {
        const named = find(name)
        column = named && refers(named) ? named : null
        columns.set(name, column)
      }
      if (column === null) continue
      const value = cells[name]
      if (value !== null && value !== '') found.push({ column, value })
    }
  }
  return found
}

/** How many names of rows and people there are in cells. */
export function countNames(definition: Definition, sent: readonly SentCells[]): number {
  const naming = definition.columns.filter(namesOthers)
  if (naming.length === 0) return 0
  const { find } = viewOf({ ...definition, columns: naming }, systemActor(definition.workspaceId))
  let count = 0
  for (const cells of sent) {
    for (const name in cells) {
      const column = find(name)
      if (column && isLink(column.type)) count += linksToLookUp(column, cells[name]).length
      else if (column && cells[name] !== null && cells[name] !== '') count++
    }
  }
  return count
}

/**
 * Whether cells name rows of their own board otherwise than by row id: perhaps rows that the same write makes. Where rows
 * come with own ids, what looks like a row id can be one.
 */
export const namesOwnRows = (definition: Definition, sent: readonly SentCells[]): boolean => {
  const isOwn = ({ settings }: Column) => settings.definitionId === definition.id
  if (!definition.columns.some(isOwn)) return false
  const cells = referringCells(definition, sent).filter(({ column }) => isOwn(column))
  const haveOwnIds = sent.some((row) => OWN_ID in row)
  return [...linksOf(cells).values()].some((links) =>
    [...links.values()].some(({ by }) => haveOwnIds || by !== 'id'),
  )
}

/** The rows that cells name, by the definition that they link to, then by `linkText`. */
export type Links = ReadonlyMap<string, ReadonlyMap<string, LinkReference>>

export function linksOf(cells: readonly ReferringCell[]): Map<string, Map<string, LinkReference>> {
  const found = new Map<string, Map<string, LinkReference>>()
  for (const { column, value } of cells) {
    const { definitionId } = column.settings
    if (!isLink(column.type) || column.linked?.deleted || definitionId === undefined) continue
    let links = found.get(definitionId)
    if (!links) {
      links = new Map()
      found.set(definitionId, links)
    }
    for (const link of linksToLookUp(column, value)) links.set(linkText(link), link)
  }
  return found
}

export const isNamed = ({ by }: LinkReference): boolean => by !== 'id'

export const filesOf = (cells: readonly ReferringCell[]): string[] => [
  ...new Set(
    cells.flatMap(({ column, value }) => (holdsFiles(column.type) ? filesToLookUp(value) : [])),
  ),
]
