import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { MOST_SEARCH_CHARS } from '../../../../shared/limits.ts'
import { usePages } from '../../../service/api.ts'
import { FailureAlert } from '../../../ui/failures/failure-alert.tsx'
import { IconMessages } from '../../../ui/icons/icons.ts'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { More } from '../../../ui/layout/more.tsx'
import { useSearchState } from '../../../ui/links/use-search.ts'
import type { InboxSearch } from '../inbox/filters.rules.ts'
import { byDay } from './days.rules.ts'
import { isUnderWay } from './delivery-status.rules.ts'
import { MessageItem } from './message-item.tsx'
import classes from './messages.module.css'

const dayName = new Intl.DateTimeFormat(undefined, { dateStyle: 'full' })
const dayOf = (at: string): string => dayName.format(new Date(at))

/**
 * The messages of a thread by day, scrolled to the latest at the end. If a search found the thread, it starts with the
 * messages found.
 */
export function Messages({ id, address }: { id: number; address: string }) {
  const [{ q }] = useSearchState<InboxSearch>()
  const words = q === undefined ? '' : String(q).trim().slice(0, MOST_SEARCH_CHARS)
  const [shownFor, setShownFor] = useState('')
  const find = words === shownFor ? '' : words
  const pages = usePages('conversations.listMessages', {
    params: { id },
    query: { sort: '-id', limit: 40, ...(find ? { search: find } : {}) },
  })
  const messages = pages.items.toReversed()
  useWhile(messages.some(isUnderWay), pages.refetch)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
    <div className={classes.scroll} role="log" aria-label="Messages" tabIndex={0}>
      <div className={classes.messages}>
        {find && (
          <Group justify="center" gap="xs">
            <Text size="xs" c="dimmed">
              Only messages containing “{find}”
            </Text>
            <Button size="compact-xs" variant="default" onClick={() => setShownFor(words)}>
              Show all
            </Button>
          </Group>
        )}
        <More of={pages} size="compact-sm">
          Show earlier messages
        </More>
        {pages.error && <FailureAlert error={pages.error} onRetry={() => pages.refetch()} />}
        {pages.isPending && (
          <Stack aria-busy>
            <Skeleton height={52} width="55%" />
            <Skeleton height={52} width="55%" ml="auto" />
          </Stack>
        )}
        {pages.isSuccess && messages.length === 0 && (
          <EmptyState icon={IconMessages} title={find ? 'No message matches' : 'No messages yet'}>
            {find ? 'The match is in the subject or the address.' : 'Write the first one below.'}
          </EmptyState>
        )}
        {byDay(messages, dayOf).map(({ day, items }) => (
          <Stack key={day} gap={10}>
            <p className={classes.day}>{day}</p>
            {items.map((message) => (
              <MessageItem key={message.id} message={message} address={address} all={messages} />
            ))}
          </Stack>
        ))}
      </div>
    </div>
  )
}

/** Asks again every few seconds: the feed has no event for an attempt that starts or fails. */
function useWhile(isWanted: boolean, look: () => unknown): void {
  useEffect(() => {
    if (!isWanted) return
    const timer = setInterval(look, LOOK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [isWanted, look])
}

const LOOK_AGAIN_MS = 4_000
