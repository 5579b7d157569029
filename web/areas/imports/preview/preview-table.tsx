import { Group, Stack, Table, Tabs, Text, Tooltip, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { isLink } from '../../../../shared/column-types.ts'
import type { Data } from '../../../service/api.ts'
import { usePeople } from '../../../service/session.ts'
import { IconAlertTriangle, IconTransform } from '../../../ui/icons/icons.ts'
import { WideTable } from '../../../ui/layout/wide-table.tsx'
import { cellText } from '../../../ui/values/cell-words.rules.ts'
import { useShownAddress } from '../../../ui/values/use-phone-text.ts'
import {
  type Places,
  type PreviewCell,
  previewCells,
  rowProblems,
} from '../questions/mapping.rules.ts'
import { chipOf } from '../questions/problem-chips.rules.ts'
import type { Preview } from '../questions/types.ts'
import classes from './preview-table.module.css'

type Column = Data<'definitions.get'>['columns'][number]

interface Props {
  definition: Data<'definitions.get'>
  preview: Preview
  places: Places
  /** How many rows are shown at most, if not all that the service has sent. */
  most: number | undefined
}

/** The first rows of a file as they would be stored, or the first ones with problems. */
export function PreviewRows({ definition, preview, places, most }: Props) {
  const { rows, problemRows, counts } = preview
  const [chosen, setChosen] = useState<string | null>('all')
  const tab = counts.withProblems > 0 ? chosen : 'all'
  const all = tab === 'problems' ? problemRows : rows
  const shown = all.slice(0, most)
  const total = tab === 'problems' ? counts.withProblems : counts.rows
  const table = (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        The first {shown.length} of {total.toLocaleString()}
        {tab === 'problems' ? ' with problems' : ''}.
      </Text>
      <PreviewTable definition={definition} rows={shown} places={places} />
    </Stack>
  )
  if (counts.withProblems === 0) return table
  return (
    <Tabs value={tab} onChange={setChosen}>
      <Tabs.List mb="xs">
        <Tabs.Tab value="all">All</Tabs.Tab>
        <Tabs.Tab value="problems">Problems ({counts.withProblems.toLocaleString()})</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value={tab ?? 'all'}>{table}</Tabs.Panel>
    </Tabs>
  )
}

interface TableProps {
  definition: Data<'definitions.get'>
  rows: Preview['rows']
  places: Places
}

function PreviewTable({ definition, rows, places }: TableProps) {
  const shown = [...new Set(places)].flatMap(
    (key) => definition.columns.find((one) => one.key === key) ?? [],
  )
  const { nameOf } = usePeople()
  const shownAddress = useShownAddress()
  const words = (key: string, value: unknown) => {
    const column = shown.find((one) => one.key === key)
    return column ? shownAddress(cellText(value, column, nameOf)) : ''
  }
  const cellsIn = (row: Preview['rows'][number]) =>
    previewCells(row, places, words).flatMap((cell) => {
      const column = shown.find(({ key }) => key === cell.column)
      return column ? [{ cell, column }] : []
    })
  if (shown.length === 0) return <Text size="sm">No column is mapped yet.</Text>
  return (
    <WideTable label="Preview rows" minWidth={300} className={classes.wide}>
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
            {cellsIn(row).map(({ cell, column }) => (
              <Table.Td
                key={cell.column}
                visibleFrom="sm"
                data-what={cell.what}
                className={classes.cell ?? ''}
              >
                <Cell of={cell} column={column} />
              </Table.Td>
            ))}
            <Table.Td hiddenFrom="sm">
              <Stack gap={6}>
                {cellsIn(row)
                  .filter(({ cell }) => cell.what !== 'empty')
                  .map(({ cell, column }) => (
                    <div key={cell.column} data-what={cell.what} className={classes.cell}>
                      <Text size="xs" c="dimmed">
                        {column.name}
                      </Text>
                      <Cell of={cell} column={column} />
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
  column: Column
}

/** One line: what is in the file, and a chip if it does not fit, which says why. */
function Cell({ of: { what, sent, stored, message = '', reason }, column }: CellProps) {
  if (what === 'refused' || what === 'left empty' || what === 'kept') {
    return (
      <div className={classes.line}>
        {sent && (
          <span className={classes.sent} data-kept={what === 'kept' || undefined}>
            {sent}
          </span>
        )}
        <Chip words={chipOf(reason, column)} why={message} isRefused={what === 'refused'} />
      </div>
    )
  }
  if (what === 'converted' && !isLink(column.type)) {
    return (
      <div className={classes.line} title={`${stored}, from “${sent}”`}>
        <span className={classes.text}>{stored}</span>
        <IconTransform size={13} className={classes.icon} aria-hidden />
        <span className="visually-hidden">from “{sent}”</span>
      </div>
    )
  }
  // A link is stored as ids, which say nothing to people.
  const text = isLink(column.type) ? sent : stored
  return (
    <div className={classes.line} title={text}>
      <span className={classes.text}>{text}</span>
    </div>
  )
}

/** A problem in a word or two. Pointing at it, or going there with the keyboard, says it whole. */
function Chip({ words, why, isRefused }: { words: string; why: string; isRefused: boolean }) {
  return (
    <Tooltip label={why} multiline maw={320} events={{ hover: true, focus: true, touch: true }}>
      <UnstyledButton className={classes.chip} aria-label={`${words}: ${why}`}>
        {isRefused && <IconAlertTriangle size={12} className={classes.icon} aria-hidden />}
        {words}
      </UnstyledButton>
    </Tooltip>
  )
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
