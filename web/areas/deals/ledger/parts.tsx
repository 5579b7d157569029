import { Group, Stack, Text } from '@mantine/core'
import { hasCents } from '../../../../shared/amounts.ts'
import { useDealView } from '../deal/deal-view.tsx'
import { Swatch, toneOf } from '../deal/swatch.tsx'
import type { PartShown } from './parts-preview.rules.ts'

interface Props {
  parts: readonly PartShown[]
  /** A note about a part, if there is one. */
  noteOf?: (dealSplitId: number | null, amountMinor: number | undefined) => string | null
}

/** Who gets which part of an amount. */
export function Parts({ parts, noteOf }: Props) {
  const { deal, splits, money, nameOfPart } = useDealView()
  const cents = parts.some(({ amountMinor = 0 }) => hasCents(amountMinor, deal.currency))
  return (
    <Stack gap={2}>
      {parts.map(({ dealSplitId, amountMinor }) => {
        const note = noteOf?.(dealSplitId, amountMinor)
        return (
          <Group key={dealSplitId} justify="space-between" wrap="nowrap" gap="sm">
            <Group gap={6} wrap="nowrap">
              <Swatch tone={toneOf(splits, dealSplitId)} />
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                {nameOfPart(dealSplitId)}
                {note && (
                  <Text span inherit c="dimmed">
                    {' '}
                    · {note}
                  </Text>
                )}
              </Text>
            </Group>
            <Text size="sm" style={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
              {amountMinor === undefined ? '–' : money(amountMinor, cents)}
            </Text>
          </Group>
        )
      })}
    </Stack>
  )
}
