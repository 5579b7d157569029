import { Badge, Box, Card, Group, SimpleGrid, Stack, Table, Text } from '@mantine/core'
import { WideTable } from '../../ui/wide-table.tsx'
import { useDealView, useWholeDeal } from './deal-view.tsx'
import { FigureButton } from './figure-button.tsx'
import { figureLabels, figureNames, type HouseFigures, houseFigures } from './figures.rules.ts'
import { Labelled } from './labelled.tsx'
import { PartyButton } from './party-button.tsx'
import { termsText } from './shares.rules.ts'
import { StakeMenu } from './stake-menu.tsx'
import type { StakeVerb } from './stake-verbs.ts'
import { Swatch, toneOf } from './swatch.tsx'
import type { FigureName, Stake } from './types.ts'

export interface StakeActs {
  onExplain: (stake: Stake, name: FigureName) => void
  /** `null` is the house. */
  onParty: (stake: Stake | null) => void
  onVerb: (verb: StakeVerb, stake: Stake) => void
}

/** Every stake with its figures, and the house with what they leave: the bar in numbers. */
export function StakesTable(acts: StakeActs) {
  const { stakes, whole } = useDealView()
  return (
    <>
      <Box visibleFrom="sm">
        <WideTable label="Stakes" minWidth={940}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Stake</Table.Th>
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
            {stakes.map((stake) => (
              <StakeRow key={stake.id} stake={stake} acts={acts} />
            ))}
            {whole && <HouseRow onParty={acts.onParty} />}
          </Table.Tbody>
        </WideTable>
      </Box>
      <Stack gap="sm" hiddenFrom="sm">
        {stakes.map((stake) => (
          <StakeCard key={stake.id} stake={stake} acts={acts} />
        ))}
        {whole && <HouseCard onParty={acts.onParty} />}
      </Stack>
    </>
  )
}

/** Names are longer than words, and wrap; amounts beside them may need all the rest. */
const NAME_WIDTH = 200

interface Of {
  stake: Stake
  acts: StakeActs
}

function StakeRow({ stake, acts }: Of) {
  return (
    <Table.Tr>
      <Table.Td miw={NAME_WIDTH}>
        <WhoAndHowMuch stake={stake} acts={acts} />
      </Table.Td>
      {figureNames.map((name) => (
        <Table.Td key={name} ta="right">
          <FigureButton stake={stake} name={name} onExplain={acts.onExplain} />
        </Table.Td>
      ))}
      <Table.Td>
        <StakeMenu stake={stake} acts={acts} />
      </Table.Td>
    </Table.Tr>
  )
}

function StakeCard({ stake, acts }: Of) {
  return (
    <Card withBorder padding="sm">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <WhoAndHowMuch stake={stake} acts={acts} />
        <StakeMenu stake={stake} acts={acts} />
      </Group>
      <SimpleGrid cols={2} spacing="xs" mt="xs">
        {figureNames.map((name) => (
          <Labelled key={name} label={figureLabels[name]}>
            <FigureButton stake={stake} name={name} onExplain={acts.onExplain} />
          </Labelled>
        ))}
      </SimpleGrid>
    </Card>
  )
}

function WhoAndHowMuch({ stake, acts }: Of) {
  const { stakes, money, nameOf } = useDealView()
  return (
    <Group gap="sm" wrap="nowrap" align="baseline">
      <Swatch tone={toneOf(stakes, stake.id)} />
      <div>
        <Group gap={6}>
          <PartyButton name={nameOf(stake)} onOpen={() => acts.onParty(stake)} />
          {stake.held && (
            <Badge size="sm" variant="light" color="orange">
              Held
            </Badge>
          )}
          {stake.status === 'inactive' && (
            <Badge size="sm" variant="light" color="gray">
              Retired
            </Badge>
          )}
        </Group>
        <Text size="xs" c="dimmed">
          {termsText(stake, money)} · stake {stake.id}
        </Text>
      </div>
    </Group>
  )
}

type House = Pick<StakeActs, 'onParty'>

function HouseRow({ onParty }: House) {
  const { stakes, money } = useDealView()
  const deal = useWholeDeal()
  const figures: Partial<Record<FigureName, number>> = houseFigures(deal, stakes)
  return (
    <Table.Tr>
      <Table.Td>
        <HouseName onParty={onParty} />
      </Table.Td>
      {figureNames.map((name) => (
        <Table.Td key={name} ta="right" style={{ fontVariantNumeric: 'tabular-nums' }}>
          {figures[name] === undefined ? <NoFigure /> : money(figures[name])}
        </Table.Td>
      ))}
      <Table.Td />
    </Table.Tr>
  )
}

function HouseCard({ onParty }: House) {
  const { stakes, money } = useDealView()
  const deal = useWholeDeal()
  const figures = Object.entries(houseFigures(deal, stakes)) as [keyof HouseFigures, number][]
  return (
    <Card withBorder padding="sm">
      <HouseName onParty={onParty} />
      <SimpleGrid cols={2} spacing="xs" mt="xs">
        {figures.map(([name, amount]) => (
          <Labelled key={name} label={figureLabels[name]}>
            <Text size="sm">{money(amount)}</Text>
          </Labelled>
        ))}
      </SimpleGrid>
    </Card>
  )
}

function HouseName({ onParty }: House) {
  const { stakes, nameOfPart } = useDealView()
  return (
    <Group gap="sm" wrap="nowrap" align="baseline">
      <Swatch tone={toneOf(stakes, null)} />
      <div>
        <PartyButton name={nameOfPart(null)} onOpen={() => onParty(null)} />
        <Text size="xs" c="dimmed">
          What no stake gets
        </Text>
      </div>
    </Group>
  )
}

/** The house draws nothing of what no stake has. */
function NoFigure() {
  return (
    <Text span c="dimmed">
      –<span className="visually-hidden">does not apply</span>
    </Text>
  )
}
