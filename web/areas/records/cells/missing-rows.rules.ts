import { inputOf } from '../../../../shared/column-types.ts'
import type { Column } from '../list/types.ts'

/**
 * The column that takes the name of a row that is added by its name alone: the first one for text, or else one that is
 * read as a title. Undefined if a row needs more, or if that column may not be written.
 */
export function nameColumn(
  columns: readonly Column[],
  mayWrite: (column: Column) => boolean = ({ readOnly }) => !readOnly,
): Column | undefined {
  const open = columns.filter(mayWrite)
  const named =
    open.find(({ type }) => inputOf(type) === 'line') ??
    open.find(({ type }) => inputOf(type) === 'lines')
  const needsMore = columns.some((one) => one.required && !one.readOnly && one !== named)
  return needsMore ? undefined : named
}

/** The names in a link cell's text: several, with commas between them, only where the cell takes several rows. */
export const namesIn = (text: string, multiple: boolean): string[] =>
  (multiple ? text.split(',') : [text]).map((name) => name.trim()).filter((name) => name !== '')

/** A link that adds its row if there is none with this name. */
export const addingLink = ({ key }: Pick<Column, 'key'>, name: string) => ({
  create: true,
  [key]: name,
})
