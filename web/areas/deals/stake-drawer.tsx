import { Alert, Badge, Button, Drawer, Group, Stack, Text, Title } from '@mantine/core'
import { IconHandStop } from '@tabler/icons-react'
import { useState } from 'react'
import { momentText } from '../../ui/time.tsx'
import { useReturnFocus } from '../../ui/use-return-focus.ts'
import { useDealView } from './deal-view.tsx'
import { Draws, type Settling } from './draws.tsx'
import { Figures } from './figures.tsx'
import { termsText } from './shares.rules.ts'
import { type StakeVerb, useStakeVerbs, verbLabels } from './stake-verbs.ts'
import type { FigureName, Stake } from './types.ts'

interface Props {
  stake: Stake
  /** The figure that is explained. */
  figure: FigureName | null
  /** Whether a dialog stands over it, which Escape closes alone. */
  covered: boolean
  onFigure: (figure: FigureName | null) => void
  onVerb: (verb: StakeVerb, stake: Stake) => void
  onClose: () => void
}

/** A stake by itself: how each of its figures comes about, and its draws. */
export function StakeDrawer({ stake, figure, covered, onFigure, onVerb, onClose }: Props) {
  useReturnFocus()
  const { money, nameOf } = useDealView()
  const verbs = useStakeVerbs(stake)
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
          <Text fw={600}>{nameOf(stake)}</Text>
          {stake.status === 'inactive' && (
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
          Stake {stake.id} · {termsText(stake, money)}
        </Text>
        {stake.notes && <Text size="sm">{stake.notes}</Text>}
        {stake.held && <Held stake={stake} />}
        <Past stake={stake} />
        {verbs.length > 0 && (
          <Group gap="xs">
            {verbs.map((verb) => (
              <Button
                key={verb}
                size="compact-sm"
                variant={verb === 'draw' ? 'filled' : 'default'}
                onClick={() => onVerb(verb, stake)}
              >
                {verbLabels[verb]}
              </Button>
            ))}
          </Group>
        )}
        <Title order={2}>How each figure comes about</Title>
        <Figures stake={stake} opened={figure} onOpen={onFigure} />
        <Title order={2}>Draws</Title>
        <Draws stake={stake} settling={settling} onSettle={setSettling} />
      </Stack>
    </Drawer>
  )
}

function Held({ stake }: { stake: Stake }) {
  const since = textOf(stake, 'heldAt')
  return (
    <Alert
      color="orange"
      icon={<IconHandStop aria-hidden />}
      title={since ? `Held since ${momentText(since)}` : 'Held'}
    >
      <Text size="sm">{stake.heldReason}</Text>
      <Text size="sm">Money still comes to it; nothing is paid out of it.</Text>
    </Alert>
  )
}

/** Where the stake came from, and why it ended. */
function Past({ stake }: { stake: Stake }) {
  const { nameOfPart } = useDealView()
  const { predecessorId, successorId } = stake.detail as Record<string, unknown>
  const reason = textOf(stake, 'deactivatedReason')
  return (
    <>
      {typeof predecessorId === 'number' && (
        <Text size="sm" c="dimmed">
          Took the place of stake {predecessorId} of {nameOfPart(predecessorId)}.
        </Text>
      )}
      {stake.deactivatedAt && (
        <Text size="sm" c="dimmed">
          Retired {momentText(stake.deactivatedAt)}
          {reason ? `: ${reason}` : '.'}
        </Text>
      )}
      {typeof successorId === 'number' && (
        <Text size="sm" c="dimmed">
          Stake {successorId} of {nameOfPart(successorId)} took its place.
        </Text>
      )}
    </>
  )
}

function textOf({ detail }: Stake, member: string): string | undefined {
  const value = (detail as Record<string, unknown>)[member]
  return typeof value === 'string' ? value : undefined
}
