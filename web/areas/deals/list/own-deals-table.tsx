import { Box, Card, Group, SimpleGrid, Stack, Table, Text } from '@mantine/core'
import { hasCents } from '../../../../shared/amounts.ts'
import { paths } from '../../../paths.ts'
import { useAllPages } from '../../../service/api.ts'
import { WideTable } from '../../../ui/layout/wide-table.tsx'
import { AppLink } from '../../../ui/links/app-link.tsx'
import { Money } from '../../../ui/money/money.tsx'
import { Labelled } from '../deal/labelled.tsx'
import type { Deal, FigureName, Split } from '../deal/types.ts'
import { figureLabels, figureOf } from '../figures/figures.rules.ts'

const shown: readonly FigureName[] = [
  ...(['entitledMinor', 'collectedMinor', 'drawnMinor', 'availableMinor'] as const),
]

/** The deals that somebody has a split in, with the totals of their splits. */
export function OwnDealsTable({ deals }: { deals: readonly Deal[] }) {
  const { items, isWhole } = useAllPages('accounting.listSplits', { query: { limit: 1000 } })
  const splitsOf = ({ id }: Deal) =>
    isWhole ? items.filter(({ dealId }) => dealId === id) : undefined
  // If an amount of a column has cents, all have.
  const cents = new Set(
    shown.filter((name) =>
      deals.some((deal) => hasCents(sumOf(name, splitsOf(deal) ?? []), deal.currency)),
    ),
  )
  return (
    <>
      <Box visibleFrom="sm">
        <WideTable label="Deals" minWidth={600}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Deal</Table.Th>
              {shown.map((name) => (
                <Table.Th key={name} ta="right">
                  {figureLabels[name]}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {deals.map((deal) => (
              <Table.Tr key={deal.id}>
                <Table.Td miw={180}>
                  <Name deal={deal} splits={splitsOf(deal)} />
                </Table.Td>
                {shown.map((name) => (
                  <Table.Td key={name} ta="right">
                    <Sum name={name} deal={deal} splits={splitsOf(deal)} cents={cents.has(name)} />
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </WideTable>
      </Box>
      <Stack gap="sm" hiddenFrom="sm">
        {deals.map((deal) => (
          <Card key={deal.id} withBorder padding="sm">
            <Name deal={deal} splits={splitsOf(deal)} />
            <SimpleGrid cols={2} spacing="xs" mt="xs">
              {shown.map((name) => (
                <Labelled key={name} label={figureLabels[name]}>
                  <Sum name={name} deal={deal} splits={splitsOf(deal)} />
                </Labelled>
              ))}
            </SimpleGrid>
          </Card>
        ))}
      </Stack>
    </>
  )
}

interface Of {
  deal: Deal
  splits: readonly Split[] | undefined
}

function Name({ deal, splits = [] }: Of) {
  return (
    <Group gap={6}>
      <AppLink to={paths.deal(deal.id)} fw={500} fz="sm">
        {deal.name}
      </AppLink>
      {splits.length > 1 && (
        <Text size="xs" c="dimmed">
          {splits.length} splits
        </Text>
      )}
    </Group>
  )
}

const sumOf = (name: FigureName, splits: readonly Split[]): number =>
  splits.reduce((sum, split) => sum + figureOf(split, name), 0)

function Sum({ name, deal, splits, cents }: Of & { name: FigureName; cents?: boolean }) {
  const sum = splits && sumOf(name, splits)
  return <Money minor={sum} currency={deal.currency} cents={cents} fz="sm" />
}
