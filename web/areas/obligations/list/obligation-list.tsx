import { Card, Group, Skeleton, Stack, Table, Text, UnstyledButton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconArrowDown, IconArrowUp, IconRepeat } from '@tabler/icons-react'
import { paths } from '../../../paths.ts'
import { usePeople } from '../../../session.ts'
import { useListKeys } from '../../../ui/focus/use-keys.ts'
import { WideTable } from '../../../ui/layout/wide-table.tsx'
import { AppLink } from '../../../ui/links/app-link.tsx'
import { RecordLink } from '../../../ui/records/record-link.tsx'
import { Time } from '../../../ui/values/time.tsx'
import { PriorityMark, StandingMark, StatusBadge } from '../obligation/marks.tsx'
import { type Obligation, typeWords } from '../obligation/obligation-words.rules.ts'
import classes from './obligation-list.module.css'

interface Props {
  items: Obligation[]
  /** Whether to show each obligation's deal. Not needed if all belong to one deal. */
  withDeal: boolean
  /** The sort order, if it can be changed. */
  sorting?: { sort: 'dueAt' | '-dueAt'; onSort: (sort: 'dueAt' | '-dueAt') => void } | undefined
}

/** Obligations as a table, or as cards on a phone. */
export function ObligationList(props: Props) {
  useListKeys()
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  return isPhone ? <Cards {...props} /> : <Rows {...props} />
}

function Rows({ items, withDeal, sorting }: Props) {
  const { nameOf } = usePeople()
  return (
    <WideTable label="Obligations" minWidth={760}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Obligation</Table.Th>
          {withDeal && <Table.Th>Deal</Table.Th>}
          <DueHeading sorting={sorting} />
          <Table.Th>Deadline</Table.Th>
          <Table.Th>Priority</Table.Th>
          <Table.Th>Status</Table.Th>
          <Table.Th>Assigned to</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {items.map((item) => (
          <Table.Tr key={item.id}>
            <Table.Td>
              <Title item={item} />
            </Table.Td>
            {withDeal && (
              <Table.Td>{item.dealRowId && <RecordLink rowId={item.dealRowId} />}</Table.Td>
            )}
            <Table.Td className={classes.date}>
              <Time at={item.dueAt} as="day" />
            </Table.Td>
            <Table.Td>
              <StandingMark obligation={item} />
            </Table.Td>
            <Table.Td>
              <PriorityMark priority={item.priority} />
            </Table.Td>
            <Table.Td>
              <StatusBadge status={item.status} />
            </Table.Td>
            <Table.Td>{nameOf(item.assignedToUserId)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </WideTable>
  )
}

function DueHeading({ sorting }: Pick<Props, 'sorting'>) {
  if (!sorting) return <Table.Th>Due</Table.Th>
  const isDown = sorting.sort === '-dueAt'
  const Shown = isDown ? IconArrowDown : IconArrowUp
  return (
    <Table.Th aria-sort={isDown ? 'descending' : 'ascending'}>
      <UnstyledButton
        className={classes.sort}
        onClick={() => sorting.onSort(isDown ? 'dueAt' : '-dueAt')}
      >
        Due <Shown size={14} aria-label={isDown ? ', latest first' : ', earliest first'} />
      </UnstyledButton>
    </Table.Th>
  )
}

function Cards({ items, withDeal }: Props) {
  const { nameOf } = usePeople()
  return (
    <Stack gap="sm" component="ul" p={0} m={0}>
      {items.map((item) => (
        <Card key={item.id} component="li" withBorder padding="sm">
          <Group justify="space-between" align="flex-start" wrap="nowrap">
            <Title item={item} />
            <StatusBadge status={item.status} />
          </Group>
          {withDeal && item.dealRowId && (
            <Text size="sm">
              <RecordLink rowId={item.dealRowId} />
            </Text>
          )}
          <Group gap="sm" mt="xs">
            {item.dueAt && (
              <Text size="sm">
                Due <Time at={item.dueAt} as="day" />
              </Text>
            )}
            <StandingMark obligation={item} />
            {item.priority !== 'normal' && <PriorityMark priority={item.priority} />}
            <Text size="sm" c="dimmed">
              {nameOf(item.assignedToUserId)}
            </Text>
          </Group>
        </Card>
      ))}
    </Stack>
  )
}

function Title({ item }: { item: Obligation }) {
  return (
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
