import { Button } from '@mantine/core'
import classes from '../list/grid.module.css'
import type { Column } from '../list/types.ts'

interface Props {
  column: Column
  words: string
  /** Whether it has to fit into one line of the grid. */
  isLine?: boolean
  onAnswer: (choice: 'mine' | 'theirs') => void
}

/**
 * Asks beside a cell, or a field, which of two people's changes stays. It takes neither the focus nor a key, and stays
 * until one of its buttons is pressed.
 */
export function ConflictNotice({ column, words, isLine = false, onAnswer }: Props) {
  const size = isLine ? 'compact-xs' : 'compact-sm'
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for inputs
    <div
      role="group"
      aria-label={`Someone else changed ${column.name}`}
      aria-description={words}
      className={classes.conflict}
      data-line={isLine || undefined}
    >
      <span className={classes.conflictWords}>{words}</span>
      <span className={classes.conflictButtons}>
        <Button size={size} onClick={() => onAnswer('mine')}>
          Keep mine
        </Button>
        <Button size={size} variant="default" onClick={() => onAnswer('theirs')}>
          Take theirs
        </Button>
      </span>
    </div>
  )
}
