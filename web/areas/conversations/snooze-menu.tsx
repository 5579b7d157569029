import { Button, Group, Menu, Modal, Stack, TextInput } from '@mantine/core'
import { IconClockPause } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { momentText } from '../../ui/time.tsx'
import { snoozesFrom } from './snoozes.rules.ts'

/** Puts a thread off until a time of the reader's own. */
export function SnoozeMenu({ onSnooze }: { onSnooze: (until: Date) => void }) {
  const [choosing, choose] = useState(false)
  return (
    <>
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <Button
            size="xs"
            variant="default"
            flex="none"
            leftSection={<IconClockPause size={14} aria-hidden />}
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
          <Menu.Item onClick={() => choose(true)}>Another time…</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {choosing && <AnotherTime onClose={() => choose(false)} onChoose={onSnooze} />}
    </>
  )
}

function AnotherTime({ onClose, onChoose }: { onClose: () => void; onChoose: (at: Date) => void }) {
  const [typed, type] = useState('')
  const at = new Date(typed)
  const isToCome = at.getTime() > Date.now()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isToCome) return
    onChoose(at)
    onClose()
  }
  return (
    <Modal opened onClose={onClose} title="Snooze until">
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            type="datetime-local"
            label="Date and time"
            description="In your own time zone. What comes in before opens it again."
            value={typed}
            onChange={(event) => type(event.currentTarget.value)}
            error={typed !== '' && !isToCome ? 'That time has passed; choose one to come.' : null}
            required
            data-autofocus
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={!isToCome}>
              {isToCome ? `Snooze until ${momentText(at.toISOString())}` : 'Snooze'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
