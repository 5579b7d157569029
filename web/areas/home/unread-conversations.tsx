import { Badge } from '@mantine/core'
import { paths } from '../../paths.ts'
import type { Item } from '../../service/api.ts'
import { useUnread } from '../../service/unread.ts'
import { IconMessages } from '../../ui/icons/icons.ts'
import { useRecordTitle } from '../../ui/records/record-titles.ts'
import { lastWords } from '../../ui/values/last-words.rules.ts'
import { Time } from '../../ui/values/time.tsx'
import { useShownAddress } from '../../ui/values/use-phone-text.ts'
import classes from './home.module.css'
import { countOf, HomeCard, HomeItem } from './home-card.tsx'
import { useAssignee } from './use-assignee.ts'

const SHOWN = 8

/** Threads with unread messages. */
export function UnreadConversations() {
  const query = useUnread()
  const all = query.data?.data ?? []
  return (
    <HomeCard
      title="Unread"
      icon={IconMessages}
      to={paths.conversations()}
      toLabel="All conversations"
      count={countOf(all, query.data?.nextCursor)}
      isLoading={query.isLoading}
      error={query.error}
      onRetry={() => query.refetch()}
    >
      {all.slice(0, SHOWN).map((thread) => (
        <Unread key={thread.id} thread={thread} />
      ))}
    </HomeCard>
  )
}

/** Who wrote, and a line of what. */
function Unread({ thread }: { thread: Item<'conversations.list'> }) {
  const assignee = useAssignee()
  const shownAddress = useShownAddress()
  const { id, row_id, address, subject, last_message, last_message_at, assigned_to } = thread
  const sender = useRecordTitle(row_id)?.title ?? shownAddress(address)
  const words = [subject, lastWords(last_message)].filter(Boolean).join(' · ')
  return (
    <HomeItem
      to={paths.conversation(id)}
      label={sender}
      beside={
        <Badge variant="light" aria-label={`${thread.unread_count} unread`}>
          {thread.unread_count}
        </Badge>
      }
    >
      {words && <div className={classes.line}>{words}</div>}
      <Time at={last_message_at} /> · {assignee(assigned_to)}
    </HomeItem>
  )
}
