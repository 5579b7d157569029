import type { ReactNode } from 'react'
import classes from './advanced.module.css'

interface Props {
  /** Whether something in it has to be seen. */
  isOpen?: boolean
  children: ReactNode
}

/** What programs and their developers need, such as ids, out of the way of everybody else. */
export function Advanced({ isOpen = false, children }: Props) {
  return (
    <details className={classes.advanced} open={isOpen}>
      <summary>Advanced</summary>
      {children}
    </details>
  )
}
