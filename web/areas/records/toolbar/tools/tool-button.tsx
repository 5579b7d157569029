import { Badge, Button, VisuallyHidden } from '@mantine/core'
import { type ReactNode, Suspense } from 'react'
import { soonPart } from '../../../../service/parts.ts'
import type { Icon } from '../../../../ui/icons/icon.ts'
import classes from './toolbar.module.css'
import { useOpener } from './use-opener.ts'

export const ToolPanel = soonPart(() => import('./tool-panel.tsx').then((m) => m.ToolPanel))

interface Props {
  label: string
  icon: Icon
  /** How many are active, shown beside the label. */
  count?: number
  /** The word after the count: `2 hidden`. */
  says?: string
  width: number
  /** The panel's content, given a function that closes it. */
  children: (close: () => void) => ReactNode
}

/** A button of the toolbar with a panel below it. */
export function ToolButton({ label, icon: Shown, count = 0, says = 'active', ...panel }: Props) {
  const { wasOpened, opener, button: props } = useOpener()
  const button = (
    <Button
      {...props}
      variant={count > 0 ? 'light' : 'subtle'}
      color={count > 0 ? 'harbor' : 'gray'}
      size="compact-md"
      className={classes.tool}
      title={label}
      aria-haspopup="dialog"
      leftSection={<Shown size={16} aria-hidden />}
      rightSection={
        count > 0 ? (
          <>
            <Badge size="xs" circle={count < 10} variant="filled">
              {count}
            </Badge>
            <VisuallyHidden> {says}</VisuallyHidden>
          </>
        ) : undefined
      }
    >
      <span className={classes.toolLabel}>{label}</span>
    </Button>
  )
  if (!wasOpened) return button
  return (
    <Suspense fallback={button}>
      <ToolPanel {...panel} label={label} opener={opener} button={button} />
    </Suspense>
  )
}
