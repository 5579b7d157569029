import type { KeyboardEvent } from 'react'
import type { TextContext } from '../../cells/cell-text.rules.ts'
import type { Column, Row } from '../../list/types.ts'
import type { Then } from '../actions/edit-actions.ts'

export interface EditorProps {
  column: Column
  /** The cell's value when it was opened, so that closing without a change undoes nobody's edit. */
  value: unknown
  row: Row | undefined
  /** The first typed text; `null` if the existing value is edited. */
  typed: string | null
  /** Why the previous text was refused; lists do not show it. */
  problem: string | null
  context: TextContext
  /** @param shown the value shown until the service answers, if it differs from the one sent. */
  onCommit: (to: unknown, then: Then, shown?: unknown) => void
  /** Moves on at once, and writes the cell when its value is there; a failure has been shown. */
  onCommitLater: (to: Promise<unknown>, then: Then) => void
  onCancel: () => void
}

/** Where the selection goes after a key that closes an editor; `null` for other keys. */
export function thenOf({ key, shiftKey }: KeyboardEvent): Then | null {
  if (key === 'Enter') return shiftKey ? 'up' : 'down'
  if (key === 'Tab') return shiftKey ? 'left' : 'right'
  return null
}
