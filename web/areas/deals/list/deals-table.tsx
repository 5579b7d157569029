import { Box, Card, Group, Progress, SimpleGrid, Stack, Table, Text } from '@mantine/core'
import { hasCents } from '../../../../shared/amounts.ts'
import { paths } from '../../../paths.ts'
import { WideTable } from '../../../ui/layout/wide-table.tsx'
import { AppLink } from '../../../ui/links/app-link.tsx'
import { Money } from '../../../ui/money/money.tsx'
import { Time } from '../../../ui/values/time.tsx'
import { netPercent } from '../deal/deals.rules.ts'
import type { DealTotal, WholeDeal } from '../deal/types.ts'

/** The totals of the deals, a card for each currency. */
export function DealTotals({ totals }: { totals: readonly DealTotal[] }) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="sm">
      {totals.map(({ currency, count, ...total }) => (
        <Card key={currency} withBorder padding="sm">
          <Group justify="space-between">
            <Text size="sm" fw={600}>
              {currency}
            </Text>
            <Text size="xs" c="dimmed">
              {count} {count === 1 ? 'deal' : 'deals'}
            </Text>
          </Group>
          <Received {...total} currency={currency} fw={600} />
          <ClawedBack {...total} currency={currency} />
        </Card>
      ))}
    </SimpleGrid>
  )
}

export function DealsTable({ deals }: { deals: readonly WholeDeal[] }) {
  const cents = centsIn(deals)
  return (
    <>
      <Box visibleFrom="sm">
        <WideTable label="Deals" minWidth={640}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Deal</Table.Th>
              <Table.Th ta="right">Funded</Table.Th>
              <Table.Th ta="right">Expected</Table.Th>
              <Table.Th ta="right">Received</Table.Th>
              <Table.Th ta="right">Clawed back</Table.Th>
              <Table.Th ta="right">Net received</Table.Th>
              <Table.Th>Created</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {deals.map((deal) => (
              <DealRow key={deal.id} deal={deal} cents={cents} />
            ))}
          </Table.Tbody>
        </WideTable>
      </Box>
      <Stack gap="sm" hiddenFrom="sm">
        {deals.map((deal) => (
          <DealCard key={deal.id} deal={deal} />
        ))}
      </Stack>
    </>
  )
}

const columns = {
  fundedMinor: ({ fundedMinor }: WholeDeal) => fundedMinor,
  expectedMinor: ({ expectedMinor }: WholeDeal) => expectedMinor,
  collectedMinor: ({ collectedMinor }: WholeDeal) => collectedMinor,
  clawedBackMinor: ({ clawedBackMinor }: WholeDeal) => clawedBackMinor,
  netCollectedMinor: ({ netCollectedMinor }: WholeDeal) => netCollectedMinor,
}
type Column = keyof typeof columns

/** The columns in which an amount has cents, so that all of the column have. */
const centsIn = (deals: readonly WholeDeal[]): Set<Column> =>
  new Set(
    (Object.keys(columns) as Column[]).filter((column) =>
      deals.some((deal) => hasCents(columns[column](deal) ?? 0, deal.currency)),
    ),
  )

function DealRow({ deal, cents }: { deal: WholeDeal; cents: ReadonlySet<Column> }) {
  const { id, name, currency, createdAt } = deal
  const amountOf = (column: Column) => (
    <Money minor={columns[column](deal)} currency={currency} cents={cents.has(column)} />
  )
  return (
    <Table.Tr>
      <Table.Td miw={180}>
        <AppLink to={paths.deal(id)} fw={500} fz="sm">
          {name}
        </AppLink>
      </Table.Td>
      <Table.Td ta="right">{amountOf('fundedMinor')}</Table.Td>
      <Table.Td ta="right">{amountOf('expectedMinor')}</Table.Td>
      <Table.Td ta="right">{amountOf('collectedMinor')}</Table.Td>
      <Table.Td ta="right">{amountOf('clawedBackMinor')}</Table.Td>
      <Table.Td ta="right">
        {amountOf('netCollectedMinor')}
        <NetBar deal={deal} />
      </Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>
        <Time at={createdAt} as="day" />
      </Table.Td>
    </Table.Tr>
  )
}

function DealCard({ deal }: { deal: WholeDeal }) {
  const { id, name } = deal
  return (
    <Card withBorder padding="sm">
      <AppLink to={paths.deal(id)} fw={600}>
        {name}
      </AppLink>
      <Received {...deal} />
      <ClawedBack {...deal} />
      <NetBar deal={deal} />
    </Card>
  )
}

interface ReceivedProps extends Pick<DealTotal, 'currency' | 'expectedMinor' | 'collectedMinor'> {
  fw?: number
}

/** `$4,000 of $10,000 received`; without an expectation, only what was received. */
function Received({ currency, expectedMinor, collectedMinor, fw = 400 }: ReceivedProps) {
  if (expectedMinor === 0 && collectedMinor === 0) {
    return (
      <Text size="sm" c="dimmed">
        Nothing expected yet
      </Text>
    )
  }
  return (
    <Text size="sm">
      <Money minor={collectedMinor} currency={currency} fw={fw} />
      {expectedMinor === 0 ? (
        ' received, nothing expected'
      ) : (
        <>
          {' of '}
          <Money minor={expectedMinor} currency={currency} /> received
        </>
      )}
    </Text>
  )
}

/** `$2,000 clawed back, $6,000 net`, if anything was. */
function ClawedBack({
  currency,
  clawedBackMinor,
  netCollectedMinor,
}: Pick<DealTotal, 'currency' | 'clawedBackMinor' | 'netCollectedMinor'>) {
  if (clawedBackMinor === 0) return null
  return (
    <Text size="sm" c="dimmed">
      <Money minor={clawedBackMinor} currency={currency} /> clawed back
      {netCollectedMinor !== null && (
        <>
          , <Money minor={netCollectedMinor} currency={currency} /> net
        </>
      )}
    </Text>
  )
}

/** How much of what a deal is expected to bring in the desk has. */
function NetBar({ deal }: { deal: WholeDeal }) {
  if (deal.expectedMinor === 0) return null
  return (
    <Progress
      value={Math.min(100, netPercent(deal))}
      color="var(--desk-accent)"
      size="xs"
      mt={4}
      aria-label={`Net received, as a share of the amount expected from ${deal.name}`}
    />
  )
}
