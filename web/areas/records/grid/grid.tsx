import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useLive } from '../../../live.ts'
import { useReached } from '../../../reach.ts'
import { useMay, usePeople, useSession } from '../../../session.ts'
import { viewerOf } from './cells/access.rules.ts'
import { drawFill } from './clipboard/fill-actions.ts'
import { useClipboard } from './clipboard/use-clipboard.ts'
import { type Desk, moveColumn, perform } from './commands.ts'
import { ActiveEditor } from './editors/active-editor.tsx'
import { useEditorsSoon } from './editors/cell-editor.tsx'
import { beginRow, tryAgain } from './editors/edit-actions.ts'
import classes from './grid.module.css'
import { focus } from './ground.ts'
import { useColumnsInView, useLayout } from './layout/columns.ts'
import { type GridModel, makeModel } from './model.ts'
import { pickAll } from './rows/row-actions.ts'
import { queryOf } from './rows/row-query.rules.ts'
import { useHandle, useReportedTotal, useRows } from './rows/use-rows.ts'
import { useTotal } from './rows/use-total.ts'
import { commandOf } from './selection/keys.rules.ts'
import { Overlay } from './selection/overlay.tsx'
import { doubled, pointed, tapped } from './selection/pointer.ts'
import { useSignal } from './signal.ts'
import type { GridProps } from './types.ts'
import { Body } from './view/body.tsx'
import { GridDialogs } from './view/grid-dialogs.tsx'
import { Header } from './view/header.tsx'
import { NoRows } from './view/no-rows.tsx'
import { StatusBar } from './view/status-bar.tsx'
import { Totals } from './view/totals.tsx'

/**
 * The rows of a board or page as a spreadsheet: any number of rows, edited in place. It renders again when columns
 * change; its parts follow faster changes (scrolling, the selection, new rows) by themselves.
 */
export function Grid(props: GridProps) {
  const { definition, policies, state, onState, openRowId, onOpenRow, renderColumnMenu } = props
  const { onAddColumn, onTotal, onReady, onEmail } = props
  const gridId = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const [model] = useState(() => makeModel(definition.key))
  const session = useSession()
  const viewer = useMemo(() => viewerOf(session), [session])
  const mayEdit = useMay('member')
  const context = useTexts(definition.settings.timeZone, onEmail)
  const layout = useLayout(definition, state, policies, viewer)
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
    scroller: () => scroller.current!,
  }
  const latest = useRef(desk)
  latest.current = desk

  useRows(model, definition, state, scroller)
  useLive((event) => model.source.hear(event))
  useClipboard(latest)
  useEditorsSoon(layout)
  useHandle(latest, onReady)
  useReportedTotal(model, onTotal)
  const total = useTotal(model.source)
  const isCounted = useSignal(model.source.isCounted)
  const reached = useReached()
  useEffect(() => {
    if (reached) tryAgain(latest.current)
  }, [reached])

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
        aria-colcount={layout.columns.length + (onAddColumn ? 2 : 1)}
        aria-multiselectable
        aria-description="Arrow keys move, Enter edits. Escape and then Tab leaves the grid."
        tabIndex={0}
        className={classes.scroller}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => pointed(event, () => latest.current)}
        onClick={(event) => tapped(event, latest.current)}
        onDoubleClick={(event) => doubled(event, latest.current)}
      >
        <div className={classes.content} style={{ width: layout.width }}>
          <Header
            gridId={gridId}
            model={model}
            layout={layout}
            from={from}
            to={to}
            renderColumnMenu={renderColumnMenu}
            onAddColumn={onAddColumn}
            sort={state.sort}
            {...acts}
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
            overlay={(shift) => (
              <Overlay
                model={model}
                layout={layout}
                shift={shift}
                mayFill={mayEdit && total > 0}
                onFillStart={(event) => drawFill(event, () => latest.current)}
              >
                <ActiveEditor ground={desk} shift={shift} />
              </Overlay>
            )}
          />
          <Totals
            definition={definition}
            model={model}
            layout={layout}
            query={query}
            from={from}
            to={to}
          />
        </div>
      </div>
      <NoRows
        model={model}
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
      <StatusBar ground={desk} />
      <GridDialogs ground={desk} />
    </div>
  )
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
  onMove: (key: string, before: string | null) => moveColumn(latest.current, key, before),
  onFocus: () => focus(latest.current),
})

function useTexts(timeZone: string, onEmail: GridProps['onEmail']) {
  const { seats } = usePeople()
  const signature = JSON.stringify(seats.map((seat) => [seat.crmUserId, seat.name || seat.email]))
  return useMemo(() => {
    const names = new Map(JSON.parse(signature) as [number, string][])
    return { nameOf: (id: number) => names.get(id) ?? `#${id}`, timeZone, onEmail }
  }, [signature, timeZone, onEmail])
}

/** While an editor is being loaded, typed keys wait for it. */
function typeAhead({ editing }: GridModel, event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey } = event
  const now = editing.get()
  if (!now) return
  if (key === 'Escape') editing.set(null)
  else if (key.length === 1 && !ctrlKey && !metaKey) {
    // The editor may take the focus right now, and the browser would then type the letter a second time.
    event.preventDefault()
    editing.set({ ...now, typed: (now.typed ?? '') + key })
  }
}
