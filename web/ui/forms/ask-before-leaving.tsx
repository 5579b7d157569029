import { Button, Group, Modal, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'

interface Props {
  /** Whether something would be lost now. */
  isDirty: () => boolean
}

/** Asks before somebody leaves a page with a form that they have changed. A form in a dialog asks by itself. */
export function AskBeforeLeaving({ isDirty }: Props) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: isDirty,
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  return (
    <Modal
      opened={status === 'blocked'}
      onClose={() => reset?.()}
      title="Your changes are not saved yet"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Text size="sm">If you leave now, they are lost.</Text>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={proceed}>
          Discard them
        </Button>
        <Button data-autofocus onClick={reset}>
          Keep editing
        </Button>
      </Group>
    </Modal>
  )
}
