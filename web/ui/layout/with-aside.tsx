import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './with-aside.module.css'

interface Props {
  aside: ReactNode
  /** Whether the aside comes first if there is no room beside the content. */
  asideFirst?: boolean
  children: ReactNode
}

/** The main content, with facts about it beside. */
export function WithAside({ aside, asideFirst = false, children }: Props) {
  return (
    <div className={classes.columns} data-aside-first={asideFirst || undefined}>
      <Stack gap="lg">{children}</Stack>
      <Stack gap="lg">{aside}</Stack>
    </div>
  )
}
