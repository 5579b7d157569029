import { Box, Card, Group, Progress, SimpleGrid, Stack, Table, Text } from '@mantine/core'
import { paths } from '../../../paths.ts'
import { WideTable } from '../../../ui/layout/wide-table.tsx'
import { AppLink } from '../../../ui/links/app-link.tsx'
import { Money } from '../../../ui/money/money.tsx'
import { RecordLink } from '../../../ui/records/record-link.tsx'
import { Time } from '../../../ui/values/time.tsx'
import { collectedPercent } from '../deal/deals.rules.ts'
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
          <CameIn {...total} currency={currency} fw={600} />
          {total.clawedBackMinor !== 0 && (
            <Text size="sm" c="dimmed">
              <Money minor={total.clawedBackMinor} currency={currency} /> clawed back
            </Text>
          )}
        </Card>
      ))}
    </SimpleGrid>
  )
}

export function DealsTable({ deals }: { deals: readonly WholeDeal[] }) {
  return (
    <>
      <Box visibleFrom="sm">
        <WideTable label="Deals" minWidth={760}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Deal</Table.Th>
              <Table.Th>Record</Table.Th>
              <Table.Th>Currency</Table.Th>
              <Table.Th ta="right">Funded</Table.Th>
              <Table.Th ta="right">Expected</Table.Th>
              <Table.Th ta="right">Collected</Table.Th>
              <Table.Th ta="right">Clawed back</Table.Th>
              <Table.Th>Created</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {deals.map((deal) => (
              <DealRow key={deal.id} deal={deal} />
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

function DealRow({ deal }: { deal: WholeDeal }) {
  const { id, name, currency, fundedMinor, dealRowId, createdAt } = deal
  return (
    <Table.Tr>
      <Table.Td miw={180}>
        <AppLink to={paths.deal(id)} fw={500} fz="sm">
          {name}
        </AppLink>
      </Table.Td>
      <Table.Td miw={120}>{dealRowId && <RecordLink rowId={dealRowId} />}</Table.Td>
      <Table.Td>{currency}</Table.Td>
      <Table.Td ta="right">
        <Money minor={fundedMinor} currency={currency} />
      </Table.Td>
      <Table.Td ta="right">
        <Money minor={deal.expectedMinor} currency={currency} />
      </Table.Td>
      <Table.Td ta="right">
        <Money minor={deal.collectedMinor} currency={currency} />
        <Collected deal={deal} />
      </Table.Td>
      <Table.Td ta="right">
        <Money minor={deal.clawedBackMinor} currency={currency} />
      </Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>
        <Time at={createdAt} as="day" />
      </Table.Td>
    </Table.Tr>
  )
}

function DealCard({ deal }: { deal: WholeDeal }) {
  const { id, name, currency, clawedBackMinor } = deal
  return (
    <Card withBorder padding="sm">
      <AppLink to={paths.deal(id)} fw={600}>
        {name}
      </AppLink>
      <CameIn {...deal} />
      {clawedBackMinor > 0 && (
        <Text size="sm" c="dimmed">
          <Money minor={clawedBackMinor} currency={currency} /> clawed back
        </Text>
      )}
      <Collected deal={deal} />
    </Card>
  )
}

interface CameInProps extends Pick<DealTotal, 'currency' | 'expectedMinor' | 'collectedMinor'> {
  fw?: number
}

/** `$4,000.00 of $10,000.00 collected`; without an expectation, only what was collected. */
function CameIn({ currency, expectedMinor, collectedMinor, fw = 400 }: CameInProps) {
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
        ' collected, nothing expected'
      ) : (
        <>
          {' of '}
          <Money minor={expectedMinor} currency={currency} /> collected
        </>
      )}
    </Text>
  )
}

function Collected({ deal }: { deal: WholeDeal }) {
  if (deal.expectedMinor === 0) return null
  return (
    <Progress
      value={Math.min(100, collectedPercent(deal))}
      color="var(--desk-accent)"
      size="xs"
      mt={4}
      aria-label={`Collected share of the amount expected from ${deal.name}`}
    />
  )
}
