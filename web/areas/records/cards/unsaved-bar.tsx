import { Button, CloseButton, Group, Text } from '@mantine/core'
import type { GridModel } from '../grid/model/model.ts'
import { unsavedIn } from '../grid/rows/report.rules.ts'
import { useSignal } from '../list/signal.ts'
import classes from './cards.module.css'

/** Says that changes were refused, and shows which. */
export function UnsavedBar({ model }: { model: GridModel }) {
  const report = useSignal(model.report)
  const count = unsavedIn(report).length
  if (!report || count === 0) return null
  return (
    <Group gap={8} wrap="nowrap" className={classes.bar ?? ''} data-unsaved-changes>
      <Text size="sm" c="var(--mantine-color-error)" flex={1}>
        {count === 1
          ? '1 change was not saved.'
          : `${count.toLocaleString()} changes were not saved.`}
      </Text>
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => model.report.set({ ...report, open: true })}
      >
        Show
      </Button>
      <CloseButton
        size={36}
        aria-label="Discard the unsaved changes"
        onClick={() => model.report.set(null)}
      />
    </Group>
  )
}
