import { Skeleton, Stack } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { useAnswer } from '../../api.ts'
import { useMay } from '../../session.ts'
import { useSearchState } from '../../ui/links/use-search.ts'
import { useIsConnected } from '../../ui/writing/use-is-connected.ts'
import type { WritingSearch } from './activity/writing.rules.ts'
import { useColumnDialogs } from './columns/use-column-dialogs.tsx'
import { Grid } from './grid/grid.tsx'
import type { ColumnPolicy, Definition, GridHandle } from './grid/types.ts'
import classes from './records-page.module.css'
import { RecordsToolbar } from './toolbar/records-toolbar.tsx'
import { useGridState, viewsOf } from './toolbar/use-grid-state.ts'

const loadPanel = () => import('./panel/record-panel.tsx')
const RecordPanel = lazy(() => loadPanel().then((m) => ({ default: m.RecordPanel })))
const everyones: ColumnPolicy[] = []
/** Without the record and what somebody was writing about it. */
const closed = { row: undefined, write: undefined, to: undefined } as Partial<
  { row: string } & WritingSearch
>
const policiesOf = (key: string) => ({ params: { key }, query: { limit: 1000 } })

/** The records of a board or page: the toolbar, the grid, and the open record. */
export function RecordsPage() {
  const { key = '' } = useParams({ strict: false }) as { key?: string }
  const { data, error } = useAnswer('definitions.get', { params: { key } })
  // Requested along with the definition. The parts that use them are only shown once the definition has arrived.
  useAnswer('definitions.listViews', viewsOf(key))
  useAnswer('policies.list', policiesOf(key))
  // The route's own page says what went wrong.
  if (error) throw error
  if (!data) return <PageSkeleton />
  return <Records key={data.data.id} definition={data.data} />
}

function Records({ definition }: { definition: Definition }) {
  const { key } = definition
  const grid = useGridState(definition)
  const [search, change] = useSearchState<{ row?: string } & WritingSearch>()
  const [total, setTotal] = useState<number | null>(null)
  const [handle, setHandle] = useState<GridHandle | null>(null)
  const { data: policies } = useAnswer('policies.list', policiesOf(key))
  const columns = useColumnDialogs({ definition, state: grid.state, onState: grid.onState })
  const mayAddColumns = useMay('admin')
  const openRow = useCallback((row: string) => change({ ...closed, row }, { push: true }), [change])
  usePanelSoon()
  const writesEmail = useIsConnected('email') === true
  const mayWrite = useMay('member')
  const email = useCallback(
    (row: string, to: string) => change({ row, write: 'email', to }, { push: true }),
    [change],
  )
  return (
    <div className={classes.page}>
      <div className={classes.list}>
        <RecordsToolbar definition={definition} grid={grid} total={total} />
        {grid.ready ? (
          <Grid
            definition={definition}
            policies={policies?.data ?? everyones}
            state={grid.state}
            onState={grid.onState}
            openRowId={search.row ?? null}
            onOpenRow={openRow}
            onEmail={mayWrite && writesEmail ? email : undefined}
            renderColumnMenu={columns.menu}
            {...(mayAddColumns ? { onAddColumn: columns.add } : {})}
            onTotal={setTotal}
            onReady={setHandle}
          />
        ) : (
          <PageSkeleton />
        )}
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

/** Loads the record panel as soon as somebody does anything on the page, so that the first record opens at once. */
function usePanelSoon(): void {
  useEffect(() => {
    const done = new AbortController()
    const load = () => {
      done.abort()
      loadPanel().catch(() => undefined)
    }
    for (const type of ['pointermove', 'keydown']) {
      window.addEventListener(type, load, { signal: done.signal })
    }
    return () => done.abort()
  }, [])
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
