import { Anchor, type AnchorProps } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'

interface Props extends AnchorProps {
  /** From `paths`. */
  to: string
  children: ReactNode
  /** Done as well, before it is followed. */
  onFollow?: () => void
  'aria-label'?: string
  'aria-current'?: boolean | 'page'
  /** Whether `j` and `k` step through it; see `useListKeys`. */
  'data-step'?: true
}

/** Whether a click means "here", not "in a new tab". */
export const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

/** A link inside the app to a path that `paths` made. */
export function AppLink({ to, onFollow, ...rest }: Props) {
  const router = useRouter()
  const follow = (event: MouseEvent) => {
    if (!isPlainClick(event)) return
    event.preventDefault()
    onFollow?.()
    router.history.push(to)
  }
  return <Anchor href={to} onClick={follow} {...rest} />
}
