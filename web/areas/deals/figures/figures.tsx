import { Accordion, Group, Skeleton, Stack, Table, Text } from '@mantine/core'
import { FailureAlert } from '../../../ui/failures/failure-alert.tsx'
import { More } from '../../../ui/layout/more.tsx'
import { Time } from '../../../ui/values/time.tsx'
import { useDealView } from '../deal/deal-view.tsx'
import { termsText } from '../deal/shares.rules.ts'
import type { Explanation, FigureName, Split } from '../deal/types.ts'
import {
  addedTo,
  balanceText,
  figureLabels,
  figureNames,
  figureOf,
  figuresBehind,
  formulaText,
  kindLabels,
  roundingOf,
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
                  {balanceText(shownOf(split, figure), money)}
                </Text>
              </Group>
            </Accordion.Control>
            <Accordion.Panel>
              {opened === name && (
                <Explained split={split} figure={figure} explanation={explanation} />
              )}
            </Accordion.Panel>
          </Accordion.Item>
        )
      })}
    </Accordion>
  )
}

type Figure = Explanation['figures'][number]

interface Of {
  split: Split
  figure: Figure
  explanation: ReturnType<typeof useExplanation>
}

/** A figure as the splits' table shows it, from the newest explanation. */
const shownOf = (split: Split, { name, amountMinor }: Figure): number =>
  name === 'entitledMinor' ? figureOf(split, name) : amountMinor

function Explained({ split, figure, explanation }: Of) {
  const { money } = useDealView()
  const rounding = figure.name === 'entitledMinor' ? roundingOf(split) : 0
  return (
    <Stack gap="sm">
      <Text size="sm">{formulaText(figure, money)}.</Text>
      {figure.name === 'entitledMinor' && <ByTerms split={split} rounding={rounding} />}
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
          {rounding !== 0 && (
            <Table.Tr>
              <Table.Td>Rounding</Table.Td>
              <Amount minor={rounding} />
            </Table.Tr>
          )}
          <Table.Tr fw={600}>
            <Table.Th scope="row">{figureLabels[figure.name]}</Table.Th>
            <Amount minor={shownOf(split, figure)} />
          </Table.Tr>
        </Table.Tbody>
      </Table>
      <Entries name={figure.name} explanation={explanation} />
    </Stack>
  )
}

/** Where an entitlement comes from, and why the amounts received can differ from it. */
function ByTerms({ split, rounding }: { split: Split; rounding: number }) {
  const { money } = useDealView()
  if (split.entitledByTermsMinor === null) {
    return (
      <Text size="sm" c="dimmed">
        Splits were added, changed or retired after money came in, so this is what was received plus
        what the terms give now.
      </Text>
    )
  }
  return (
    <Text size="sm" c="dimmed">
      By its terms, {termsText(split, money)}. It changes only when the terms, the funded amount or
      the expected commission change, or when more comes in than is expected.
      {rounding !== 0 &&
        ' Each collection is split to the cent by itself, so received and pending money can differ from it by a few cents.'}
    </Text>
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
