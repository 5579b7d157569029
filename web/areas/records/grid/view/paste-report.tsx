import { ActionIcon, Anchor, Badge, Button, Group, Modal, Stack, Table, Text } from '@mantine/core'
import { useReturnFocus } from '../../../../ui/focus/use-return-focus.ts'
import { IconChevronDown, IconChevronUp, IconX } from '../../../../ui/icons/icons.ts'
import classes from '../../list/grid.module.css'
import { visitRefused } from '../clipboard/refused-actions.ts'
import { focus, type GridHandle, select } from '../model/handle.ts'
import { type PasteReport, type ReportNote, unsavedIn } from '../rows/report.rules.ts'
import { at } from '../selection/selection.rules.ts'

/** How many lines the report draws of each kind. */
const MOST_LINES = 200

const labels: Record<ReportNote['kind'], { label: string; color: string }> = {
  refused: { label: 'Refused', color: 'red' },
  ignored: { label: 'Left out', color: 'yellow' },
  coerced: { label: 'Converted', color: 'harbor' },
}

interface Props {
  grid: GridHandle
  report: PasteReport
}

/** In the status bar: leads from one refused cell to the next, and to the whole report. */
export function PasteReportBar({ grid, report }: Props) {
  const { model } = grid
  const refused = report.notes.filter(({ kind }) => kind === 'refused').length
  const cells = refused === 1 ? '1 refused' : `${refused.toLocaleString()} refused`
  const name = nameOf(report)
  const close = () => {
    model.report.set(null)
    focus(grid)
  }
  return (
    <Group gap={4} wrap="nowrap" role="group" aria-label={name}>
      {refused > 0 && (
        <>
          <Text size="sm" c="var(--mantine-color-error)">
            {cells}
          </Text>
          <ActionIcon
            size={24}
            variant="subtle"
            aria-label="Previous refused cell"
            title="Previous refused cell (Shift+F8)"
            onClick={() => visitRefused(grid, -1)}
          >
            <IconChevronUp size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon
            size={24}
            variant="subtle"
            aria-label="Next refused cell"
            title="Next refused cell (F8)"
            onClick={() => visitRefused(grid, 1)}
          >
            <IconChevronDown size={16} aria-hidden />
          </ActionIcon>
        </>
      )}
      <Offers of={report} onDone={() => focus(grid)} />
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => {
          focus(grid)
          model.report.set({ ...report, open: true })
        }}
      >
        {name}
      </Button>
      <ActionIcon
        size={24}
        variant="subtle"
        aria-label={`Close the ${name.toLowerCase()}`}
        onClick={close}
      >
        <IconX size={16} aria-hidden />
      </ActionIcon>
      {report.open && <PasteReportDialog grid={grid} report={report} />}
    </Group>
  )
}

/** Adds the rows that refused links name, and the columns that pasted cells lack. */
function Offers({ of: { missing, beyond }, onDone }: { of: PasteReport; onDone: () => void }) {
  const button = (add: () => Promise<void>, what: string) => (
    <Button
      size="compact-sm"
      variant="light"
      onClick={() => {
        onDone()
        void add()
      }}
    >
      Add {what}
    </Button>
  )
  const rows = missing?.count?.toLocaleString() ?? 'the'
  return (
    <>
      {missing &&
        button(missing.add, missing.count === 1 ? 'the missing row' : `${rows} missing rows`)}
      {beyond &&
        button(beyond.add, beyond.count === 1 ? 'a text column' : `${beyond.count} text columns`)}
    </>
  )
}

const nameOf = (report: PasteReport): string =>
  unsavedIn(report).length > 0 ? 'Unsaved changes' : 'Paste results'

/**
 * Everything that a paste refused, left out or converted.
 *
 * @property isPhone whether there are cards in place of the grid, so that what is named opens its record.
 */
export function PasteReportDialog({
  grid,
  report,
  isPhone = false,
}: Props & { isPhone?: boolean }) {
  useReturnFocus()
  const { model } = grid
  const { summary, notes } = report
  const of = (...kinds: ReportNote['kind'][]) =>
    kinds.flatMap((kind) => notes.filter((note) => note.kind === kind))
  const problems = of('refused', 'ignored')
  const converted = of('coerced')
  const close = () => model.report.set({ ...report, open: false })
  return (
    <Modal opened size="xl" onClose={close} title={nameOf(report)}>
      <Stack>
        <Text size="sm">{summary}.</Text>
        {(report.missing || report.beyond) && (
          <Group>
            <Offers of={report} onDone={close} />
          </Group>
        )}
        {problems.length > 0 && (
          <Notes grid={grid} notes={problems} isPhone={isPhone} onVisit={close} />
        )}
        {converted.length > 0 && (
          <details>
            <summary>
              {converted.length === 1
                ? '1 cell converted'
                : `${converted.length.toLocaleString()} cells converted`}
            </summary>
            <Notes grid={grid} notes={converted} isPhone={isPhone} onVisit={close} />
          </details>
        )}
        <Group justify="flex-end">
          <Button onClick={close} data-autofocus>
            Close
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

interface NotesProps {
  grid: GridHandle
  notes: readonly ReportNote[]
  isPhone: boolean
  onVisit: () => void
}

function Notes({ grid, notes, isPhone, onVisit }: NotesProps) {
  const { model, layout, definition } = grid
  const visit = (row: number, key: string | null) => {
    onVisit()
    const known = model.source.rowAt(row)
    if (isPhone) return known && grid.onOpenRow(known.id)
    const column = layout.columns.findIndex((one) => one.key === key)
    select(grid, at(row, Math.max(0, column)))
    focus(grid)
  }
  const placeOf = ({ rowId, key, line }: ReportNote) => {
    const row = rowId === null ? undefined : model.source.placeOf(rowId)
    const name = definition.columns.find((column) => column.key === key)?.name
    const words = [name, row === undefined ? line && `line ${line}` : `row ${row + 1}`]
    const text = words.filter(Boolean).join(', ')
    if (row === undefined) return text
    return (
      <Anchor component="button" type="button" size="sm" onClick={() => visit(row, key)}>
        {text}
      </Anchor>
    )
  }
  return (
    <>
      <Table.ScrollContainer minWidth={280} mah={360}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Result</Table.Th>
              <Table.Th>Cell</Table.Th>
              <Table.Th>Reason</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {notes.slice(0, MOST_LINES).map((note, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change
              <Table.Tr key={i}>
                <Table.Td>
                  <Badge variant="dot" color={labels[note.kind].color} tt="none" miw="max-content">
                    {labels[note.kind].label}
                  </Badge>
                </Table.Td>
                <Table.Td>{placeOf(note)}</Table.Td>
                <Table.Td className={classes.whole}>{note.says}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {notes.length > MOST_LINES && (
        <Text size="sm" c="dimmed">
          And {(notes.length - MOST_LINES).toLocaleString()} more.
        </Text>
      )}
    </>
  )
}
