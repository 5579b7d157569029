import { Alert, Badge, Button, Drawer, Group, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useReturnFocus } from '../../../ui/focus/use-return-focus.ts'
import { IconHandStop } from '../../../ui/icons/icons.ts'
import { momentText } from '../../../ui/values/time.tsx'
import { useDealView } from '../deal/deal-view.tsx'
import { termsText } from '../deal/shares.rules.ts'
import type { FigureName, Split } from '../deal/types.ts'
import { Draws, type Settling } from '../draws/draws.tsx'
import { Figures } from '../figures/figures.tsx'
import { type SplitVerb, useSplitVerbs, verbLabels } from './split-verbs.ts'

interface Props {
  split: Split
  /** The figure that is explained. */
  figure: FigureName | null
  /** Whether a dialog is open over it; Escape then closes only the dialog. */
  covered: boolean
  onFigure: (figure: FigureName | null) => void
  onVerb: (verb: SplitVerb, split: Split) => void
  onClose: () => void
}

/** One split: how each of its figures is calculated, and its draws. */
export function SplitDrawer({ split, figure, covered, onFigure, onVerb, onClose }: Props) {
  useReturnFocus()
  const { money, nameOf } = useDealView()
  const verbs = useSplitVerbs(split)
  const [settling, setSettling] = useState<Settling | null>(null)
  return (
    <Drawer
      opened
      onClose={onClose}
      closeOnEscape={!covered && settling === null}
      position="right"
      size="lg"
      title={
        <Group gap="xs">
          <Text fw={600}>{nameOf(split)}</Text>
          {split.status === 'inactive' && (
            <Badge variant="light" color="gray">
              Retired
            </Badge>
          )}
        </Group>
      }
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack>
        <Text size="sm" c="dimmed">
          {termsText(split, money)}
        </Text>
        {split.notes && <Text size="sm">{split.notes}</Text>}
        {split.held && <Held split={split} />}
        <Past split={split} />
        {verbs.length > 0 && (
          <Group gap="xs">
            {verbs.map((verb) => (
              <Button
                key={verb}
                size="compact-sm"
                variant={verb === 'draw' ? 'filled' : 'default'}
                onClick={() => onVerb(verb, split)}
              >
                {verbLabels[verb]}
              </Button>
            ))}
          </Group>
        )}
        <Title order={2}>How each figure is calculated</Title>
        <Figures split={split} opened={figure} onOpen={onFigure} />
        <Title order={2}>Draws</Title>
        <Draws split={split} settling={settling} onSettle={setSettling} />
      </Stack>
    </Drawer>
  )
}

function Held({ split }: { split: Split }) {
  const since = textOf(split, 'heldAt')
  return (
    <Alert
      color="orange"
      icon={<IconHandStop aria-hidden />}
      title={since ? `Held since ${momentText(since)}` : 'Held'}
    >
      <Text size="sm">{split.heldReason}</Text>
      <Text size="sm">It still collects money, but nothing is paid out.</Text>
    </Alert>
  )
}

/** Where the split came from, and why it ended. */
function Past({ split }: { split: Split }) {
  const { nameOfPart } = useDealView()
  const { predecessorId, successorId } = split.detail as Record<string, unknown>
  const reason = textOf(split, 'deactivatedReason')
  return (
    <>
      {typeof predecessorId === 'number' && (
        <Text size="sm" c="dimmed">
          Replaced an earlier split of {nameOfPart(predecessorId)}.
        </Text>
      )}
      {split.deactivatedAt && (
        <Text size="sm" c="dimmed">
          Retired {momentText(split.deactivatedAt)}
          {reason ? `: ${reason}` : '.'}
        </Text>
      )}
      {typeof successorId === 'number' && (
        <Text size="sm" c="dimmed">
          Replaced by a later split of {nameOfPart(successorId)}.
        </Text>
      )}
    </>
  )
}

function textOf({ detail }: Split, member: string): string | undefined {
  const value = (detail as Record<string, unknown>)[member]
  return typeof value === 'string' ? value : undefined
}
