import { Card, Group, Progress, Stack, Text } from '@mantine/core'
import { useDealView, useWholeDeal } from '../deal/deal-view.tsx'
import { netPercent } from '../deal/deals.rules.ts'
import { Labelled } from '../deal/labelled.tsx'
import tones from '../deal/tones.module.css'
import classes from './money-glance.module.css'
import { SplitBar } from './split-bar.tsx'

/** A deal's commission at a glance: expected, received, clawed back, outstanding, and who gets it. */
export function MoneyGlance() {
  const { money } = useDealView()
  const deal = useWholeDeal()
  const { expectedMinor, collectedMinor, clawedBackMinor, netCollectedMinor } = deal
  const percent = netPercent(deal)
  const isClawed = clawedBackMinor > 0
  const beside = expectedMinor > 0 ? `${percent}%` : undefined
  const shareOf = (minor: number) => Math.min(100, (minor / expectedMinor) * 100)
  return (
    <Card withBorder>
      <Stack className={classes.glance}>
        <div className={classes.figures}>
          <Figure label="Expected" value={money(expectedMinor)} />
          {isClawed && (
            <Figure label="Net received" value={money(netCollectedMinor)} beside={beside} />
          )}
          <Figure
            label="Received"
            value={money(collectedMinor)}
            beside={isClawed ? undefined : beside}
          />
          {isClawed && <Figure label="Clawed back" value={money(clawedBackMinor)} />}
          <Figure label="Outstanding" value={money(deal.outstandingMinor)} />
        </div>
        {expectedMinor > 0 && (
          <Progress.Root>
            <Progress.Section
              value={shareOf(netCollectedMinor)}
              color="var(--desk-accent)"
              aria-label="Net received, as a share of the expected amount"
            />
            {isClawed && (
              <Progress.Section
                value={shareOf(collectedMinor) - shareOf(netCollectedMinor)}
                className={tones.givenBack}
                withAria={false}
              />
            )}
          </Progress.Root>
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
    <div className={classes.figure}>
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
    </div>
  )
}
