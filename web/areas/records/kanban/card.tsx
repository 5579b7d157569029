import { ActionIcon, Menu, UnstyledButton } from '@mantine/core'
import type { DragEvent, KeyboardEvent } from 'react'
import { type Input, inputOf } from '../../../../shared/column-types.ts'
import { IconArrowRight, IconDots } from '../../../ui/icons/icons.ts'
import { UNTITLED } from '../../../ui/records/row-title.rules.ts'
import { Time } from '../../../ui/values/time.tsx'
import { cardOf } from '../cards/card.rules.ts'
import { CellContent, isPlain } from '../cells/cell.tsx'
import { shownText } from '../cells/cell-shown.rules.ts'
import { isEmpty, type TextContext } from '../cells/cell-text.rules.ts'
import type { CardFields } from '../list/card-fields.rules.ts'
import type { Column, GridState, Row } from '../list/types.ts'
import { DRAGGED } from '../moves/moving.rules.ts'
import classes from './kanban.module.css'
import { laneName } from './lanes.rules.ts'

/** Shown without the buttons that they have in the grid. */
const addresses: readonly Input[] = ['email', 'phone', 'url']

interface Props {
  row: Row
  columns: readonly Column[]
  state: Pick<GridState, 'order' | 'hidden'>
  /** What every card has. */
  shown: CardFields
  /** The column of the lanes, which the card does not repeat. */
  by: string
  context: TextContext
  isOpen: boolean
  /** Whether its move waits for the service. */
  isWaiting: boolean
  /** The lanes that the card can go to; none if the reader may not move it. */
  goals: readonly (string | null)[]
  onOpen: (rowId: string) => void
  onMove: (to: string | null) => void
  onKey: (event: KeyboardEvent<HTMLElement>) => void
}

/** A row as a card: its title, the same fields as on every card, a person, its age, and a menu to move it. */
export function Card(props: Props) {
  const { row, columns, state, shown, by, context, isOpen, isWaiting, goals } = props
  const { onOpen, onMove, onKey } = props
  const { fields, person } = shown
  const { title } = cardOf(columns, state, row, by)
  const { cells } = row
  const name = title ? shownText(title, cells[title.key], row, context) : UNTITLED
  const drag = (event: DragEvent) => {
    event.dataTransfer.setData(DRAGGED, row.id)
    event.dataTransfer.effectAllowed = 'move'
  }
  return (
    <li
      className={classes.card}
      data-open={isOpen || undefined}
      data-waiting={isWaiting || undefined}
      draggable={goals.length > 0}
      onDragStart={drag}
    >
      <UnstyledButton
        className={classes.title}
        title={name}
        data-card={row.id}
        aria-keyshortcuts={goals.length > 0 ? 'Alt+ArrowLeft Alt+ArrowRight' : undefined}
        onClick={() => onOpen(row.id)}
        onKeyDown={onKey}
      >
        {name}
      </UnstyledButton>
      {fields.map((column) => (
        <div key={column.id} className={classes.field}>
          <span className={classes.label}>{column.name}</span>
          <span className={classes.value}>
            {isEmpty(cells[column.key]) ? (
              <span aria-hidden>–</span>
            ) : addresses.includes(inputOf(column.type)) || isPlain(column) ? (
              <span className={classes.text}>
                {shownText(column, cells[column.key], row, context)}
              </span>
            ) : (
              <CellContent column={column} value={cells[column.key]} row={row} context={context} />
            )}
          </span>
        </div>
      ))}
      <div className={classes.foot}>
        {person && (
          <span className={classes.person} title={person.name}>
            <span className="visually-hidden">{person.name}: </span>
            {isEmpty(cells[person.key]) ? (
              'Nobody yet'
            ) : (
              <CellContent column={person} value={cells[person.key]} row={row} context={context} />
            )}
          </span>
        )}
        <span className={classes.age}>
          <span className="visually-hidden">Changed </span>
          <Time at={row.updatedAt} />
        </span>
      </div>
      {goals.length > 0 && (
        <Menu position="bottom-end" shadow="md" withinPortal>
          <Menu.Target>
            <ActionIcon
              size={24}
              variant="subtle"
              color="gray"
              className={classes.menu}
              aria-label={`Move ${name}`}
            >
              <IconDots size={15} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
            <Menu.Label>Move to (Alt+← →)</Menu.Label>
            {goals.map((goal) => (
              <Menu.Item
                key={goal}
                disabled={goal === ((cells[by] as string | undefined) ?? null)}
                leftSection={<IconArrowRight size={14} />}
                onClick={() => onMove(goal)}
              >
                {laneName(goal)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </li>
  )
}
