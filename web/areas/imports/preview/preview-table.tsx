import { Group, Stack, Table, Text } from '@mantine/core'
import type { Data } from '../../../api.ts'
import { usePeople } from '../../../session.ts'
import { IconAlertTriangle, IconTransform } from '../../../ui/icons/icons.ts'
import { WideTable } from '../../../ui/layout/wide-table.tsx'
import { cellText } from '../../../ui/values/cell-words.rules.ts'
import { useShownAddress } from '../../../ui/values/use-phone-text.ts'
import type { Preview } from '../questions/import-questions.ts'
import { cellsOf, type Places, type PreviewCell, rowProblems } from '../questions/mapping.rules.ts'
import classes from './preview-table.module.css'

interface Props {
  definition: Data<'definitions.get'>
  rows: Preview['rows']
  places: Places
}

/** The first rows as they would be stored, cell by cell. */
export function PreviewTable({ definition, rows, places }: Props) {
  const shown = [...new Set(places)].flatMap(
    (key) => definition.columns.find((one) => one.key === key) ?? [],
  )
  const { nameOf } = usePeople()
  const shownAddress = useShownAddress()
  const words = (key: string, value: unknown) => {
    const column = shown.find((one) => one.key === key)
    return column ? shownAddress(cellText(value, column, nameOf)) : ''
  }
  const links = new Set(shown.flatMap(({ key, type }) => (type === 'link' ? key : [])))
  if (shown.length === 0) return <Text size="sm">No column is mapped yet.</Text>
  return (
    <WideTable label="Preview rows" minWidth={300}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Line</Table.Th>
          {shown.map(({ key, name }) => (
            <Table.Th key={key} visibleFrom="sm">
              {name}
            </Table.Th>
          ))}
          <Table.Th hiddenFrom="sm">What it holds</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={row.line} className={classes.row ?? ''}>
            <Table.Td>
              {row.errors.length > 0 ? <Bad text={`${row.line} refused`} /> : row.line}
              {rowProblems(row, places, definition.columns).map((problem) => (
                <Text key={problem} size="xs">
                  {problem}
                </Text>
              ))}
            </Table.Td>
            {cellsOf(row, places, words).map((cell) => (
              <Table.Td
                key={cell.column}
                visibleFrom="sm"
                data-what={cell.what}
                className={classes.cell ?? ''}
              >
                <Cell of={cell} isLink={links.has(cell.column)} />
              </Table.Td>
            ))}
            <Table.Td hiddenFrom="sm">
              <Stack gap={6}>
                {cellsOf(row, places, words)
                  .filter(({ what }) => what !== 'empty')
                  .map((cell) => (
                    <div key={cell.column} data-what={cell.what} className={classes.cell}>
                      <Text size="xs" c="dimmed">
                        {shown.find(({ key }) => key === cell.column)?.name}
                      </Text>
                      <Cell of={cell} isLink={links.has(cell.column)} />
                    </div>
                  ))}
              </Stack>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </WideTable>
  )
}

interface CellProps {
  of: PreviewCell
  isLink: boolean
}

function Cell({ of: { what, sent, stored, message }, isLink }: CellProps) {
  if (what === 'refused') {
    return (
      <>
        <Bad text={sent || 'empty'} />
        <Text size="xs">{message}</Text>
      </>
    )
  }
  if (what === 'left empty') {
    return (
      <>
        <Text size="sm">empty, not “{sent}”</Text>
        <Text size="xs">{message}</Text>
      </>
    )
  }
  if (what === 'kept') {
    return (
      <>
        <Text size="sm">kept as text: “{sent}”</Text>
        <Text size="xs">{message}</Text>
      </>
    )
  }
  // A link is stored as ids, which say nothing to people.
  if (isLink) return <Text size="sm">{sent}</Text>
  if (what === 'converted') {
    return (
      <>
        <Text size="sm">{stored}</Text>
        <Group gap={4} wrap="nowrap">
          <IconTransform size={13} className={classes.icon} aria-hidden />
          <Text size="xs" c="dimmed">
            from “{sent}”
          </Text>
        </Group>
      </>
    )
  }
  return <Text size="sm">{stored}</Text>
}

const Bad = ({ text }: { text: string }) => (
  <Group gap={4} wrap="nowrap" className={classes.bad ?? ''}>
    <IconAlertTriangle size={14} className={classes.icon} aria-label="Refused:" />
    <Text size="sm" fw={600}>
      {text}
    </Text>
  </Group>
)

const cells = (count: number) => `${count.toLocaleString()} ${count === 1 ? 'cell' : 'cells'}`

/** The expected result for all rows. */
export function PreviewCounts({ counts }: { counts: Preview['counts'] }) {
  const added = counts.wouldImport - counts.wouldUpdate
  const facts = [
    [added, 'would be added'],
    [counts.wouldUpdate, 'would be updated'],
    [counts.wouldFail, 'would be refused'],
  ] as const
  return (
    <Text size="sm" role="status">
      {counts.sampled &&
        `Of the first ${counts.checked.toLocaleString()} of ${counts.rows.toLocaleString()} rows: `}
      {facts
        .filter(([count]) => count > 0)
        .map(([count, what]) => `${count.toLocaleString()} ${what}`)
        .join(', ')}
      {counts.coerced > 0 && `; ${cells(counts.coerced)} would be converted`}
      {counts.leftEmpty > 0 && `; ${cells(counts.leftEmpty)} would be left empty`}
      {counts.kept ? `, ${counts.kept.toLocaleString()} of them kept as text` : ''}.
    </Text>
  )
}
