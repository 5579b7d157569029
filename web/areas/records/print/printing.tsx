import { type CSSProperties, useEffect, useEffectEvent, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { toastFailure } from '../../../ui/toasts/toasts.tsx'
import { shownWithNames } from '../cells/cell-shown.rules.ts'
import type { GridHandle } from '../grid/model/handle.ts'
import type { GridState } from '../list/types.ts'
import { listWords } from './list-words.rules.ts'
import classes from './printing.module.css'

export interface Printed {
  grid: GridHandle
  state: GridState
}

/** How many rows are printed. */
const MOST_PRINTED = 1_000

/** Prints a list as a table instead of the page. The shortcut and the menu load all its rows; the browser's menu prints those known. */
export function Printing({ grid, state, asked }: Printed & { asked: number }) {
  const { source } = grid.model
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    window.addEventListener('beforeprint', () => flushSync(() => setPrinting(true)), { signal })
    window.addEventListener('afterprint', () => setPrinting(false), { signal })
    return () => stop.abort()
  }, [])
  const print = useEffectEvent(async () => {
    try {
      await source.counted()
      // One that is not counted is read until it ends.
      await source.ensure(0, MOST_PRINTED)
      window.print()
    } catch (error) {
      toastFailure(error)
    }
  })
  useEffect(() => {
    if (asked > 0) void print()
  }, [asked])
  return isPrinting && createPortal(<Sheet grid={grid} state={state} />, document.body)
}

function Sheet({ grid, state }: Printed) {
  const { model, layout, definition, context } = grid
  const { source } = model
  const shown = Math.min(source.total, MOST_PRINTED)
  const rows = Array.from({ length: shown }, (_, i) => source.rowAt(i)).filter(
    (row) => row !== undefined,
  )
  const words = listWords(definition.columns, state, context)
  const count = !source.isCounted.get()
    ? `The first ${rows.length.toLocaleString()} rows.`
    : rows.length < source.total
      ? `The first ${rows.length.toLocaleString()} of ${source.total.toLocaleString()} rows.`
      : `${source.total.toLocaleString()} ${source.total === 1 ? 'row' : 'rows'}.`
  return (
    <div className={classes.sheet} data-print>
      <h1>{definition.name}</h1>
      <p>
        {words} {count}
      </p>
      <table style={{ '--columns': layout.columns.length } as CSSProperties}>
        <thead>
          <tr>
            {layout.columns.map(({ key, column, numeric }) => (
              <th key={key} scope="col" data-numeric={numeric || undefined}>
                {column.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              {layout.columns.map(({ key, column, numeric }) => (
                <td key={key} data-numeric={numeric || undefined}>
                  {shownWithNames(column, row, context)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
