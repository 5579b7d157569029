import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { FailureAlert } from '../../../ui/failures/failure-alert.tsx'
import { IconPlayerStop } from '../../../ui/icons/icons.ts'
import { useTurn } from '../questions/import-questions.ts'
import type { Run } from '../questions/types.ts'

/** Stops a running import, after asking. */
export function CancelImport({ definitionKey, run }: { definitionKey: string; run: Run }) {
  const [asking, setAsking] = useState(false)
  const close = () => setAsking(false)
  const cancel = useTurn('definitions.cancelImport', close)
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconPlayerStop size={14} aria-hidden />}
        onClick={() => setAsking(true)}
      >
        Cancel import…
      </Button>
      <Modal opened={asking} onClose={close} title="Cancel this import?">
        <Stack>
          <Text size="sm">
            The rows that it has added so far go to the trash. Rows that it has updated keep their
            new values.
          </Text>
          {cancel.error ? <FailureAlert error={cancel.error} /> : null}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Keep importing
            </Button>
            <Button
              color="red"
              loading={cancel.isPending}
              onClick={() => cancel.mutate({ key: definitionKey, runId: run.id })}
            >
              Cancel import
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  )
}
