import type { MouseEvent } from 'react'

/** Moves the focus to the surrounding panel before a button in it disappears or is disabled. */
export const keepFocus = ({ currentTarget }: MouseEvent<HTMLElement>): void =>
  currentTarget.closest<HTMLElement>('[role="dialog"]')?.focus()
