import { Skeleton, Stack } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useEffect, useEffectEvent, useState } from 'react'
import { useAnswer, whyNothing } from '../../service/api.ts'
import { soonPart } from '../../service/parts.ts'
import { usePartsSoon } from '../../service/parts-soon.ts'
import { useMay } from '../../service/session.ts'
import { useKeys } from '../../ui/focus/use-keys.ts'
import { useSearchState } from '../../ui/links/use-search.ts'
import { useIsConnected } from '../../ui/writing/use-is-connected.ts'
import type { WritingSearch } from './activity/writing.rules.ts'
import { BulkBar } from './bulk/bulk-bar-part.ts'
import { usePolicies } from './cells/use-policies.ts'
import { ColumnMenu, useColumnDialogs } from './columns/use-column-dialogs.tsx'
import { Grid } from './grid/grid.tsx'
import { HeaderMenu } from './grid/view/header.tsx'
import type { Definition, GridHandle, RowCount } from './list/types.ts'
import { ListPrinting, useAskedToPrint } from './print/list-printing.tsx'
import type { Printed } from './print/printing.tsx'
import classes from './records-page.module.css'
import { RecordsToolbar, toolbarParts } from './toolbar/records-toolbar.tsx'
import { useGridState, viewsOf } from './toolbar/state/use-grid-state.ts'
import { columnOf } from './toolbar/state/view-kinds.rules.ts'

const Cards = lazy(() => import('./cards/cards.tsx').then((m) => ({ default: m.Cards })))
const RecordPanel = soonPart(() => import('./panel/record-panel.tsx').then((m) => m.RecordPanel))
const Kanban = lazy(() => import('./kanban/kanban.tsx').then((m) => ({ default: m.Kanban })))
const RecordsCalendar = lazy(() =>
  import('./calendar/records-calendar.tsx').then((m) => ({ default: m.RecordsCalendar })),
)
/** What the first click on something needs. */
const parts = [...toolbarParts, HeaderMenu.load, ColumnMenu.load, RecordPanel.load, BulkBar.load]
/** Without the record and what somebody was writing about it. */
const closed = { row: undefined, write: undefined, to: undefined } as Partial<
  { row: string } & WritingSearch
>

/** The records of a board or page: the toolbar, the grid, and the open record. */
export function RecordsPage() {
  const { key = '' } = useParams({ strict: false }) as { key?: string }
  const { data, error } = useAnswer('definitions.get', { params: { key } })
  // Requested along with the definition. The parts that use them are only shown once the definition has arrived.
  useAnswer('definitions.listViews', viewsOf(key))
  usePolicies(key)
  // The route's own page says what went wrong.
  const end = whyNothing({ data, error })
  if (end) throw end
  if (!data) return <PageSkeleton />
  return <Records key={data.data.id} definition={data.data} />
}

function Records({ definition }: { definition: Definition }) {
  const { key } = definition
  const grid = useGridState(definition)
  const [search, change] = useSearchState<{ row?: string; add?: string | number } & WritingSearch>()
  const [total, setTotal] = useState<RowCount>(null)
  const isGrid = grid.state.kind === 'grid'
  const [made, setHandle] = useState<GridHandle | null>(null)
  const handle = isGrid ? made : null
  const policies = usePolicies(key)
  const columns = useColumnDialogs({ definition, state: grid.state, onState: grid.onState })
  const mayAddColumns = useMay('admin')
  const mayWrite = useMay('member')
  const isPhone = useMediaQuery('(max-width: 36em)', false, { getInitialValueInEffect: false })
  const openRow = useCallback((row: string) => change({ ...closed, row }, { push: true }), [change])
  const writesEmail = useIsConnected('email') === true
  const email = useCallback(
    (row: string, to: string) => change({ row, write: 'email', to }, { push: true }),
    [change],
  )
  const step = (by: 1 | -1) => async () => {
    const next = search.row && (await handle?.neighbour(search.row, by))
    if (next) openRow(next)
  }
  useKeys(search.row ? { j: step(1), k: step(-1) } : {})
  // A link that adds a row: the grid begins one as soon as it is there.
  const isAdding = search.add !== undefined
  const showGrid = useEffectEvent(() => grid.onState({ kind: 'grid' }))
  const begun = useEffectEvent(() => change({ add: undefined } as object))
  useEffect(() => {
    if (!isAdding) return
    if (!isGrid) return showGrid()
    if (!handle) return
    begun()
    // After this render: the new row is drawn at once.
    queueMicrotask(handle.addRow)
  }, [isAdding, isGrid, handle])
  usePartsSoon(parts)
  const shared = {
    definition,
    policies,
    state: grid.state,
    openRowId: search.row ?? null,
    onOpenRow: openRow,
    onTotal: setTotal,
  }
  const by = columnOf(grid.state, definition.columns)
  const isList = isGrid || !by
  const asked = useAskedToPrint(isList && !search.row)
  const listed = {
    ...shared,
    onState: grid.onState,
    onEmail: mayWrite && writesEmail ? email : undefined,
    renderColumnMenu: columns.menu,
    onReady: setHandle,
    renderPrinting: (list: Printed['grid'], state: Printed['state']) => (
      <ListPrinting grid={list} state={state} asked={asked} />
    ),
    ...(mayAddColumns ? { addColumn: columns.addButton, onAddColumn: columns.add } : {}),
  }
  const rows = isList ? (
    isPhone ? (
      <Cards {...listed} />
    ) : (
      <Grid {...listed} renderPicked={(desk, count) => <BulkBar desk={desk} count={count} />} />
    )
  ) : grid.state.kind === 'kanban' ? (
    <Kanban {...shared} column={by} />
  ) : (
    <RecordsCalendar {...shared} column={by} />
  )
  return (
    <div className={classes.page}>
      <div className={classes.list}>
        <RecordsToolbar definition={definition} grid={grid} total={total} />
        {grid.ready ? <Suspense fallback={<PageSkeleton />}>{rows}</Suspense> : <PageSkeleton />}
      </div>
      <Suspense>
        {search.row && (
          <RecordPanel
            definition={definition}
            rowId={search.row}
            grid={handle}
            onOpenRow={openRow}
            onClose={() => {
              change(closed)
              handle?.focus()
            }}
          />
        )}
      </Suspense>
      {columns.dialogs}
    </div>
  )
}

function PageSkeleton() {
  return (
    <Stack gap="sm" p="md" aria-busy>
      <Skeleton height={22} width={200} />
      <Skeleton height={13} />
      <Skeleton height={13} width="90%" />
      <Skeleton height={13} width="70%" />
    </Stack>
  )
}
