import { type MouseEvent, memo, type PointerEvent, type ReactNode, Suspense, useState } from 'react'
import { soonPart } from '../../../../service/parts.ts'
import {
  IconArrowDown,
  IconArrowUp,
  IconChevronDown,
  IconLock,
} from '../../../../ui/icons/icons.ts'
import { columnTypes } from '../../../../ui/records/column-types.ts'
import { VIEWERS_READ } from '../../cells/access.ts'
import classes from '../../list/grid.module.css'
import { useDerived, useSignal } from '../../list/signal.ts'
import type { GridProps } from '../../list/types.ts'
import { loadFit, withPart } from '../clipboard/parts.ts'
import { dragColumn } from '../layout/drag-column.ts'
import { followPointer } from '../layout/follow-pointer.ts'
import { clampWidth, type GridColumn, GUTTER, type Layout } from '../layout/laid-out.ts'
import type { GridModel } from '../model/model.ts'
import { HEADER, rangeOf } from '../selection/selection.rules.ts'
import { cellId } from './row.tsx'

export const HeaderMenu = soonPart(() => import('./header-menu.tsx').then((m) => m.HeaderMenu))

interface HeaderProps {
  gridId: string
  model: GridModel
  layout: Layout
  from: number
  to: number
  sort: readonly string[]
  onPickAll: () => void
  onWidth: (key: string, width: number) => void
  onMove: (key: string, before: string | null) => void
  onFocus: () => void
  renderColumnMenu: GridProps['renderColumnMenu']
  addColumn: ReactNode
}

/** The names of the columns, with their menus; drag to resize or move them. */
export const Header = memo(function Header(props: HeaderProps) {
  const { model, layout, from, to, onPickAll, addColumn } = props
  const picked = useSignal(model.picked)
  const allPicked = picked.size > 0 && picked.size >= model.source.total
  const columns = layout.columns.slice(Math.max(from, layout.frozen.length), to)
  return (
    <div role="rowgroup" className={classes.header} style={{ width: layout.width }}>
      <div role="row" aria-rowindex={1} className={classes.headerRow}>
        <div className={classes.stay} style={{ width: layout.frozenWidth }}>
          <div
            role="columnheader"
            aria-colindex={1}
            className={classes.gutter}
            style={{ width: GUTTER }}
          >
            <button
              type="button"
              tabIndex={-1}
              className={classes.pickAll}
              data-on={allPicked || undefined}
              aria-pressed={allPicked}
              aria-label={allPicked ? 'Deselect all rows' : 'Select all rows'}
              onClick={onPickAll}
            />
          </div>
          {layout.frozen.map((column) => (
            <HeaderCell key={column.key} at={column} {...props} />
          ))}
        </div>
        {columns.map((column) => (
          <HeaderCell key={column.key} at={column} {...props} />
        ))}
        {addColumn && (
          <div
            role="columnheader"
            aria-colindex={layout.columns.length + 2}
            className={classes.addColumn}
            style={{ left: layout.width }}
          >
            {addColumn}
          </div>
        )}
      </div>
    </div>
  )
})

function HeaderCell({ at, ...props }: HeaderProps & { at: GridColumn }) {
  const { gridId, model, layout, sort, onWidth, onMove, onFocus, renderColumnMenu } = props
  const { column, key, index, left, width, locked } = at
  const inRange = useDerived(model.selection, (selection) => {
    const range = rangeOf(selection)
    return range.top >= 0 && index >= range.left && index <= range.right
  })
  const isActive = useDerived(
    model.selection,
    ({ active }) => active.row === HEADER && active.column === index,
  )
  const isOpen = useDerived(model.menu, (menu) => menu === key)
  const [drawn, setDrawn] = useState<number | null>(null)
  const place = sort.findIndex((one) => one === key || one === `-${key}`)
  const sorted = place < 0 ? null : sort[place] === key ? 'ascending' : 'descending'
  const Sorted = sorted === 'descending' ? IconArrowDown : IconArrowUp
  const TypeIcon = columnTypes[column.type].icon

  const resize = (event: PointerEvent) => {
    event.stopPropagation()
    event.preventDefault()
    const widthAt = (now: globalThis.PointerEvent) =>
      clampWidth(width + now.clientX - event.clientX)
    followPointer(
      (now) => setDrawn(widthAt(now)),
      (now) => {
        setDrawn(null)
        if (widthAt(now) !== width) onWidth(key, widthAt(now))
      },
    )
  }
  const fit = (event: MouseEvent<HTMLElement>) => {
    event.stopPropagation()
    const heading = event.currentTarget.parentElement!
    void withPart(loadFit, ({ fittingWidth }) =>
      onWidth(key, clampWidth(fittingWidth(heading, index))),
    )
  }
  const close = () => {
    model.menu.set(null)
    onFocus()
  }
  // The menu is only rendered while it is open, because there are many headings.
  const button = (
    <button
      type="button"
      tabIndex={-1}
      className={classes.menuButton}
      aria-label={`Menu for ${column.name}`}
      aria-haspopup="menu"
      onPointerDown={(event) => event.stopPropagation()}
      onClick={() => model.menu.set(isOpen ? null : key)}
    >
      <IconChevronDown size={14} aria-hidden />
    </button>
  )
  return (
    <div
      id={cellId(gridId, HEADER, index)}
      role="columnheader"
      aria-colindex={index + 2}
      aria-sort={sorted ?? 'none'}
      className={classes.headerCell}
      data-header={index}
      data-in-range={inRange || undefined}
      data-active={isActive || undefined}
      style={{ left, width }}
      title={[column.name, column.description, locked].filter(Boolean).join('\n')}
      onPointerDown={(event) => dragColumn(event, layout, at, onMove)}
    >
      <TypeIcon size={14} aria-hidden className={classes.typeIcon} />
      <span className={classes.name}>
        {column.name}
        {column.required && <span aria-hidden> *</span>}
      </span>
      {locked && locked !== VIEWERS_READ && (
        <>
          <IconLock size={13} aria-hidden className={classes.typeIcon} />
          <span className="visually-hidden">{locked}</span>
        </>
      )}
      {sorted && <Sorted size={14} aria-hidden />}
      {sorted && sort.length > 1 && <span className={classes.sortPlace}>{place + 1}</span>}
      {isOpen ? (
        <Suspense fallback={button}>
          <HeaderMenu button={button} onClose={close}>
            {renderColumnMenu(column, model.source.rowAt(model.selection.get().active.row))}
          </HeaderMenu>
        </Suspense>
      ) : (
        button
      )}
      <span
        className={classes.resizer}
        data-drawn={drawn !== null || undefined}
        style={drawn === null ? undefined : { transform: `translateX(${drawn - width}px)` }}
        onPointerDown={resize}
        onDoubleClick={fit}
      />
    </div>
  )
}
