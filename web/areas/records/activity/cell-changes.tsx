import { Text } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'
import { holdsFiles, isLink } from '../../../../shared/column-types.ts'
import { unresolvedText } from '../../../../shared/unresolved-names.ts'
import { RecordLink } from '../../../ui/records/record-link.tsx'
import { To } from '../../../ui/values/to.tsx'
import { shownText } from '../cells/cell-shown.rules.ts'
import type { Unresolved } from '../cells/unresolved.rules.ts'
import { useTexts } from '../cells/use-texts.ts'
import type { Column, Definition } from '../list/types.ts'
import classes from './activity.module.css'

export interface CellChange {
  column: string
  from: unknown
  to: unknown
  unresolved?: { from: Unresolved[]; to: Unresolved[] }
}

interface Props {
  definition: Definition
  cells: readonly CellChange[]
  /** An action beside a cell. */
  action?: (column: Column, cell: CellChange) => ReactNode
}

/** The changed cells, with old and new values. */
export function CellChanges({ definition, cells, action }: Props) {
  const context = useTexts(definition)
  const shown = (column: Column | undefined, value: unknown) => {
    if (value === null || value === undefined) return 'nothing'
    if (!column) return typeof value === 'object' ? JSON.stringify(value) : String(value)
    if (isLink(column.type)) return <LinkedRows rowIds={[value].flat().map(String)} />
    if (holdsFiles(column.type) && !isNamed(value)) return filesText(value)
    return shownText(column, value, undefined, context)
  }
  return (
    <ul className={classes.cells}>
      {cells.map((cell) => {
        const column = definition.columns.find(({ key }) => key === cell.column)
        return (
          <li key={cell.column}>
            <Text size="sm" component="span">
              <Text span inherit c="dimmed">
                {column?.name ?? cell.column}:{' '}
              </Text>
              {cell.from !== null && cell.from !== undefined && (
                <>
                  <Text span inherit td="line-through" c="dimmed">
                    {shown(column, cell.from)}
                  </Text>
                  <To />
                </>
              )}
              {hasValues(cell) && shown(column, cell.to)}
              {cell.unresolved && <Names {...cell.unresolved} />}
            </Text>{' '}
            {column && action?.(column, cell)}
          </li>
        )
      })}
    </ul>
  )
}

/** Whether the value changed, and not only the names that lead nowhere. */
const hasValues = ({ from, to, unresolved }: CellChange): boolean =>
  !unresolved || (from ?? null) !== null || (to ?? null) !== null

/** The names that led nowhere before, and those that did afterwards. */
function Names({ from, to }: NonNullable<CellChange['unresolved']>) {
  const textOf = (names: Unresolved[]) => names.map(unresolvedText).join(', ')
  return (
    <>
      {' '}
      {from.length > 0 && (
        <Text span inherit td="line-through" c="dimmed">
          {textOf(from)}
        </Text>
      )}
      {to.length > 0 && (
        <>
          {from.length > 0 && <To />}
          {textOf(to)} (not resolved)
        </>
      )}
    </>
  )
}

/** How many linked rows are named. */
const NAMED = 5

function LinkedRows({ rowIds }: { rowIds: readonly string[] }) {
  const more = rowIds.length - NAMED
  return (
    <>
      {rowIds.slice(0, NAMED).map((rowId, i) => (
        <Fragment key={rowId}>
          {i > 0 && ', '}
          <RecordLink rowId={rowId} />
        </Fragment>
      ))}
      {more > 0 && ` and ${more} more`}
    </>
  )
}

const isNamed = (value: unknown): boolean =>
  Array.isArray(value) && value.every((one) => typeof one === 'object' && one !== null)

const filesText = (value: unknown): string => {
  const count = Array.isArray(value) ? value.length : 1
  return count === 1 ? '1 file' : `${count} files`
}
