import { Group, Stack, Text } from '@mantine/core'
import { useDealView } from '../deal/deal-view.tsx'
import { Swatch, toneOf } from '../deal/swatch.tsx'
import type { Entry } from '../deal/types.ts'

/** Who gets which part of an entry. */
export function Parts({ allocations }: Pick<Entry, 'allocations'>) {
  const { splits, money, nameOfPart } = useDealView()
  return (
    <Stack gap={2}>
      {allocations.map(({ dealSplitId, amountMinor }) => (
        <Group key={dealSplitId} justify="space-between" wrap="nowrap" gap="sm">
          <Group gap={6} wrap="nowrap">
            <Swatch tone={toneOf(splits, dealSplitId)} />
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {nameOfPart(dealSplitId)}
            </Text>
          </Group>
          <Text size="sm" style={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
            {money(amountMinor)}
          </Text>
        </Group>
      ))}
    </Stack>
  )
}
