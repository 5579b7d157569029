import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useWaiting } from '../../service/waiting.ts'

interface Props {
  onClose: () => void
  onSignOut: () => void
}

/** Asks before a sign-out that loses changes. */
export function DiscardWaiting({ onClose, onSignOut }: Props) {
  const waiting = useWaiting()
  const changes = waiting === 1 ? '1 change has' : `${waiting.toLocaleString()} changes have`
  return (
    <Modal opened onClose={onClose} title="Sign out and lose changes?">
      <Stack>
        <Text size="sm">
          {changes} not been saved yet. If you sign out now, {waiting === 1 ? 'it is' : 'they are'}{' '}
          lost.
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            Stay signed in
          </Button>
          <Button color="red" onClick={onSignOut}>
            Sign out
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
