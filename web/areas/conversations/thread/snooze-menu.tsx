import { Button, Menu } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { DateField } from '../../../ui/forms/date-field.tsx'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { IconClockPause } from '../../../ui/icons/icons.ts'
import { momentText } from '../../../ui/values/time.tsx'
import { snoozesFrom } from './snoozes.rules.ts'

interface Props {
  opened: boolean
  onChange: (opened: boolean) => void
  onSnooze: (until: Date) => void
}

/** Snoozes a thread until a time in the reader's own time zone. */
export function SnoozeMenu({ opened, onChange, onSnooze }: Props) {
  const [choosing, setChoosing] = useState(false)
  return (
    <>
      <Menu opened={opened} onChange={onChange} position="bottom-end" shadow="md">
        <Menu.Target>
          <Button
            size="xs"
            variant="default"
            flex="none"
            leftSection={<IconClockPause size={14} aria-hidden />}
            title="Snooze (H)"
            aria-keyshortcuts="h"
          >
            Snooze
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {snoozesFrom(new Date()).map(({ label, until }) => (
            <Menu.Item key={label} onClick={() => onSnooze(until)}>
              {label}
            </Menu.Item>
          ))}
          <Menu.Item onClick={() => setChoosing(true)}>Another time…</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {choosing && <AnotherTime onClose={() => setChoosing(false)} onChoose={onSnooze} />}
    </>
  )
}

function AnotherTime({ onClose, onChoose }: { onClose: () => void; onChoose: (at: Date) => void }) {
  const form = useForm({
    initialValues: { until: '' },
    validate: {
      until: (typed) => (isToCome(typed) ? null : 'Enter a date and time in the future.'),
    },
  })
  const { until } = form.values
  return (
    <FormDialog
      title="Snooze until"
      verb={
        isToCome(until) ? `Snooze until ${momentText(new Date(until).toISOString())}` : 'Snooze'
      }
      form={form}
      // The thread shows whether it worked.
      saving={{ isPending: false, error: null }}
      onClose={onClose}
      onSubmit={() => {
        onChoose(new Date(until))
        onClose()
      }}
    >
      <DateField
        withTime
        label="Date and time"
        description="A message that comes in before then reopens the conversation."
        required
        data-autofocus
        {...form.getInputProps('until')}
      />
    </FormDialog>
  )
}

const isToCome = (typed: string): boolean => new Date(typed).getTime() > Date.now()
