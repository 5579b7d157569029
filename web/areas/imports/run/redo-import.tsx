import { Button, Group, Text } from '@mantine/core'
import { useMay } from '../../../service/session.ts'
import { FailureAlert } from '../../../ui/failures/failure-alert.tsx'
import { IconArrowForwardUp } from '../../../ui/icons/icons.ts'
import { Section } from '../../../ui/layout/section.tsx'
import { toastDone } from '../../../ui/toasts/toasts.tsx'
import { useTurn } from '../questions/import-questions.ts'
import type { Run } from '../questions/types.ts'

/** Restores the rows that an undo removed. */
export function RedoImport({ definitionKey, run }: { definitionKey: string; run: Run }) {
  const mayWrite = useMay('member')
  const redo = useTurn('definitions.redoImport', ({ restored }) =>
    toastDone(`${restored.toLocaleString()} ${restored === 1 ? 'row' : 'rows'} restored.`),
  )
  const { undoneCount = 0, keptCount = 0 } = run
  const stayed = keptCount > 0 ? `, ${keptCount.toLocaleString()} stayed` : ''
  return (
    <Section
      title="This import was undone"
      description={`${undoneCount.toLocaleString()} of its rows went to the trash${stayed}.`}
    >
      {redo.error ? <FailureAlert error={redo.error} /> : null}
      {mayWrite && (
        <Group>
          <Button
            variant="default"
            leftSection={<IconArrowForwardUp size={16} aria-hidden />}
            loading={redo.isPending}
            onClick={() => redo.mutate({ key: definitionKey, runId: run.id })}
          >
            Redo import
          </Button>
          <Text size="sm" c="dimmed">
            Rows that were restored or deleted for good since then are left out.
          </Text>
        </Group>
      )}
    </Section>
  )
}
