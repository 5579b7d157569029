import { Button, Group, Text } from '@mantine/core'
import { Suspense } from 'react'
import { BulkBar } from '../bulk/bulk-bar-part.ts'
import { pickAll } from '../grid/actions/row-actions.ts'
import type { Desk } from '../grid/model/handle.ts'
import { useSignal } from '../list/signal.ts'
import classes from './cards.module.css'

interface Props {
  desk: Desk
  /** How many rows are selected. */
  count: number
  onEnd: () => void
}

/** Below the cards while rows are being selected: what can be done with them. */
export function SelectionBar({ desk, count, onEnd }: Props) {
  const progress = useSignal(desk.model.edits.progress)
  const isAll = count >= desk.model.source.total
  return (
    <div className={classes.bar} data-selected-rows>
      <Group gap={8} wrap="nowrap" justify="space-between">
        <Text size="sm" truncate role="status">
          {progress
            ? `${progress.label}: ${progress.done.toLocaleString()} of ${progress.of.toLocaleString()}`
            : count > 0
              ? `${count.toLocaleString()} selected`
              : 'Tap cards to select them.'}
        </Text>
        <Group gap={4} wrap="nowrap">
          {!isAll && (
            <Button size="compact-sm" variant="subtle" onClick={() => pickAll(desk)}>
              Select all
            </Button>
          )}
          <Button size="compact-sm" variant="subtle" onClick={onEnd}>
            {count > 0 ? 'Clear' : 'Cancel'}
          </Button>
        </Group>
      </Group>
      <Suspense>{count > 0 && <BulkBar desk={desk} count={count} isPhone />}</Suspense>
    </div>
  )
}
