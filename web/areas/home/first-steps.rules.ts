import { type ColumnType, isChoice } from '../../../shared/column-types.ts'

interface Column {
  key?: string | undefined
  name: string
  type: ColumnType
  settings?: { options?: { label: string }[] | undefined } | undefined
}

/**
 * Whether somebody has made the stages of a page their own.
 *
 * @param first the columns that the page began with; none if somebody made it.
 */
export function stagesAreSet(columns: readonly Column[], first: readonly Column[]): boolean {
  const labels = labelsOf(columns)
  return labels !== undefined && labels.join('\n') !== labelsOf(first)?.join('\n')
}

const labelsOf = (columns: readonly Column[]): string[] | undefined =>
  columns.find(isStage)?.settings?.options?.map(({ label }) => label)

/** A column that is still to be made has no key, but a name. */
const isStage = ({ key, name, type }: Column): boolean =>
  isChoice(type) && (key ?? name.toLowerCase()) === 'stage'
