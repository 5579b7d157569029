import { type RefObject, useCallback, useEffect, useRef } from 'react'
import { isLink } from '../../../../../shared/column-types.ts'
import { onSignedInAgain } from '../../../../service/signed-out.ts'
import type { Definition, GridProps, GridState, RowCount } from '../../list/types.ts'
import { focus, type GridHandle, select } from '../model/handle.ts'
import type { GridModel } from '../model/model.ts'
import { queryOf } from '../rows/row-query.rules.ts'
import type { RowSource } from '../rows/row-source.ts'
import { at } from '../selection/selection.rules.ts'
import { beginRow } from './edit-actions.ts'
import { follow } from './follow.ts'

/** Requests the rows for the state, and again when the state changes. */
export function useRows(
  model: GridModel,
  definition: Definition,
  state: GridState,
  scroller: RefObject<HTMLElement | null>,
): void {
  const query = JSON.stringify(queryOf(state, definition))
  const links = definition.columns.filter(({ type }) => isLink(type)).map(({ key }) => key)
  const linkKeys = links.join()
  const several = definition.columns
    .filter(({ type, settings }) => isLink(type) && settings.multiple)
    .map(({ key }) => key)
    .join()
  useEffect(() => {
    model.source.severalKeys = several.split(',')
  }, [model, several])
  // Before rows are asked for: known ones are there at once, and the selection moves to them.
  useEffect(() => follow(model), [model])
  useEffect(() => {
    model.source.ask(JSON.parse(query), linkKeys ? linkKeys.split(',') : [])
    model.folded.set(new Set())
    model.picked.set(new Set())
    model.anchor.current = null
    const { row, column } = model.selection.get().active
    if (row > 0) model.selection.set(at(0, column))
    scroller.current?.scrollTo({ top: 0 })
  }, [model, query, linkKeys, scroller])
  // With another type, options or formula, the cells hold other values.
  const kinds = JSON.stringify(
    definition.columns.map(({ id, type, settings }) => [id, type, settings]),
  )
  const known = useRef(kinds)
  useEffect(() => {
    if (known.current === kinds) return
    known.current = kinds
    model.source.refresh()
  }, [model, kinds])
  // Nothing was heard of other people's rows meanwhile.
  useEffect(() => onSignedInAgain(() => model.source.refreshSoon()), [model])
  useEffect(() => () => model.source.dispose(), [model])
}

/** Tells the page how many rows there are. */
export function useReportedTotal({ source }: GridModel, onTotal: GridProps['onTotal']): void {
  const reported = useRef<RowCount>(-1)
  const report = useCallback(() => {
    const uncounted = source.isUncountable.get() ? 'uncounted' : null
    const total = source.isCounted.get() ? source.total : uncounted
    if (source.state.get().is === 'loading' || reported.current === total) return
    reported.current = total
    onTotal?.(total)
  }, [source, onTotal])
  useEffect(() => source.changed.subscribe(report), [source, report])
}

/** Gives the surrounding page its functions to control the grid. */
export function useHandle(latest: { current: GridHandle }, onReady: GridProps['onReady']): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: handed out once
  useEffect(() => {
    const { source } = latest.current.model
    onReady?.({
      neighbour: (rowId, by) => neighbourOf(source, rowId, by),
      known: (rowId) => source.saved(rowId),
      jumpTo: (index) => select(latest.current, at(index, 0)),
      focus: () => focus(latest.current),
      addRow: () => beginRow(latest.current),
      reload: () => source.refresh(),
    })
  }, [])
}

/** The row before or after another one in the list; `null` at the ends. */
export async function neighbourOf(
  source: RowSource,
  rowId: string,
  by: -1 | 1,
): Promise<string | null> {
  const place = source.placeOf(rowId)
  const next = (place ?? -2) + by
  if (next >= source.total) await source.counted()
  if (next < 0 || (next >= source.total && source.isCounted.get())) return null
  await source.ensure(next, next + 1)
  return source.rowAt(next)?.id ?? null
}
