import { ActionIcon, Loader, Popover } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type KeyboardEvent, lazy, Suspense } from 'react'
import { IconCalendar } from '../../../ui/icons/icons.ts'

const Calendar = lazy(() => import('./calendar.tsx').then((m) => ({ default: m.Calendar })))

interface Props {
  /** What the day is for. */
  label: string
  /** `2026-11-20`; `null` if none is chosen. */
  day: string | null
  onChoose: (day: string) => void
  /** In a popup, which a click outside closes: the calendar then has to be part of it. */
  isNested?: boolean
}

/** Opens a calendar, beside a field that a day can be typed into. */
export function CalendarButton({ label, day, onChoose, isNested = false }: Props) {
  const [opened, { close, toggle }] = useDisclosure(false)
  const keys = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    // What surrounds the field stays open.
    event.stopPropagation()
    close()
  }
  return (
    <Popover
      opened={opened}
      onChange={(open) => open || close()}
      position="bottom-end"
      withinPortal={!isNested}
      floatingStrategy="fixed"
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={`${label}: choose a day`}
          onClick={toggle}
        >
          <IconCalendar size={14} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown onKeyDown={keys}>
        {opened && (
          <Suspense fallback={<Loader size="xs" />}>
            <Calendar
              day={day}
              onChoose={(chosen) => {
                if (chosen) onChoose(chosen)
                close()
              }}
            />
          </Suspense>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
