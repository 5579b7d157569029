import { Button, Group, Text } from '@mantine/core'
import { Suspense, useState } from 'react'
import { later } from '../../../../service/parts.ts'
import { useSignal } from '../../list/signal.ts'
import { visitAsked } from '../clipboard/refused-actions.ts'
import type { GridHandle } from '../model/handle.ts'

const QuestionsDialog = later(() => import('./questions-list.tsx').then((m) => m.QuestionsDialog))

/** In the status bar: leads to the cells that somebody else changed too, also to those that are not in view. */
export function QuestionsBar({ grid }: { grid: GridHandle }) {
  const [isOpen, setOpen] = useState(false)
  const questions = useSignal(grid.model.edits.questions)
  const count = questions.length.toLocaleString()
  const button = { size: 'compact-sm', variant: 'default' } as const
  return (
    <Group gap={6} wrap="nowrap">
      <Text size="sm">Someone else changed {count} of your cells</Text>
      <Button {...button} title="Go to the cell (F8)" onClick={() => visitAsked(grid, questions)}>
        Show
      </Button>
      <Button {...button} onClick={() => setOpen(true)}>
        Review
      </Button>
      <Suspense>
        {isOpen && (
          <QuestionsDialog
            of={grid}
            onVisit={(question) => visitAsked(grid, [question])}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </Group>
  )
}
