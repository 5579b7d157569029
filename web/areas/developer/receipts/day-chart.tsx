import { Group, SimpleGrid, Stack, Table, Text, Title } from '@mantine/core'
import type { Icon } from '../../../ui/icons/icon.ts'
import {
  IconAlertTriangle,
  IconCheck,
  IconCircleOff,
  IconShieldX,
  IconTransform,
} from '../../../ui/icons/icons.ts'
import { WideTable } from '../../../ui/layout/wide-table.tsx'
import classes from './day-chart.module.css'
import {
  byDay,
  type Daily,
  heightsOf,
  type Measure,
  measureNames,
  type Sender,
  senderOf,
  shownMeasures,
} from './days.rules.ts'

interface Props {
  daily: Daily
  day: string | undefined
  onBar: (bar: { day: string; measure: Measure }) => void
}

const icons: Record<Measure, Icon> = {
  filled: IconCheck,
  coerced: IconTransform,
  ignored: IconCircleOff,
  refused: IconAlertTriangle,
  blocked: IconShieldX,
}
const short = new Intl.DateTimeFormat(undefined, {
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
})
export const shortDay = (day: string): string => short.format(new Date(`${day}T00:00:00Z`))

/**
 * Each measure by day, on a scale of its own: few cells are dropped compared with those that are stored, and they must
 * still be visible.
 */
export function DayChart({ daily, day: chosen, onBar }: Props) {
  const days = byDay(daily)
  const measures = shownMeasures(daily)
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: measures.length }} spacing="lg">
      {measures.map((measure) => {
        const Shown = icons[measure]
        const values = days.map((one) => one[measure])
        const total = values.reduce((sum, value) => sum + value, 0)
        const heights = heightsOf(values)
        const ofChosen = values[days.findIndex(({ day }) => day === chosen)]
        return (
          <Stack key={measure} gap={6} miw={0}>
            <Group gap={6}>
              <Shown size={16} aria-hidden />
              <Title order={3} fz="sm">
                {measureNames[measure]}
              </Title>
              <Text size="sm" fw={600} ml="auto">
                {total.toLocaleString()}
              </Text>
            </Group>
            {/* Without a pointer, the same figures are in the table and the list of days. */}
            <div className={classes.bars} data-measure={measure} aria-hidden>
              {days.map(({ day }, at) => (
                <button
                  key={day}
                  type="button"
                  tabIndex={-1}
                  className={classes.slot}
                  title={`${shortDay(day)}: ${values[at]!.toLocaleString()}`}
                  data-chosen={chosen === day || undefined}
                  onClick={() => onBar({ day, measure })}
                >
                  <span className={classes.bar} style={{ height: `${heights[at]! * 100}%` }} />
                </button>
              ))}
            </div>
            <Group justify="space-between">
              <Text size="xs" c="dimmed">
                {shortDay(daily.from)}
              </Text>
              {chosen !== undefined && ofChosen !== undefined && (
                <Text size="xs" fw={600}>
                  {shortDay(chosen)}: {ofChosen.toLocaleString()}
                </Text>
              )}
              <Text size="xs" c="dimmed">
                {shortDay(daily.to)}
              </Text>
            </Group>
          </Stack>
        )
      })}
    </SimpleGrid>
  )
}

/** The same figures as a table, sender by sender. */
export function DayTable({ daily, nameOf }: { daily: Daily; nameOf: (sender: Sender) => string }) {
  const measures = shownMeasures(daily)
  return (
    <WideTable label="By day and sender" minWidth={300}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Day</Table.Th>
          <Table.Th>From</Table.Th>
          <Table.Th ta="right" visibleFrom="sm">
            Requests
          </Table.Th>
          {measures.map((measure) => (
            <Table.Th key={measure} ta="right" visibleFrom="sm">
              {measureNames[measure]}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {daily.days.map((one) => (
          <Table.Tr key={`${one.day} ${senderOf(one)}`}>
            <Table.Td style={{ whiteSpace: 'nowrap' }}>{shortDay(one.day)}</Table.Td>
            <Table.Td>
              {nameOf(one)}
              <Text size="xs" c="dimmed" hiddenFrom="sm">
                {one.requests.toLocaleString()} {one.requests === 1 ? 'request' : 'requests'}:{' '}
                {measures
                  .map(
                    (measure) =>
                      `${measureNames[measure].toLowerCase()} ${one[measure].toLocaleString()}`,
                  )
                  .join(', ')}
              </Text>
            </Table.Td>
            {(['requests', ...measures] as const).map((measure) => (
              <Table.Td key={measure} ta="right" visibleFrom="sm">
                {one[measure].toLocaleString()}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </WideTable>
  )
}
