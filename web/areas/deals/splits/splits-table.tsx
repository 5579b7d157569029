import { Badge, Box, Card, Group, SimpleGrid, Stack, Table, Text } from '@mantine/core'
import { WideTable } from '../../../ui/layout/wide-table.tsx'
import { useDealView } from '../deal/deal-view.tsx'
import { Labelled } from '../deal/labelled.tsx'
import { termsText } from '../deal/shares.rules.ts'
import { Swatch, toneOf } from '../deal/swatch.tsx'
import type { Figured, FigureName, Split } from '../deal/types.ts'
import { FigureButton } from '../figures/figure-button.tsx'
import { figureLabels, figureNames, figureOf, houseFigureNames } from '../figures/figures.rules.ts'
import { PartyButton } from './party-button.tsx'
import { SplitMenu } from './split-menu.tsx'
import type { SplitActs } from './split-verbs.ts'
import classes from './splits-table.module.css'

/**
 * Every split with its figures, and the house with what they leave: a table, or cards where there is room only for a
 * column. The bar shows the same numbers.
 */
export function SplitsTable({ narrow, ...acts }: SplitActs & { narrow: boolean }) {
  const { splits, house } = useDealView()
  return (
    <>
      {!narrow && (
        <Box visibleFrom="sm">
          <WideTable label="Splits" minWidth={780}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th className={classes.who ?? ''}>Split</Table.Th>
                {figureNames.map((name) => (
                  <Table.Th key={name} ta="right">
                    {figureLabels[name]}
                  </Table.Th>
                ))}
                <Table.Th>
                  <span className="visually-hidden">Actions</span>
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {splits.map((split) => (
                <SplitRow key={split.id} split={split} acts={acts} />
              ))}
              {house && <HouseRow house={house} onParty={acts.onParty} />}
            </Table.Tbody>
          </WideTable>
        </Box>
      )}
      <Stack gap="sm" hiddenFrom={narrow ? undefined : 'sm'}>
        {splits.map((split) => (
          <SplitCard key={split.id} split={split} acts={acts} />
        ))}
        {house && <HouseCard house={house} onParty={acts.onParty} />}
      </Stack>
    </>
  )
}

interface Of {
  split: Split
  acts: SplitActs
}

function SplitRow({ split, acts }: Of) {
  return (
    <Table.Tr>
      <Table.Td className={classes.who ?? ''}>
        <WhoAndHowMuch split={split} acts={acts} />
      </Table.Td>
      {figureNames.map((name) => (
        <Table.Td key={name} ta="right">
          <FigureButton split={split} name={name} onExplain={acts.onExplain} />
        </Table.Td>
      ))}
      <Table.Td>
        <SplitMenu split={split} acts={acts} />
      </Table.Td>
    </Table.Tr>
  )
}

function SplitCard({ split, acts }: Of) {
  return (
    <Card withBorder padding="sm">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <WhoAndHowMuch split={split} acts={acts} />
        <SplitMenu split={split} acts={acts} />
      </Group>
      <SimpleGrid cols={{ base: 2, xs: 3 }} spacing="xs" mt="xs">
        {figureNames.map((name) => (
          <Labelled key={name} label={figureLabels[name]}>
            <FigureButton split={split} name={name} onExplain={acts.onExplain} />
          </Labelled>
        ))}
      </SimpleGrid>
    </Card>
  )
}

function WhoAndHowMuch({ split, acts }: Of) {
  const { splits, money, nameOf } = useDealView()
  return (
    <Group gap="sm" wrap="nowrap" align="baseline">
      <Swatch tone={toneOf(splits, split.id)} />
      <div>
        <Group gap={6}>
          <PartyButton name={nameOf(split)} onOpen={() => acts.onParty(split)} />
          {split.held && (
            <Badge size="sm" variant="light" color="orange">
              Held
            </Badge>
          )}
          {split.status === 'inactive' && (
            <Badge size="sm" variant="light" color="gray">
              Retired
            </Badge>
          )}
        </Group>
        <Text size="xs" c="dimmed">
          {termsText(split, money)}
        </Text>
      </div>
    </Group>
  )
}

type House = Pick<SplitActs, 'onParty'> & { house: Figured }

function HouseRow({ house, onParty }: House) {
  return (
    <Table.Tr>
      <Table.Td className={classes.who ?? ''}>
        <HouseName onParty={onParty} />
      </Table.Td>
      {figureNames.map((name) => (
        <Table.Td key={name} ta="right" style={{ fontVariantNumeric: 'tabular-nums' }}>
          <HouseAmount house={house} name={name} />
        </Table.Td>
      ))}
      <Table.Td />
    </Table.Tr>
  )
}

function HouseCard({ house, onParty }: House) {
  return (
    <Card withBorder padding="sm">
      <HouseName onParty={onParty} />
      <SimpleGrid cols={{ base: 2, xs: 3 }} spacing="xs" mt="xs">
        {houseFigureNames.map((name) => (
          <Labelled key={name} label={figureLabels[name]}>
            <Text size="sm">
              <HouseAmount house={house} name={name} />
            </Text>
          </Labelled>
        ))}
      </SimpleGrid>
    </Card>
  )
}

function HouseName({ onParty }: Pick<SplitActs, 'onParty'>) {
  const { splits, nameOfPart } = useDealView()
  return (
    <Group gap="sm" wrap="nowrap" align="baseline">
      <Swatch tone={toneOf(splits, null)} />
      <div>
        <PartyButton name={nameOfPart(null)} onOpen={() => onParty(null)} />
        <Text size="xs" c="dimmed">
          What the splits leave
        </Text>
      </div>
    </Group>
  )
}

/** A figure of the house. The figures of draws do not apply to it. */
function HouseAmount({ house, name }: { house: Figured; name: FigureName }) {
  const { money } = useDealView()
  const amount = houseFigureNames.includes(name) ? figureOf(house, name) : undefined
  return amount ? money(amount) : <NoFigure amount={amount} />
}

/** Stands in for nothing, and for figures of draws, which the house does not make from what no split gets. */
function NoFigure({ amount }: { amount: number | undefined }) {
  const { money } = useDealView()
  return (
    <Text span inherit c="dimmed">
      –
      <span className="visually-hidden">
        {amount === undefined ? 'does not apply' : money(amount)}
      </span>
    </Text>
  )
}
