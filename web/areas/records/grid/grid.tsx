import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  Suspense,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { TotalKind } from '../../../../shared/totals.ts'
import { useLive } from '../../../service/live.ts'
import { laterOrNothing } from '../../../service/parts.ts'
import { useMay, useSession } from '../../../service/session.ts'
import { viewerOf } from '../cells/access.ts'
import { useTexts } from '../cells/use-texts.ts'
import classes from '../list/grid.module.css'
import { useSignal } from '../list/signal.ts'
import type { GridProps, GridState } from '../list/types.ts'
import { beginRow } from './actions/edit-actions.ts'
import { pickAll } from './actions/row-actions.ts'
import { useHandle, useReportedTotal, useRows } from './actions/use-rows.ts'
import { loadFill, withPart } from './clipboard/parts.ts'
import { useClipboard } from './clipboard/use-clipboard.ts'
import { moveColumn, perform } from './commands.ts'
import { ActiveEditor } from './editors/active-editor.tsx'
import { useEditorsSoon } from './editors/cell-editor.tsx'
import { typeAhead } from './editors/type-ahead.ts'
import { useColumnsInView, useLayout } from './layout/columns.ts'
import { type Desk, focus, type GridHandle } from './model/handle.ts'
import { openModel } from './model/models.ts'
import { queryOf } from './rows/row-query.rules.ts'
import { useTotal } from './rows/use-total.ts'
import { commandOf } from './selection/keys.rules.ts'
import { Body } from './view/body.tsx'
import type { MenuAsked } from './view/cell-menu-place.ts'
import { Header } from './view/header.tsx'
import { NoRows } from './view/no-rows.tsx'
import { Overlay } from './view/overlay.tsx'
import { doubled, pointed, tapped } from './view/pointer.ts'
import { loadQuestions } from './view/questions-part.tsx'
import { StatusBar } from './view/status-bar.tsx'

const CellMenu = laterOrNothing(() => import('./view/cell-menu.tsx').then((m) => m.CellMenu))
const totals = () => import('./view/totals.tsx')
const Totals = laterOrNothing(() => totals().then((m) => m.Totals))

interface Props extends GridProps {
  /** What can be done with the ticked rows. */
  renderPicked: (desk: Desk, count: number) => ReactNode
  /** What prints the rows. Drawn once they are there, unless a record is open. */
  renderPrinting: (grid: GridHandle, state: GridState) => ReactNode
}

/**
 * The rows of a board or page as a spreadsheet: any number of rows, edited in place. It renders again when columns
 * change; its parts follow faster changes (scrolling, the selection, new rows) by themselves.
 */
export function Grid(props: Props) {
  const { definition, policies, state, onState, openRowId, onOpenRow, renderColumnMenu } = props
  const { addColumn, onAddColumn, onTotal, onReady, onEmail, renderPicked, renderPrinting } = props
  const gridId = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const [model] = useState(() => openModel(definition.key))
  const [menu, setMenu] = useState<MenuAsked | null>(null)
  const session = useSession()
  const viewer = useMemo(() => viewerOf(session), [session])
  const mayEdit = useMay('member')
  const context = useTexts(definition, onEmail)
  const layout = useLayout(definition, state, policies, viewer, scroller)
  const desk: Desk = {
    model,
    layout,
    definition,
    context,
    mayEdit,
    state,
    onState,
    onOpenRow,
    mayAddColumns: useMay('admin'),
    scroller: () => scroller.current,
    reportDone: (done) => model.edits.message.set(`${done} Ctrl+Z undoes it.`),
  }
  const latest = useRef(desk)
  latest.current = desk

  useRows(model, definition, state, scroller)
  useLive((event) => model.source.hear(event))
  useClipboard(latest)
  const isSettled = useEditorsSoon(layout)
  useEffect(() => {
    if (!isSettled) return
    // A list that is still empty needs totals with its first row.
    for (const load of [totals, loadQuestions]) load().catch(() => {})
  }, [isSettled])
  useHandle(latest, onReady)
  useReportedTotal(model, onTotal)
  const total = useTotal(model.source)
  const isCounted = useSignal(model.source.isCounted)

  const { from, to } = useColumnsInView(scroller, layout)
  const query = useMemo(() => queryOf(state, definition), [state, definition])
  const acts = useMemo(() => actsOf(latest), [])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return
    if (model.editing.get()) return typeAhead(model, event)
    const command = commandOf(event.nativeEvent)
    if (!command || !perform(latest.current, command)) return
    event.preventDefault()
    // A `?` typed into a cell does not open the help.
    event.stopPropagation()
  }
  return (
    <div className={classes.frame}>
      <div
        ref={scroller}
        role="grid"
        aria-label={`${definition.name}: rows`}
        aria-rowcount={isCounted ? total + 2 : -1}
        aria-colcount={layout.columns.length + (addColumn ? 2 : 1)}
        aria-multiselectable
        aria-description="Arrow keys move, Enter edits. Escape and then Tab leaves the grid."
        tabIndex={0}
        className={classes.scroller}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => pointed(event, () => latest.current)}
        onClick={(event) => tapped(event, latest.current)}
        onDoubleClick={(event) => doubled(event, latest.current)}
        onContextMenu={(event) => setMenu(askedFor(event))}
      >
        <div className={classes.content} style={{ width: layout.width }} data-below>
          <Header
            gridId={gridId}
            model={model}
            layout={layout}
            from={from}
            to={to}
            renderColumnMenu={renderColumnMenu}
            addColumn={addColumn}
            sort={state.sort}
            onPickAll={acts.onPickAll}
            onWidth={acts.onWidth}
            onMove={acts.onMove}
            onFocus={acts.onFocus}
          />
          <Body
            gridId={gridId}
            model={model}
            layout={layout}
            scroller={scroller}
            from={from}
            to={to}
            context={context}
            openRowId={openRowId}
            group={definition.columns.find(({ key }) => key === state.group)}
            query={query}
            overlay={(view) => (
              <Overlay
                grid={desk}
                view={view}
                mayFill={mayEdit && total > 0}
                onFillStart={(event) => {
                  event.preventDefault()
                  event.stopPropagation()
                  void withPart(loadFill, (part) => part.drawFill(() => latest.current))
                }}
              >
                <ActiveEditor grid={desk} shift={view.shift} />
              </Overlay>
            )}
          />
          <Suspense fallback={<div className={classes.totals} />}>
            {total === 0 ? (
              <div className={classes.totals} />
            ) : (
              <Totals
                model={model}
                layout={layout}
                query={query}
                totals={state.totals}
                context={context}
                from={from}
                to={to}
                onTotal={acts.onTotal}
                onFocus={acts.onFocus}
              />
            )}
          </Suspense>
        </div>
      </div>
      <NoRows
        model={model}
        definitionKey={definition.key}
        noColumns={definition.columns.length === 0}
        search={state.search}
        filtered={state.filter !== null}
        onShowAll={() => {
          onState({ filter: null, search: '' })
          focus(desk)
        }}
        {...(mayEdit ? { onAdd: () => beginRow(latest.current) } : {})}
        {...(onAddColumn ? { onAddColumn } : {})}
      />
      <StatusBar desk={desk} renderPicked={renderPicked} />
      <Suspense>
        {menu && <CellMenu desk={desk} asked={menu} onClose={() => setMenu(null)} />}
        {isSettled && openRowId === null && renderPrinting(desk, state)}
      </Suspense>
    </div>
  )
}

/** A cell's own menu takes the place of the browser's, except in text and on links. */
function askedFor(event: MouseEvent): MenuAsked | null {
  const element = event.target as Element
  if (element.closest('input, textarea, a')) return null
  if (element !== event.currentTarget && !element.closest('[data-column]')) return null
  event.preventDefault()
  return { element, x: event.clientX, y: event.clientY }
}

/** The header's actions, as stable functions. */
const actsOf = (latest: { current: Desk }) => ({
  onPickAll: () => {
    pickAll(latest.current)
  },
  onWidth: (key: string, width: number) => {
    const { state, onState } = latest.current
    onState({ widths: { ...state.widths, [key]: width } })
  },
  onTotal: (key: string, total: TotalKind | 'none') => {
    const { state, onState } = latest.current
    onState({ totals: { ...state.totals, [key]: total } })
  },
  onMove: (key: string, before: string | null) => moveColumn(latest.current, key, before),
  onFocus: () => focus(latest.current),
})
