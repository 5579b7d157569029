import { Button, Group, Text } from '@mantine/core'
import {
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { isChoice } from '../../../../shared/column-types.ts'
import { useLive } from '../../../service/live.ts'
import { later } from '../../../service/parts.ts'
import { useMay, useSession } from '../../../service/session.ts'
import { FailureAlert } from '../../../ui/failures/failure-alert.tsx'
import { IconChecks, IconPlus } from '../../../ui/icons/icons.ts'
import { toastDone } from '../../../ui/toasts/toasts.tsx'
import { viewerOf } from '../cells/access.ts'
import { useTexts } from '../cells/use-texts.ts'
import { neighbourOf, useReportedTotal, useRows } from '../grid/actions/use-rows.ts'
import { useLayout } from '../grid/layout/columns.ts'
import { useFollowedView } from '../grid/layout/follow-view.ts'
import type { Desk, GridHandle } from '../grid/model/handle.ts'
import { openModel } from '../grid/model/models.ts'
import { queryOf } from '../grid/rows/row-query.rules.ts'
import { useGroupSums } from '../grid/rows/use-group-sums.ts'
import { NoRows } from '../grid/view/no-rows.tsx'
import { useSignal } from '../list/signal.ts'
import type { GridProps, GridState } from '../list/types.ts'
import { CardItem } from './card-item.tsx'
import classes from './cards.module.css'
import { CARD_HEIGHT, cardsIn, placesOf } from './cards-in-view.rules.ts'
import { GroupHead } from './group-head.tsx'
import { QuestionBar } from './question-bar.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { UnsavedBar } from './unsaved-bar.tsx'
import { useSelecting } from './use-selecting.ts'
import { WaitingRows } from './waiting-rows.tsx'

const PasteReportDialog = later(() =>
  import('../grid/view/paste-report.tsx').then((m) => m.PasteReportDialog),
)
const NewCard = lazy(() => import('./new-card.tsx').then((m) => ({ default: m.NewCard })))

interface Props extends GridProps {
  /** What prints the rows. Drawn once they are there, unless a record is open. */
  renderPrinting: (grid: GridHandle, state: GridState) => ReactNode
}

/** The rows of a board or page on a phone: a card for each, which opens the record. */
export function Cards(props: Props) {
  const { definition, policies, state, onState, openRowId, onOpenRow, onAddColumn } = props
  const { onTotal, onReady, renderPrinting } = props
  const scroller = useRef<HTMLUListElement>(null)
  const [model] = useState(() => openModel(definition.key))
  const [isAdding, setAdding] = useState(false)
  const { source } = model
  const mayEdit = useMay('member')
  const mayAddColumns = useMay('admin')
  const context = useTexts(definition)
  const session = useSession()
  const viewer = useMemo(() => viewerOf(session), [session])
  const layout = useLayout(definition, state, policies, viewer, scroller)
  const { picked, isSelecting, ...selecting } = useSelecting(model)
  const desk: Desk = {
    model,
    layout,
    definition,
    context,
    mayEdit,
    mayAddColumns,
    state,
    onState,
    onOpenRow,
    scroller: () => scroller.current!,
    reportDone: toastDone,
  }
  useRows(model, definition, state, scroller)
  useLive((event) => source.hear(event))
  useReportedTotal(model, onTotal)
  useSignal(source.changed)
  const status = useSignal(source.state)
  const isCounted = useSignal(source.isCounted)
  const view = useView(scroller)
  const asked = new Set(useSignal(model.edits.questions).map(({ rowId }) => rowId))
  const report = useSignal(model.report)
  const groups = useSignal(source.groups)
  const query = useMemo(() => queryOf(state, definition), [state, definition])
  const sums = useGroupSums(source, query)
  const group = definition.columns.find(({ key }) => key === state.group)
  const places = useMemo(
    () => placesOf(source.total, group ? groups : []),
    [source.total, group, groups],
  )
  const { from, to } = places.inView(view)
  const latest = useRef(places)
  latest.current = places
  useEffect(() => source.show(from, to), [source, from, to])
  // biome-ignore lint/correctness/useExhaustiveDependencies: handed out once
  useEffect(() => {
    onReady?.({
      neighbour: (rowId, by) => neighbourOf(source, rowId, by),
      jumpTo: (index) => scroller.current?.scrollTo({ top: latest.current.topOf(index) }),
      known: (rowId) => source.saved(rowId),
      focus: () => scroller.current?.focus({ preventScroll: true }),
      addRow: () => setAdding(true),
      reload: () => source.refresh(),
    })
  }, [])

  const drawn = Array.from({ length: to - from }, (_, i) => from + i)
  const listState = useMemo(
    () => ({ order: state.order, hidden: state.hidden }),
    [state.order, state.hidden],
  )
  // The heading of a group says its value for all of its cards.
  const columns = useMemo(
    () => definition.columns.filter(({ key }) => key !== group?.key),
    [definition.columns, group],
  )
  const stage = columns.find(({ key, type }) => isChoice(type) && !state.hidden.includes(key))
  return (
    <div className={classes.frame}>
      <ul
        ref={scroller}
        tabIndex={-1}
        className={classes.scroller}
        aria-label={`${definition.name}: rows`}
      >
        {group &&
          places.heads
            .filter(({ row }) => row >= from && row <= to)
            .map((head) => (
              <GroupHead
                key={head.group}
                top={head.top}
                group={groups[head.group]!}
                sums={sums.of(groups[head.group]!)}
                by={group}
                columns={definition.columns}
                context={context}
              />
            ))}
        {drawn.map((index) => (
          <CardItem
            key={source.idAt(index) ?? index}
            index={index}
            top={places.topOf(index)}
            total={isCounted ? source.total : -1}
            row={source.rowAt(index)}
            columns={columns}
            state={listState}
            stage={stage}
            context={context}
            isOpen={openRowId !== null && source.idAt(index) === openRowId}
            isAsked={asked.has(source.idAt(index) ?? '')}
            isPicked={isSelecting ? picked.has(source.idAt(index) ?? '') : null}
            onTap={isSelecting ? selecting.turn : onOpenRow}
            onHold={selecting.hold}
          />
        ))}
        <li aria-hidden className={classes.end} style={{ top: places.height }} />
      </ul>
      <NoRows
        model={model}
        definitionKey={definition.key}
        noColumns={definition.columns.length === 0}
        search={state.search}
        filtered={state.filter !== null}
        onShowAll={() => onState({ filter: null, search: '' })}
        {...(mayEdit ? { onAdd: () => setAdding(true) } : {})}
        {...(onAddColumn ? { onAddColumn } : {})}
      />
      {status.is === 'failed' && (
        <FailureAlert
          error={status.error}
          title="The rows could not be loaded"
          onRetry={status.retry}
        />
      )}
      <WaitingRows model={model} columns={definition.columns} />
      <UnsavedBar model={model} />
      <QuestionBar definition={definition} onOpenRow={onOpenRow} />
      {isSelecting ? (
        <SelectionBar desk={desk} count={picked.size} onEnd={selecting.end} />
      ) : (
        definition.columns.length > 0 && (
          <Group gap={8} wrap="nowrap" className={classes.bar ?? ''}>
            {mayEdit && (
              <Button
                flex={1}
                variant="light"
                leftSection={<IconPlus size={16} aria-hidden />}
                onClick={() => setAdding(true)}
              >
                Add a row
              </Button>
            )}
            {source.total > 0 && (
              <Button
                flex={mayEdit ? 'none' : 1}
                variant="default"
                leftSection={<IconChecks size={16} aria-hidden />}
                onClick={selecting.begin}
              >
                Select
              </Button>
            )}
          </Group>
        )
      )}
      <Suspense>
        {report?.open && <PasteReportDialog grid={desk} report={report} isPhone />}
      </Suspense>
      {source.total > cardsIn(source.total) && (
        <Text size="sm" c="dimmed" p="xs">
          The first {cardsIn(source.total).toLocaleString()} rows. Search or filter for others.
        </Text>
      )}
      {status.is === 'ready' && openRowId === null && renderPrinting(desk, state)}
      <Suspense>
        {isAdding && (
          <NewCard
            definition={definition}
            policies={policies}
            state={state}
            model={model}
            onAdded={(rowId) => {
              setAdding(false)
              if (rowId !== undefined) onOpenRow(rowId)
            }}
            onClose={() => setAdding(false)}
          />
        )}
      </Suspense>
    </div>
  )
}

/** What part of the list is seen, in steps of a card. */
function useView(scroller: { current: HTMLElement | null }) {
  const [view, setView] = useState({ top: 0, height: 800 })
  const read = useCallback((element: HTMLElement) => {
    const top = element.scrollTop - (element.scrollTop % CARD_HEIGHT)
    const height = element.clientHeight
    setView((now) => (now.top === top && now.height === height ? now : { top, height }))
  }, [])
  useFollowedView(scroller, read)
  return view
}
