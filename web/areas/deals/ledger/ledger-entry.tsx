import { Badge, Box, Button, Group, Stack, Table, Text } from '@mantine/core'
import { useMay } from '../../../service/session.ts'
import { amountOf, isShownWhole } from '../../../ui/money/entry-amount.rules.ts'
import { dayText, Time } from '../../../ui/values/time.tsx'
import { useDoerNames } from '../../../ui/values/use-token-names.ts'
import { useDealView } from '../deal/deal-view.tsx'
import type { Entry } from '../deal/types.ts'
import { kindLabels } from '../figures/figures.rules.ts'
import { isReversible } from './entries.rules.ts'
import { Parts } from './parts.tsx'

interface Props {
  entry: Entry
  /** The entry it reverses. */
  reversed: Entry | undefined
  onReverse: (entry: Entry) => void
}

export function EntryRow({ entry, reversed, onReverse }: Props) {
  const { money } = useDealView()
  return (
    <Table.Tr style={{ verticalAlign: 'top' }}>
      <Table.Td>
        <Time at={entry.occurredAt} as="day" />
      </Table.Td>
      <Table.Td>
        <What entry={entry} reversed={reversed} />
      </Table.Td>
      <Table.Td ta="right" style={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
        {money(amountOf(entry))}
      </Table.Td>
      <Table.Td>
        <Whose entry={entry} />
      </Table.Td>
      <Table.Td>
        <Poster entry={entry} />
      </Table.Td>
      <Table.Td ta="right">
        <Reverse entry={entry} onReverse={onReverse} />
      </Table.Td>
    </Table.Tr>
  )
}

/** An entry as a card, for a phone. */
export function EntryCard({ entry, reversed, onReverse }: Props) {
  const { money } = useDealView()
  return (
    <Stack gap="xs">
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <What entry={entry} reversed={reversed} />
        <Text size="sm" fw={600} style={{ whiteSpace: 'nowrap' }}>
          {money(amountOf(entry))}
        </Text>
      </Group>
      <Whose entry={entry} />
      <Group justify="space-between">
        <Poster entry={entry} />
        <Reverse entry={entry} onReverse={onReverse} />
      </Group>
    </Stack>
  )
}

function What({ entry, reversed }: Pick<Props, 'entry' | 'reversed'>) {
  const { kind, reference, reason, notes, reversedBy, occurredAt } = entry
  return (
    <div>
      <Group gap={6}>
        <Text size="sm" fw={500}>
          {kindLabels[kind]}
        </Text>
        {reversedBy && (
          <Badge size="sm" variant="light" color="gray">
            Reversed
          </Badge>
        )}
      </Group>
      <Text size="xs" c="dimmed" hiddenFrom="sm">
        {dayText(occurredAt)}
      </Text>
      {reversed && (
        <Text size="xs" c="dimmed">
          Reverses: {kindLabels[reversed.kind]}, {dayText(reversed.occurredAt)}
        </Text>
      )}
      {[reference, reason, notes].map(
        (text) =>
          text && (
            <Text key={text} size="xs" c="dimmed" maw={280}>
              {text}
            </Text>
          ),
      )}
    </div>
  )
}

/** The parts of a collection or clawback; the party of a draw. */
function Whose({ entry }: { entry: Entry }) {
  const { nameOfPart } = useDealView()
  // If people see only their own part, it is already shown as the entry's amount.
  const [only, ...others] = entry.allocations
  if (only && others.length === 0 && !isShownWhole(entry)) {
    return <Text size="sm">{nameOfPart(only.dealSplitId)}</Text>
  }
  if (entry.allocations.length > 0) {
    return (
      <Box maw={{ sm: 340 }}>
        <Parts parts={entry.allocations} />
      </Box>
    )
  }
  if (entry.dealSplitId === null) return null
  return <Text size="sm">{nameOfPart(entry.dealSplitId)}</Text>
}

function Poster({ entry: { createdBy, createdAt } }: { entry: Entry }) {
  const nameOf = useDoerNames([createdBy])
  return (
    <Text size="xs" c="dimmed">
      {nameOf(createdBy) ?? createdBy}
      {', '}
      <Time at={createdAt} />
    </Text>
  )
}

function Reverse({ entry, onReverse }: Pick<Props, 'entry' | 'onReverse'>) {
  const { money } = useDealView()
  const mayPost = useMay('manager')
  if (!mayPost || !isReversible(entry)) return null
  return (
    <Button
      size="compact-sm"
      my={-3}
      variant="subtle"
      color="gray"
      aria-label={`Reverse ${kindLabels[entry.kind]} ${money(amountOf(entry))}`}
      onClick={() => onReverse(entry)}
    >
      Reverse
    </Button>
  )
}
