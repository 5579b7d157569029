import { Badge } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Icon } from '../icons/icon.ts'
import {
  IconAlertTriangle,
  IconArrowDown,
  IconArrowsUp,
  IconArrowUp,
  IconBan,
  IconCircle,
  IconCircleCheck,
  IconCircleDashed,
  IconClock,
  IconClockExclamation,
  IconSend,
} from '../icons/icons.ts'
import { momentText } from '../values/time.tsx'
import classes from './marks.module.css'
import {
  type Obligation,
  type Priority,
  priorityWords,
  type Status,
  statusWords,
} from './obligation-words.rules.ts'
import { type Standing, standingOf } from './time-left.rules.ts'
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

const urgencyLooks: Record<Standing['urgency'], [Icon, look?: string | undefined]> = {
  overdue: [IconAlertTriangle, classes.alarming],
  soon: [IconClockExclamation, classes.warning],
  ahead: [IconClock],
  past: [IconAlertTriangle],
}

/** How much time an obligation has left, or how long it is overdue. Nothing without a deadline. */
export function DeadlineMark({ obligation }: { obligation: Obligation }) {
  const standing = standingOf(obligation, useNow())
  if (!standing) return null
  const [Shown, look] = urgencyLooks[standing.urgency]
  const { deadlineAt } = obligation
  return (
    <Mark look={look}>
      <Shown size={15} aria-hidden />
      <time dateTime={deadlineAt!} title={momentText(deadlineAt!)}>
        {standing.words}
      </time>
    </Mark>
  )
}

function Mark({ look, children }: { look?: string | undefined; children: ReactNode }) {
  return <span className={[classes.mark, look].filter(Boolean).join(' ')}>{children}</span>
}
