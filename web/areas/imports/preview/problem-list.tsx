import { Button, Group, Table, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { hasOptions } from '../../../../shared/column-types.ts'
import type { Data } from '../../../service/api.ts'
import { Section } from '../../../ui/layout/section.tsx'
import { WideTable } from '../../../ui/layout/wide-table.tsx'
import { nameIn } from '../questions/mapping.rules.ts'
import {
  isChoice,
  nameOf,
  type Problem,
  type Treatment,
  withCorrections,
} from '../questions/problems.rules.ts'
import type { Preview } from '../questions/types.ts'
import { EffectChoice } from './effect-choice.tsx'
import { ProblemCells } from './problem-cells.tsx'
import { ProblemRow } from './problem-row.tsx'
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

/** The problems with the file's values, with how often, and what happens to them. */
export function ProblemList({ definition, preview, matchOn, treatment, onTreatment }: Props) {
  const { problems, counts } = preview
  const { columns } = definition
  const mapped = columns.filter(({ key }) => preview.columns.some((one) => one.proposed === key))
  const [opened, setOpened] = useState<string>()
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const shown = problems.find((problem) => nameOf(problem) === opened)
  const { onBad, corrections, valueMaps, newOptions } = treatment
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
              const { column, effect } = problem
              const name = nameIn(columns, column)
              return (
                <ProblemRow
                  key={nameOf(problem)}
                  problem={problem}
                  name={name}
                  isMapped={mapped.some(({ key }) => key === column)}
                  isPhone={isPhone}
                  isOpen={problem === shown}
                  onOpen={(isOpen) => setOpened(isOpen ? nameOf(problem) : undefined)}
                >
                  {column !== null && isChoice(problem, columns, matchOn) ? (
                    <EffectChoice
                      name={name}
                      chosen={onBad[column] || 'leave_empty'}
                      keptIn={preview.keptIn?.[column]}
                      isPhone={isPhone}
                      onChoose={(next) =>
                        onTreatment({ ...treatment, onBad: { ...onBad, [column]: next } })
                      }
                    />
                  ) : (
                    <Text size="sm">{outcomes[effect]}</Text>
                  )}
                </ProblemRow>
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
