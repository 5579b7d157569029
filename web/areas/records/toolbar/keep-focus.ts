import type { MouseEvent } from 'react'

/** Lets the panel around have the focus, before a button in it goes away or does nothing more. */
export const keepFocus = ({ currentTarget }: MouseEvent<HTMLElement>): void =>
  currentTarget.closest<HTMLElement>('[role="dialog"]')?.focus()
