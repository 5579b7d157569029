import { ActionIcon, Button, Group, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { IconChevronLeft, IconChevronRight } from '../icons/icons.ts'
import { monthOf } from '../values/calendar.rules.ts'
import { monthText } from '../values/day-words.ts'

interface Props {
  /** `2026-11` */
  month: string
  onShow: (month: string) => void
  onToday: () => void
  children?: ReactNode
}

/** Above a calendar: its month, and the ways to others. */
export function MonthBar({ month, onShow, onToday, children }: Props) {
  return (
    <Group gap="xs">
      <ActionIcon
        variant="default"
        aria-label="Previous month"
        onClick={() => onShow(monthOf(`${month}-01`, -1))}
      >
        <IconChevronLeft size={18} />
      </ActionIcon>
      <ActionIcon
        variant="default"
        aria-label="Next month"
        onClick={() => onShow(monthOf(`${month}-01`, 1))}
      >
        <IconChevronRight size={18} />
      </ActionIcon>
      <Button variant="default" size="compact-sm" onClick={onToday}>
        Today
      </Button>
      <Title order={2} size="h3" aria-live="polite">
        {monthText(month)}
      </Title>
      {children}
    </Group>
  )
}
