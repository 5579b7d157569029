import { Skeleton } from '@mantine/core'
import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react'
import { inputOf, isMoney } from '../../../../shared/column-types.ts'
import { MOST_SUMS } from '../../../../shared/limits.ts'
import { useAnswer } from '../../../service/api.ts'
import { useReached } from '../../../service/reach.ts'
import { useSession } from '../../../service/session.ts'
import { FailureAlert } from '../../../ui/failures/failure-alert.tsx'
import { QuestionBar } from '../cards/question-bar.tsx'
import { WaitingRows } from '../cards/waiting-rows.tsx'
import { viewerOf, whyLocked } from '../cells/access.ts'
import { useTexts } from '../cells/use-texts.ts'
import { modelOf } from '../grid/model/models.ts'
import { queryOf, withoutGroup } from '../grid/rows/row-query.rules.ts'
import { cardFields } from '../list/card-fields.rules.ts'
import type { Column, ColumnPolicy, Definition, GridState, Row } from '../list/types.ts'
import { arrived } from '../moves/moving.rules.ts'
import { useFollowedCard } from '../moves/use-followed-card.ts'
import { useMoves } from '../moves/use-moves.ts'
import { Card } from './card.tsx'
import classes from './kanban.module.css'
import { KanbanLane } from './lane.tsx'
import { LaneAdd } from './lane-add.tsx'
import { laneName, lanesOf } from './lanes.rules.ts'

interface Props {
  definition: Definition
  policies: readonly ColumnPolicy[]
  state: GridState
  /** The select column whose options are the lanes. */
  column: Column
  openRowId: string | null
  onOpenRow: (rowId: string) => void
  onTotal: (total: number | null) => void
}

/** The rows as cards, in a lane for each option of a select column. Moving a card sets the option. */
export function Kanban(props: Props) {
  return (
    <>
      <Lanes {...props} />
      <QuestionBar definition={props.definition} onOpenRow={props.onOpenRow} />
    </>
  )
}

function Lanes(props: Props) {
  const { definition, policies, state, column, openRowId, onOpenRow, onTotal } = props
  const { key, columns } = definition
  const board = useRef<HTMLDivElement>(null)
  const model = modelOf(key)
  const { follow, forget } = useFollowedCard(board)
  const session = useSession()
  const isReached = useReached()
  const context = useTexts(definition)
  const query = useMemo(() => queryOf(state, definition), [state, definition])
  const summed = columns
    .filter(({ key: one, type }) => isMoney(type) && !state.hidden.includes(one))
    .slice(0, MOST_SUMS)
  const { data, error, refetch } = useAnswer(
    'definitions.listRows',
    {
      params: { key },
      query: {
        ...withoutGroup(query),
        group: column.key,
        groupOrder: 'options',
        limit: 1,
        ...(summed.length > 0 ? { sum: summed.map((one) => one.key).join() } : {}),
      },
    },
    { keepPrevious: true },
  )
  const moves = useMoves(definition, column)
  const { moving, drawn } = moves
  const groups = data?.groups
  const lanes = useMemo(
    () => arrived(lanesOf(column, groups ?? []), moving.values()),
    [column, groups, moving],
  )
  const total = groups ? groups.reduce((sum, { count }) => sum + count, 0) : null
  useEffect(() => onTotal(total), [total, onTotal])
  const mayWrite = (one: Column) => whyLocked(one, policies, viewerOf(session)) === null
  const mayMove = mayWrite(column)
  const title = columns.find((one) => inputOf(one.type) === 'line' && mayWrite(one))
  const labels = (column.settings.options ?? []).map(({ label }) => label)
  const shown = useMemo(() => cardFields(columns, state, column.key), [columns, state, column])
  const goals = mayMove ? [...labels, ...(column.required ? [] : [null])] : []

  const moveTo = (row: Row, to: string | null) => {
    follow(row.id)
    moves.move(row, to, `Moved to ${laneName(to)}.`)
  }
  const keys = (event: KeyboardEvent<HTMLElement>, row: Row) => {
    const { key: pressed, altKey, ctrlKey, metaKey } = event
    if (ctrlKey || metaKey) return
    if (altKey && (pressed === 'ArrowLeft' || pressed === 'ArrowRight')) {
      event.preventDefault()
      const now = (drawn(row).cells[column.key] ?? null) as string | null
      const at = goals.indexOf(now)
      const to = at < 0 ? undefined : goals[at + stepOf(pressed)]
      if (to !== undefined) moveTo(row, to)
      return
    }
    if (!altKey && /^Arrow/.test(pressed) && stepFocus(event.currentTarget, pressed)) {
      event.preventDefault()
    }
  }
  const rows = useRef(new Map<string, Row>())
  const card = (row: Row) => {
    rows.current.set(row.id, row)
    return (
      <Card
        key={row.id}
        row={drawn(row)}
        columns={columns}
        state={state}
        shown={shown}
        by={column.key}
        context={context}
        isOpen={row.id === openRowId}
        isWaiting={!isReached && moves.isWaiting(row.id)}
        goals={goals}
        onOpen={onOpenRow}
        onMove={(to) => moveTo(row, to)}
        onKey={(event) => keys(event, row)}
      />
    )
  }
  const dropped = (rowId: string, to: string | null) => {
    const row = rows.current.get(rowId)
    if (row) moveTo(row, to)
  }
  if (error) return <FailureAlert error={error} onRetry={() => refetch()} />
  if (!data) return <Skeleton m="md" h={240} />
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the cards inside
    <div ref={board} className={classes.board} onKeyDown={moves.onUndoKey} onPointerDown={forget}>
      {lanes.map((lane) => (
        <KanbanLane
          key={lane.value ?? ''}
          definitionKey={key}
          column={column}
          lane={lane}
          summed={summed}
          query={query}
          filter={state.filter}
          context={context}
          moving={moving}
          isGoal={goals.includes(lane.value)}
          onDropped={dropped}
          renderCard={card}
          adding={
            goals.includes(lane.value) &&
            title && (
              <>
                <WaitingRows
                  model={model}
                  columns={columns}
                  only={(cells) => (cells[column.key] ?? null) === lane.value}
                />
                <LaneAdd
                  model={model}
                  title={title}
                  cells={{ [column.key]: lane.value }}
                  lane={laneName(lane.value)}
                  onAdded={moves.readAgain}
                />
              </>
            )
          }
        />
      ))}
      <span role="status" className="visually-hidden">
        {moves.status}
      </span>
    </div>
  )
}

const stepOf = (key: string): 1 | -1 => (key === 'ArrowRight' || key === 'ArrowDown' ? 1 : -1)

const CARD = '[data-card]'

/** Moves the focus to the next card of the lane, or to the card beside it in the next lane that has one. */
function stepFocus(card: HTMLElement, key: string): boolean {
  const lane = card.closest('section')
  const cards = [...(lane?.querySelectorAll<HTMLElement>(CARD) ?? [])]
  const at = cards.indexOf(card)
  const step = stepOf(key)
  if (key === 'ArrowUp' || key === 'ArrowDown') {
    cards[at + step]?.focus()
    return true
  }
  const side = step > 0 ? 'nextElementSibling' : 'previousElementSibling'
  for (let next = lane?.[side]; next; next = next[side]) {
    const others = next.querySelectorAll<HTMLElement>(CARD)
    const other = others[Math.min(at, others.length - 1)]
    if (!other) continue
    other.focus()
    return true
  }
  return false
}
