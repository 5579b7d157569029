import { centsApart } from '../../../../shared/amounts.ts'
import { isMoney } from '../../../../shared/column-types.ts'
import classes from '../list/grid.module.css'
import type { Column } from '../list/types.ts'
import { numberText } from './cell-shown.rules.ts'

/**
 * A number as its column shows it. A whole amount leaves the room of its cents free, so the digits of a column stand
 * below each other whether there are cents or not.
 */
export function NumberContent({ column, value }: { column: Column; value: number }) {
  const { type, settings } = column
  if (!isMoney(type) || !settings.currency) return numberText(column, value)
  const { text, cents, after } = centsApart(value, settings.currency)
  return (
    <>
      {text}
      {cents && <span className={classes.cents} data-cents={cents} />}
      {after}
    </>
  )
}
