import { Box, Card, Group, Progress, Stack, Text } from '@mantine/core'
import { useDealView, useWholeDeal } from '../deal/deal-view.tsx'
import { collectedPercent } from '../deal/deals.rules.ts'
import { Labelled } from '../deal/labelled.tsx'
import { SplitBar } from './split-bar.tsx'

/** A deal's money at a glance: expected, collected, clawed back, and who gets it. */
export function MoneyGlance() {
  const { money } = useDealView()
  const deal = useWholeDeal()
  const { expectedMinor, collectedMinor, clawedBackMinor } = deal
  const percent = collectedPercent(deal)
  const open = Math.max(0, expectedMinor - collectedMinor)
  return (
    <Card withBorder>
      <Stack>
        {/* As many figures per line as fit. */}
        <Group gap="10px 24px" align="flex-start">
          <Figure label="Expected" value={money(expectedMinor)} />
          <Figure
            label="Collected"
            value={money(collectedMinor)}
            beside={expectedMinor > 0 ? `${percent}%` : undefined}
          />
          <Figure label="Still expected" value={money(open)} />
          <Figure label="Clawed back" value={money(clawedBackMinor)} />
        </Group>
        {expectedMinor > 0 && (
          <Progress
            value={Math.min(100, percent)}
            color="var(--desk-accent)"
            aria-label="Collected share of the expected amount"
          />
        )}
        <SplitBar />
      </Stack>
    </Card>
  )
}

function Figure({
  label,
  value,
  beside,
}: {
  label: string
  value: string
  beside?: string | undefined
}) {
  return (
    <Box flex="1 0 130px" miw="max-content">
      <Labelled label={label}>
        <Group gap={6} align="baseline">
          <Text size="xl" fw={600} style={{ fontVariantNumeric: 'tabular-nums' }}>
            {value}
          </Text>
          {beside && (
            <Text size="sm" c="dimmed">
              {beside}
            </Text>
          )}
        </Group>
      </Labelled>
    </Box>
  )
}
