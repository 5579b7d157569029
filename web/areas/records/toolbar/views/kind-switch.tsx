import { IconCalendar, IconLayoutKanban, IconTable } from '../../../../ui/icons/icons.ts'
import type { Column, GridState } from '../../list/types.ts'
import { columnsFor, shownAs } from '../state/view-kinds.rules.ts'
import classes from '../tools/toolbar.module.css'

interface Props {
  columns: readonly Column[]
  state: GridState
  onState: (change: Partial<GridState>) => void
}

const kinds = [
  { kind: 'grid', label: 'Grid', icon: IconTable },
  { kind: 'kanban', label: 'Kanban', icon: IconLayoutKanban },
  { kind: 'calendar', label: 'Calendar', icon: IconCalendar },
] as const

/** Switches between the ways to show the rows, as far as there are columns for them. */
export function KindSwitch({ columns, state, onState }: Props) {
  const offered = kinds.filter(
    ({ kind }) => kind === 'grid' || columnsFor(kind, columns).length > 0,
  )
  if (offered.length === 1) return null
  return (
    <fieldset className={classes.kinds} aria-label="Show rows as">
      {offered.map(({ kind, label, icon: Icon }) => (
        <button
          key={kind}
          type="button"
          aria-label={label}
          title={label}
          aria-pressed={kind === state.kind}
          onClick={() => onState(shownAs(kind, state, columns))}
        >
          <Icon size={16} aria-hidden />
        </button>
      ))}
    </fieldset>
  )
}
