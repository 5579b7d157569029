import { Badge } from '@mantine/core'
import { IconMessages } from '@tabler/icons-react'
import { useAnswer } from '../../api.ts'
import { paths } from '../../paths.ts'
import { Time } from '../../ui/values/time.tsx'
import { useShownAddress } from '../../ui/values/use-phone-text.ts'
import { HomeCard, HomeItem } from './home-card.tsx'
import { useAssignee } from './use-assignee.ts'

/** Threads with unread messages. */
export function UnreadConversations() {
  const assignee = useAssignee()
  const shownAddress = useShownAddress()
  const query = useAnswer('conversations.list', { query: { unread: true, limit: 8 } })
  const all = query.data?.data ?? []
  return (
    <HomeCard
      title="Unread"
      icon={IconMessages}
      to={paths.conversations()}
      toLabel="All conversations"
      {...(all.length > 0 ? { count: `${all.length}${query.data?.nextCursor ? '+' : ''}` } : {})}
      isLoading={query.isLoading}
      error={query.error}
      onRetry={() => query.refetch()}
      empty="No unread messages."
    >
      {all.map(({ id, subject, address, medium, last_message_at, assigned_to, unread_count }) => (
        <HomeItem
          key={id}
          to={paths.conversation(id)}
          label={subject ?? shownAddress(address)}
          beside={
            <Badge variant="light" aria-label={`${unread_count} unread`}>
              {unread_count}
            </Badge>
          }
        >
          {medium === 'email' ? 'Email' : 'Text'}
          {subject ? ` from ${shownAddress(address)}` : ''} · <Time at={last_message_at} /> ·{' '}
          {assignee(assigned_to)}
        </HomeItem>
      ))}
    </HomeCard>
  )
}
