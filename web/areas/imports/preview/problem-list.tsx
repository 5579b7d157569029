import { Box, Button, Checkbox, Group, Select, Stack, Table, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { hasOptions } from '../../../../shared/column-types.ts'
import type { Data } from '../../../service/api.ts'
import { valueWords } from '../../../service/failures/refused-value.rules.ts'
import { useMay } from '../../../service/session.ts'
import { IconPencil } from '../../../ui/icons/icons.ts'
import { Section } from '../../../ui/layout/section.tsx'
import { WideTable } from '../../../ui/layout/wide-table.tsx'
import { nameIn } from '../questions/mapping.rules.ts'
import {
  type Effect,
  isChoice,
  nameOf,
  type Problem,
  type Treatment,
  withCorrections,
} from '../questions/problems.rules.ts'
import type { Preview } from '../questions/types.ts'
import { ProblemCells } from './problem-cells.tsx'
import { ValueMaps } from './value-maps.tsx'

interface Props {
  definition: Data<'definitions.get'>
  preview: Preview
  matchOn: string | undefined
  treatment: Treatment
  onTreatment: (next: Treatment) => void
}

const outcomes: Record<Problem['effect'], string> = {
  refused: 'The row is refused',
  left_empty: 'The cell is left empty',
  kept: 'The cell is left empty',
  shortened: 'The rest is left out',
}

const effects: { value: Exclude<Effect, 'keep'>; label: string }[] = [
  { value: 'leave_empty', label: 'Leave the cell empty' },
  { value: 'refuse', label: 'Refuse the row' },
]

/** The problems with the file's values, with how often, and what happens to them. */
export function ProblemList({ definition, preview, matchOn, treatment, onTreatment }: Props) {
  const { problems, counts } = preview
  const { columns } = definition
  const mayAdd = useMay('admin')
  const mapped = columns.filter(({ key }) => preview.columns.some((one) => one.proposed === key))
  const [opened, setOpened] = useState<string>()
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const shown = problems.find((problem) => nameOf(problem) === opened)
  const { corrections, valueMaps, newOptions } = treatment
  const isTreated =
    Object.keys({ ...valueMaps, ...newOptions }).length > 0 || corrections.length > 0
  if (problems.length === 0 && !isTreated) return null
  return (
    <Section
      title="Values that don’t fit"
      description={
        counts.sampled
          ? `Counted in the first ${counts.checked.toLocaleString()} of ${counts.rows.toLocaleString()} rows.`
          : `Counted in all ${counts.rows.toLocaleString()} rows.`
      }
    >
      {problems.length > 0 && (
        <WideTable label="Values that don’t fit" minWidth={300}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Column</Table.Th>
              <Table.Th>Problem</Table.Th>
              <Table.Th>Cells</Table.Th>
              {!isPhone && <Table.Th>What happens</Table.Th>}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {problems.map((problem) => {
              const { column, effect, count } = problem
              const name = nameIn(columns, column)
              const isMapped = mapped.some(({ key }) => key === column)
              const isOpen = problem === shown
              const chosen = (column !== null && treatment.onBad[column]) || 'leave_empty'
              const isKept = chosen === 'keep'
              const choose = (next: Effect) =>
                onTreatment({
                  ...treatment,
                  onBad: { ...treatment.onBad, [column ?? '']: next },
                })
              const choice =
                column !== null && isChoice(problem, columns, matchOn) ? (
                  <Stack gap={6}>
                    <Select
                      aria-label={`What bad values of ${name} do`}
                      w={isPhone ? '100%' : 190}
                      allowDeselect={false}
                      data={effects}
                      value={isKept ? 'leave_empty' : chosen}
                      onChange={(next) => choose(next as Effect)}
                    />
                    {chosen !== 'refuse' && (
                      <Checkbox
                        size="xs"
                        maw={220}
                        label="Keep what does not fit"
                        description={
                          isKept
                            ? `As text in “${preview.keptIn?.[column] ?? `${name} (as sent)`}”`
                            : mayAdd
                              ? 'As text in a column made for it'
                              : 'Admins can keep it in a column'
                        }
                        checked={isKept}
                        disabled={!mayAdd && !isKept}
                        onChange={({ currentTarget }) =>
                          choose(currentTarget.checked ? 'keep' : 'leave_empty')
                        }
                      />
                    )}
                  </Stack>
                ) : (
                  <Text size="sm">{outcomes[effect]}</Text>
                )
              return (
                <Table.Tr key={nameOf(problem)} style={{ verticalAlign: 'top' }}>
                  <Table.Td>{name ?? 'The row'}</Table.Td>
                  <Table.Td miw={isPhone ? 0 : 180} style={{ overflowWrap: 'anywhere' }}>
                    {valueWords(problem)}
                    {/* Beside the others, it would be outside the screen. */}
                    {isPhone && <Box mt={6}>{choice}</Box>}
                  </Table.Td>
                  <Table.Td>
                    {isMapped ? (
                      <Button
                        variant={isOpen ? 'light' : 'subtle'}
                        size="compact-sm"
                        aria-expanded={isOpen}
                        aria-label={`Edit ${count} of ${name}`}
                        rightSection={<IconPencil size={14} aria-hidden />}
                        onClick={() => setOpened(isOpen ? undefined : nameOf(problem))}
                      >
                        {count.toLocaleString()}
                      </Button>
                    ) : (
                      count.toLocaleString()
                    )}
                  </Table.Td>
                  {!isPhone && <Table.Td>{choice}</Table.Td>}
                </Table.Tr>
              )
            })}
          </Table.Tbody>
        </WideTable>
      )}
      {shown?.column && (
        <ProblemCells
          // Each problem has its own inputs.
          key={nameOf(shown)}
          problem={shown}
          name={nameIn(columns, shown.column) ?? ''}
          onCorrect={(lines, value) => {
            const next = withCorrections(treatment, shown.column!, lines, value)
            if (next) onTreatment(next)
            return next !== undefined
          }}
        />
      )}
      {corrections.length > 0 && (
        <Group gap="xs">
          <Text size="sm">
            {corrections.length.toLocaleString()}{' '}
            {corrections.length === 1 ? 'cell is' : 'cells are'} corrected.
          </Text>
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => onTreatment({ ...treatment, corrections: [] })}
          >
            Use the file’s values again
          </Button>
        </Group>
      )}
      <Group gap="xl" align="flex-start">
        {mapped
          .filter(({ type }) => hasOptions(type))
          .map((column) => (
            <ValueMaps
              key={column.key}
              column={column}
              problems={problems}
              treatment={treatment}
              onTreatment={onTreatment}
            />
          ))}
      </Group>
    </Section>
  )
}
