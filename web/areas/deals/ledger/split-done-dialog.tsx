import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { amountOf } from '../../../ui/money/entry-amount.rules.ts'
import { useDealView } from '../deal/deal-view.tsx'
import type { Entry } from '../deal/types.ts'
import { Parts } from './parts.tsx'

/** How a collection or a clawback was divided, right after it was posted. */
export function SplitDoneDialog({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const { money } = useDealView()
  const isReceipt = entry.kind === 'commission_collected'
  return (
    <Modal opened onClose={onClose} title={isReceipt ? 'Collection recorded' : 'Clawback recorded'}>
      <Stack>
        <Text size="sm">
          {isReceipt
            ? `${money(amountOf(entry))} was collected and divided as follows:`
            : `${money(amountOf(entry))} has to be given back by:`}
        </Text>
        <Parts allocations={entry.allocations} />
        <Group justify="flex-end">
          <Button onClick={onClose} data-autofocus>
            Done
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
