import type { ReactNode } from 'react'
import classes from './advanced.module.css'

/** What programs and their developers need, such as ids, out of the way of everybody else. */
export function Advanced({ children }: { children: ReactNode }) {
  return (
    <details className={classes.advanced}>
      <summary>Advanced</summary>
      {children}
    </details>
  )
}
