import { Card, Checkbox, Group, Skeleton, Stack, Table, Text, UnstyledButton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { isOpen } from '../../../../shared/obligation-states.ts'
import { paths } from '../../../paths.ts'
import { useKeys, useListKeys } from '../../../ui/focus/use-keys.ts'
import { IconArrowDown, IconArrowUp, IconRepeat } from '../../../ui/icons/icons.ts'
import { WideTable } from '../../../ui/layout/wide-table.tsx'
import { AppLink } from '../../../ui/links/app-link.tsx'
import { DeadlineMark, PriorityMark, StatusBadge } from '../../../ui/obligations/marks.tsx'
import { type Obligation, typeWords } from '../../../ui/obligations/obligation-words.rules.ts'
import { Tick } from '../../../ui/obligations/tick.tsx'
import { RecordLink } from '../../../ui/records/record-link.tsx'
import { PersonName } from '../../../ui/values/person-name.tsx'
import type { Sort } from './filters.rules.ts'
import classes from './obligation-list.module.css'

interface Props {
  items: Obligation[]
  /** Whether to show each obligation's deal. Not needed if all belong to one deal. */
  withDeal: boolean
  /** The sort order, if it can be changed. */
  sorting?: { sort: Sort; onSort: (sort: Sort) => void } | undefined
  /** The ids of those that are selected, if they can be. */
  selecting?: Selecting | undefined
}

export interface Selecting {
  selected: ReadonlySet<number>
  onSelect: (selected: ReadonlySet<number>) => void
}

/** Obligations as a table, or as cards on a phone. */
export function ObligationList(props: Props) {
  useListKeys()
  useKeys({ e: () => tickBeside(document.activeElement)?.click() })
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  return isPhone ? <Cards {...props} /> : <Rows {...props} />
}

/** The tick of the obligation that has the focus. */
const tickBeside = (active: Element | null) =>
  active?.closest('tr, li')?.querySelector<HTMLElement>('[data-tick]')

function Rows({ items, withDeal, sorting, selecting }: Props) {
  return (
    <WideTable label="Obligations" minWidth={760}>
      <Table.Thead>
        <Table.Tr>
          {selecting && <AllSelected items={items} {...selecting} />}
          <Table.Th>Obligation</Table.Th>
          {withDeal && <Table.Th>Deal</Table.Th>}
          <DueHeading sorting={sorting} />
          <Table.Th>Priority</Table.Th>
          <Table.Th>Status</Table.Th>
          <Table.Th>Assigned to</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {items.map((item) => (
          <Table.Tr
            key={item.id}
            bg={selecting?.selected.has(item.id) ? 'var(--desk-selected)' : undefined}
          >
            {selecting && (
              <Table.Td w={36}>
                {isOpen(item.status) && <Selected item={item} {...selecting} />}
              </Table.Td>
            )}
            <Table.Td>
              <Title item={item} />
            </Table.Td>
            {withDeal && (
              <Table.Td>{item.dealRowId && <RecordLink rowId={item.dealRowId} />}</Table.Td>
            )}
            <Table.Td>
              <DeadlineMark obligation={item} />
            </Table.Td>
            <Table.Td>
              <PriorityMark priority={item.priority} />
            </Table.Td>
            <Table.Td>
              <StatusBadge status={item.status} />
            </Table.Td>
            <Table.Td>
              <PersonName id={item.assignedToUserId} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </WideTable>
  )
}

function AllSelected({ items, selected, onSelect }: Selecting & { items: Obligation[] }) {
  const open = items.filter(({ status }) => isOpen(status)).map(({ id }) => id)
  const isAll = open.length > 0 && open.every((id) => selected.has(id))
  return (
    <Table.Th w={36}>
      <Checkbox
        size="xs"
        aria-label="Select all"
        disabled={open.length === 0}
        checked={isAll}
        indeterminate={!isAll && open.some((id) => selected.has(id))}
        onChange={() => onSelect(new Set(isAll ? [] : open))}
      />
    </Table.Th>
  )
}

function Selected({ item, selected, onSelect }: Selecting & { item: Obligation }) {
  const { id, title } = item
  const toggle = () => {
    const next = new Set(selected)
    if (!next.delete(id)) next.add(id)
    onSelect(next)
  }
  return (
    <Checkbox
      size="xs"
      aria-label={`Select ${title}`}
      checked={selected.has(id)}
      onChange={toggle}
    />
  )
}

function DueHeading({ sorting }: Pick<Props, 'sorting'>) {
  if (!sorting) return <Table.Th>Due</Table.Th>
  const isDown = sorting.sort === '-deadlineAt'
  const Shown = isDown ? IconArrowDown : IconArrowUp
  return (
    <Table.Th aria-sort={isDown ? 'descending' : 'ascending'}>
      <UnstyledButton
        className={classes.sort}
        onClick={() => sorting.onSort(isDown ? 'deadlineAt' : '-deadlineAt')}
      >
        Due <Shown size={14} aria-label={isDown ? ', latest first' : ', earliest first'} />
      </UnstyledButton>
    </Table.Th>
  )
}

function Cards({ items, withDeal }: Props) {
  return (
    <Stack gap="sm" component="ul" p={0} m={0}>
      {items.map((item) => (
        <Card key={item.id} component="li" withBorder padding="sm">
          <Group justify="space-between" align="flex-start" wrap="nowrap">
            <Title item={item} />
            <StatusBadge status={item.status} />
          </Group>
          {withDeal && item.dealRowId && (
            <Text size="sm" className={classes.below}>
              <RecordLink rowId={item.dealRowId} />
            </Text>
          )}
          <Group gap="sm" mt={4} className={classes.below}>
            <DeadlineMark obligation={item} />
            {item.priority !== 'normal' && <PriorityMark priority={item.priority} />}
            <Text size="sm" c="dimmed" component="div">
              <PersonName id={item.assignedToUserId} />
            </Text>
          </Group>
        </Card>
      ))}
    </Stack>
  )
}

function Title({ item }: { item: Obligation }) {
  return (
    <Group gap={6} wrap="nowrap" align="flex-start">
      <Tick obligation={item} />
      <div>
        <AppLink data-step to={paths.obligation(item.id)} fw={500} inherit>
          {item.title}
        </AppLink>
        <Group gap={4} c="dimmed">
          <Text size="xs">{typeWords[item.obligationType]}</Text>
          {item.isRecurring && (
            <Text size="xs" component="span" display="inline-flex">
              <IconRepeat size={14} aria-hidden />
              &nbsp;repeats
            </Text>
          )}
        </Group>
      </div>
    </Group>
  )
}

export function ListSkeleton() {
  return (
    <Stack gap="sm" aria-busy aria-label="Loading">
      {['a', 'b', 'c', 'd', 'e'].map((key) => (
        <Skeleton key={key} height={44} />
      ))}
    </Stack>
  )
}
