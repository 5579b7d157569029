import { Popover, Skeleton, VisuallyHidden } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, Suspense } from 'react'
import { type Opener, useOpened } from './use-opener.ts'

interface Props {
  label: string
  opener: Opener
  button: ReactNode
  width: number
  children: (close: () => void) => ReactNode
}

/** The panel that a toolbar button opens. */
export function ToolPanel({ label, opener, button, width, children }: Props) {
  const opened = useOpened(opener)
  // Anything open inside handles Escape itself first.
  const keys = ({ key, target }: KeyboardEvent) => {
    if (key === 'Escape' && (target as Element).ariaExpanded !== 'true') opener.onChange(false)
  }
  return (
    <Popover
      opened={opened}
      onChange={opener.onChange}
      position="bottom-start"
      width={`min(${width}px, calc(100vw - 16px))`}
      shadow="md"
      trapFocus
      closeOnEscape={false}
      returnFocus
    >
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown aria-label={label} onKeyDown={keys}>
        {opened && (
          <Suspense fallback={<PanelSkeleton />}>{children(() => opener.onChange(false))}</Suspense>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}

function PanelSkeleton() {
  return (
    <div aria-busy>
      <VisuallyHidden>Loading</VisuallyHidden>
      <Skeleton height={18} mb="sm" width="60%" />
      <Skeleton height={30} mb="sm" />
      <Skeleton height={30} />
    </div>
  )
}
