import { ActionIcon, Box, Button, Group, Skeleton, Stack, Title, Tooltip } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { paths } from '../../../paths.ts'
import { usePages } from '../../../service/api.ts'
import { useMay } from '../../../service/session.ts'
import { FailureAlert } from '../../../ui/failures/failure-alert.tsx'
import { useKeys } from '../../../ui/focus/use-keys.ts'
import { IconMailOff, IconPencilPlus } from '../../../ui/icons/icons.ts'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { More } from '../../../ui/layout/more.tsx'
import { usePageTitle } from '../../../ui/layout/page-title.ts'
import { useGo } from '../../../ui/links/use-go.ts'
import { useSearchState } from '../../../ui/links/use-search.ts'
import {
  type InboxSearch,
  listingOf,
  narrowsInbox,
  type ShownStatus,
  statusOf,
} from './filters.rules.ts'
import classes from './inbox.module.css'
import { InboxFilters } from './inbox-filters.tsx'
import { InboxItem } from './inbox-item.tsx'

interface Props {
  /** The thread that is open. */
  open: number | undefined
  onWrite: () => void
}

/** The threads, filtered as the URL says. */
export function Inbox({ open, onWrite }: Props) {
  usePageTitle('Inbox')
  const [search, change] = useSearchState<InboxSearch>()
  const threads = usePages(
    'conversations.list',
    { query: { ...listingOf(search), limit: 50 } },
    { keepPrevious: true },
  )
  const mayWrite = useMay('member')
  const go = useGo()
  const { searchStr } = useLocation()
  const step = (by: 1 | -1) => () => {
    const at = threads.items.findIndex(({ id }) => id === open)
    const next = threads.items[at < 0 ? 0 : at + by]
    if (next) go(paths.conversation(next.id) + searchStr)
  }
  useKeys({ j: step(1), k: step(-1) })
  return (
    <section className={classes.inbox} aria-label="Inbox">
      <div className={classes.tools}>
        <Group justify="space-between">
          <Title order={1}>Inbox</Title>
          {mayWrite && (
            <Tooltip label="New message">
              <ActionIcon size="lg" aria-label="New message" onClick={onWrite}>
                <IconPencilPlus size={18} />
              </ActionIcon>
            </Tooltip>
          )}
        </Group>
        <InboxFilters search={search} onChange={change} />
      </div>
      {threads.error ? (
        <FailureAlert error={threads.error} onRetry={() => threads.refetch()} />
      ) : threads.isPending ? (
        <Waiting />
      ) : threads.items.length === 0 ? (
        <EmptyState
          icon={IconMailOff}
          title="No conversations here"
          action={
            narrowsInbox(search) ? (
              <Button
                variant="default"
                onClick={() =>
                  change({
                    status: undefined,
                    medium: undefined,
                    assigned: undefined,
                    unread: undefined,
                    q: undefined,
                  })
                }
              >
                Clear filters
              </Button>
            ) : (
              mayWrite && <Button onClick={onWrite}>Write a message</Button>
            )
          }
        >
          {narrowsInbox(search)
            ? 'No conversation matches the filters.'
            : emptyWords[statusOf(search)]}
        </EmptyState>
      ) : (
        <ul className={classes.list} aria-label="Conversations" aria-busy={threads.isFetching}>
          {threads.items.map((thread) => (
            <li key={thread.id}>
              <InboxItem thread={thread} isOpen={thread.id === open} />
            </li>
          ))}
          {threads.hasNextPage && (
            <Box component="li" p="sm">
              <More of={threads} />
            </Box>
          )}
        </ul>
      )}
    </section>
  )
}

const emptyWords: Record<ShownStatus, string> = {
  open: 'Incoming texts and emails appear here. You can also start a conversation yourself.',
  snoozed: 'Snoozed conversations wait here and reopen when their time comes.',
  closed: 'Closed conversations stay here until a new message comes in.',
  all: 'Incoming texts and emails appear here. You can also start a conversation yourself.',
}

function Waiting() {
  return (
    <Stack p="sm" aria-busy>
      {[70, 55, 80, 60, 75].map((width) => (
        <div key={width}>
          <Skeleton height={13} width={`${width}%`} mb={8} />
          <Skeleton height={10} width="40%" />
        </div>
      ))}
    </Stack>
  )
}
