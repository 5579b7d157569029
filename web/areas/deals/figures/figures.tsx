import { Accordion, Group, Skeleton, Stack, Table, Text } from '@mantine/core'
import { FailureAlert } from '../../../ui/failures/failure-alert.tsx'
import { More } from '../../../ui/layout/more.tsx'
import { Time } from '../../../ui/values/time.tsx'
import { useDealView } from '../deal/deal-view.tsx'
import type { Explanation, FigureName, Split } from '../deal/types.ts'
import {
  addedTo,
  figureLabels,
  figureNames,
  figuresBehind,
  formulaText,
  kindLabels,
  termText,
} from './figures.rules.ts'
import { useExplanation } from './use-explanation.ts'

interface Props {
  split: Split
  opened: FigureName | null
  onOpen: (figure: FigureName | null) => void
}

/** Every figure of a split; once opened, its formula, the terms it adds up, and the entries behind them. */
export function Figures({ split, opened, onOpen }: Props) {
  const { money } = useDealView()
  const explanation = useExplanation(split.id)
  const { figures, error } = explanation
  if (error) return <FailureAlert error={error} onRetry={explanation.refetch} />
  if (!figures) return <Skeleton height={260} aria-busy />
  return (
    <Accordion
      variant="contained"
      order={3}
      value={opened}
      onChange={(value) => onOpen(value as FigureName | null)}
    >
      {figureNames.map((name) => {
        const figure = figures.find((one) => one.name === name)
        if (!figure) return null
        return (
          <Accordion.Item key={name} value={name}>
            <Accordion.Control>
              <Group justify="space-between" wrap="nowrap" pr="xs">
                <Text size="sm" fw={500}>
                  {figureLabels[name]}
                </Text>
                <Text size="sm" fw={600} style={{ fontVariantNumeric: 'tabular-nums' }}>
                  {money(figure.amountMinor)}
                </Text>
              </Group>
            </Accordion.Control>
            <Accordion.Panel>
              {opened === name && <Explained figure={figure} explanation={explanation} />}
            </Accordion.Panel>
          </Accordion.Item>
        )
      })}
    </Accordion>
  )
}

interface Of {
  figure: Explanation['figures'][number]
  explanation: ReturnType<typeof useExplanation>
}

function Explained({ figure, explanation }: Of) {
  const { money } = useDealView()
  return (
    <Stack gap="sm">
      <Text size="sm">{formulaText(figure.formula, money)}.</Text>
      <Table aria-label={`Terms of ${figureLabels[figure.name]}`}>
        <Table.Tbody>
          {figure.terms.map(({ what, amountMinor, entryCount }) => (
            <Table.Tr key={what}>
              <Table.Td>
                {termText(what)}
                {entryCount !== null && (
                  <Text span inherit c="dimmed">
                    {' '}
                    · {entryCount} {entryCount === 1 ? 'entry' : 'entries'}
                  </Text>
                )}
              </Table.Td>
              <Amount minor={amountMinor} />
            </Table.Tr>
          ))}
          <Table.Tr fw={600}>
            <Table.Th scope="row">{figureLabels[figure.name]}</Table.Th>
            <Amount minor={figure.amountMinor} />
          </Table.Tr>
        </Table.Tbody>
      </Table>
      <Entries name={figure.name} explanation={explanation} />
    </Stack>
  )
}

function Entries({ name, explanation }: { name: FigureName; explanation: Of['explanation'] }) {
  const { whole } = useDealView()
  const entries = explanation.entries
    .map((entry) => ({ ...entry, added: addedTo(name, entry.adds) }))
    .filter(({ adds }) => adds.some(({ figure }) => figuresBehind[name].includes(figure)))
  return (
    <>
      {entries.length > 0 && (
        <Table aria-label={`Entries behind ${figureLabels[name]}`}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>When</Table.Th>
              <Table.Th>Entry</Table.Th>
              {whole && (
                <Table.Th ta="right" visibleFrom="sm">
                  Amount
                </Table.Th>
              )}
              <Table.Th ta="right">Adds</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {entries.map(({ entryId, kind, occurredAt, amountMinor, added }) => (
              <Table.Tr key={entryId}>
                <Table.Td style={{ whiteSpace: 'nowrap' }}>
                  <Time at={occurredAt} as="day" />
                </Table.Td>
                <Table.Td>{kindLabels[kind]}</Table.Td>
                {whole && <Amount minor={amountMinor ?? 0} visibleFrom="sm" />}
                <Amount minor={added} />
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {figuresBehind[name].length > 0 && (
        <More of={explanation} size="compact-sm">
          Load more entries
        </More>
      )}
    </>
  )
}

function Amount({ minor, visibleFrom }: { minor: number; visibleFrom?: 'sm' }) {
  const { money } = useDealView()
  return (
    <Table.Td
      ta="right"
      visibleFrom={visibleFrom}
      style={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}
    >
      {money(minor)}
    </Table.Td>
  )
}
