import type { KeyboardEvent } from 'react'
import type { TextContext } from '../cells/cell-text.rules.ts'
import type { Column, Row } from '../types.ts'

/** Where the selection goes after an edit. */
export type Then = 'down' | 'up' | 'right' | 'left' | 'stay'

export interface EditorProps {
  column: Column
  /** What the cell held when it was opened: who writes nothing undoes nothing that others wrote since. */
  value: unknown
  row: Row | undefined
  /** What was typed to begin with; `null` where the cell is edited as it is. */
  typed: string | null
  /** Why what was typed before was refused; what is chosen from a list is not told. */
  problem: string | null
  context: TextContext
  /** @param shown what is shown until the service answers, where it is not what is sent. */
  onCommit: (to: unknown, then: Then, shown?: unknown) => void
  onCancel: () => void
}

/** Where a key that closes an editor leads; `null` for other keys. */
export function thenOf({ key, shiftKey }: KeyboardEvent): Then | null {
  if (key === 'Enter') return shiftKey ? 'up' : 'down'
  if (key === 'Tab') return shiftKey ? 'left' : 'right'
  return null
}
