import {
  Badge,
  Code,
  Collapse,
  Group,
  List,
  Skeleton,
  Stack,
  Text,
  UnstyledButton,
} from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { type Item, usePages } from '../../../service/api.ts'
import { FailureAlert } from '../../../ui/failures/failure-alert.tsx'
import { IconChevronDown, IconChevronRight } from '../../../ui/icons/icons.ts'
import { More } from '../../../ui/layout/more.tsx'
import { Time } from '../../../ui/values/time.tsx'
import type { Definition } from '../board/developer.rules.ts'
import { BlockedContent } from './blocked-content.tsx'
import type { Sender } from './days.rules.ts'
import classes from './receipt-list.module.css'

type Receipt = Item<'definitions.listReceipts'>
export type Outcome = Receipt['outcome']
export const outcomes: Outcome[] = ['created', 'updated', 'replayed', 'refused', 'blocked', 'tried']

const colors: Record<Outcome, string> = {
  created: 'green',
  updated: 'harbor',
  replayed: 'gray',
  refused: 'red',
  blocked: 'orange',
  tried: 'gray',
}

interface Props {
  definition: Definition
  nameOf: (sender: Sender) => string
  filter: { outcome?: Outcome; day?: string } & Partial<Record<keyof Sender, string>>
}

/** Request by request, newest first; each opens to show what was not stored as sent. */
export function ReceiptList({ definition, nameOf, filter }: Props) {
  const { items, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    usePages('definitions.listReceipts', {
      params: { key: definition.key },
      query: { limit: 20, ...filter },
    })
  if (error) return <FailureAlert error={error} onRetry={refetch} />
  if (isPending) return <Skeleton height={90} />
  if (items.length === 0) return <Text size="sm">No matching requests.</Text>
  return (
    <Stack gap="xs">
      <ul className={classes.list}>
        {items.map((receipt) => (
          <ReceiptEntry
            key={receipt.id}
            definition={definition}
            of={receipt}
            sender={nameOf(receipt)}
          />
        ))}
      </ul>
      <More of={{ hasNextPage, isFetchingNextPage, fetchNextPage }}>Older requests</More>
    </Stack>
  )
}

interface EntryProps {
  definition: Definition
  of: Receipt
  sender: string
}

function ReceiptEntry({ definition, of: receipt, sender }: EntryProps) {
  const [open, setOpen] = useState(false)
  const { coerced, ignored, unresolved, refused, files, blocked } = receipt
  const hasDetails =
    blocked !== undefined ||
    [coerced, ignored, unresolved, refused, files].some((of) => of !== undefined && of.count > 0)
  const head = (
    <Group gap="2px var(--mantine-spacing-sm)">
      <Badge variant="light" color={colors[receipt.outcome]} tt="none" miw={76}>
        {receipt.outcome}
      </Badge>
      <Text size="sm" span>
        <Time at={receipt.at} />, {sender},{' '}
        {receipt.rowCount === 1 ? '1 row' : `${receipt.rowCount} rows`}
      </Text>
      <Text size="sm" c="dimmed" span>
        {summaryOf(receipt)}
      </Text>
    </Group>
  )
  if (!hasDetails) return <li className={classes.plain}>{head}</li>
  const Chevron = open ? IconChevronDown : IconChevronRight
  return (
    <li>
      <UnstyledButton className={classes.head} aria-expanded={open} onClick={() => setOpen(!open)}>
        <Chevron size={16} className={classes.chevron} aria-hidden />
        {head}
      </UnstyledButton>
      <Collapse expanded={open} transitionDuration={0} keepMounted={false}>
        <div className={classes.details}>
          {blocked && (
            <BlockedContent definition={definition} receiptId={receipt.id} of={blocked} />
          )}
          <Details title="Refused" {...refused} say={({ message }) => <>{message}</>} />
          <Details
            title="Ignored"
            {...ignored}
            say={({ column, why }) => (
              <>
                <Code>{column}</Code> {why}
              </>
            )}
          />
          {unresolved && (
            <Details
              title="Not resolved"
              {...unresolved}
              say={({ column, sent }) => (
                <>
                  <Code>{column}</Code> “{sent}”
                </>
              )}
            />
          )}
          {files && (
            <Details
              title="Files"
              {...files}
              say={({ column, name, seenBefore }) => (
                <>
                  <Code>{column}</Code> {name}
                  {seenBefore && ', which was here before'}
                </>
              )}
            />
          )}
          <Details
            title="Converted"
            {...coerced}
            say={({ column, sent, stored }) => (
              <>
                <Code>{column}</Code> “{sent}” is stored as “{stored}”
              </>
            )}
          />
        </div>
      </Collapse>
    </li>
  )
}

function summaryOf({ coerced, ignored, unresolved, refused, files, blocked }: Receipt): string {
  if (blocked) return blocked.acceptedBy ? 'accepted' : 'looks like spam'
  const sent = files?.count ?? 0
  const parts = [
    [sent, sent === 1 ? 'file' : 'files'],
    [coerced.count, 'converted'],
    [ignored.count, 'ignored'],
    [unresolved?.count ?? 0, 'not resolved'],
    [refused.count, refused.count === 1 ? 'problem' : 'problems'],
  ] as const
  const counts = parts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`)
  return counts.length > 0 ? counts.join(', ') : 'all as sent'
}

interface DetailsProps<T> {
  title: string
  count: number
  items: T[]
  say: (item: T) => ReactNode
}

function Details<T extends { index: number }>({ title, count, items, say }: DetailsProps<T>) {
  if (count === 0) return null
  return (
    <div>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <List size="sm">
        {items.map((item, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a receipt never changes
          <List.Item key={at}>
            Row {item.index + 1}: {say(item)}
          </List.Item>
        ))}
      </List>
      {count > items.length && (
        <Text size="sm" c="dimmed">
          … and {count - items.length} more.
        </Text>
      )}
    </div>
  )
}
