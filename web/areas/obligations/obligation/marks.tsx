import { Badge } from '@mantine/core'
import {
  type Icon,
  IconAlertTriangle,
  IconArrowDown,
  IconArrowsUp,
  IconArrowUp,
  IconBan,
  IconCircle,
  IconCircleCheck,
  IconCircleDashed,
  IconClockExclamation,
  IconHourglass,
  IconSend,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './marks.module.css'
import { spanText, standingOf } from './obligation.rules.ts'
import {
  type Obligation,
  type Priority,
  priorityWords,
  type Status,
  severityWords,
  statusWords,
} from './obligation-words.rules.ts'
import { useNow } from './use-now.ts'

const statusLooks: Record<Status, [Icon, color: string]> = {
  open: [IconCircle, 'harbor'],
  in_progress: [IconCircleDashed, 'harbor'],
  submitted: [IconSend, 'violet'],
  completed: [IconCircleCheck, 'green'],
  waived: [IconBan, 'gray'],
  cancelled: [IconBan, 'gray'],
}

export function StatusBadge({ status }: { status: Status }) {
  const [Shown, color] = statusLooks[status]
  return (
    <Badge
      variant="light"
      color={color}
      radius="sm"
      tt="none"
      miw="max-content"
      leftSection={<Shown size={13} aria-hidden />}
    >
      {statusWords[status]}
    </Badge>
  )
}

const priorityLooks: Record<Priority, Icon | undefined> = {
  low: IconArrowDown,
  normal: undefined,
  high: IconArrowUp,
  urgent: IconArrowsUp,
}

export function PriorityMark({ priority }: { priority: Priority }) {
  const Shown = priorityLooks[priority]
  return (
    <Mark look={priority === 'urgent' ? classes.alarming : undefined}>
      {Shown && <Shown size={15} aria-hidden />}
      {priorityWords[priority]}
    </Mark>
  )
}

/** When an obligation will be late, or how late it is. Nothing if it has no deadline or was met in time. */
export function StandingMark({ obligation }: { obligation: Obligation }) {
  const standing = standingOf(obligation, useNow())
  switch (standing.kind) {
    case 'late':
      return (
        <Mark look={classes.alarming}>
          <IconAlertTriangle size={15} aria-hidden />
          Late by {spanText(standing.byMs)}, {severityWords[standing.severity]}
        </Mark>
      )
    case 'soon':
      return (
        <Mark look={classes.warning}>
          <IconClockExclamation size={15} aria-hidden />
          Late in {spanText(standing.inMs)}
        </Mark>
      )
    case 'ahead':
      return (
        <Mark>
          <IconHourglass size={15} aria-hidden />
          {spanText(standing.inMs)} left
        </Mark>
      )
    case 'was_late':
      return (
        <Mark>
          <IconAlertTriangle size={15} aria-hidden />
          Was late, {severityWords[standing.severity]}
        </Mark>
      )
    case 'none':
      return null
  }
}

function Mark({ look, children }: { look?: string | undefined; children: ReactNode }) {
  return <span className={[classes.mark, look].filter(Boolean).join(' ')}>{children}</span>
}
