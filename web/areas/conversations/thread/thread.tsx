import { Box, Skeleton, Stack } from '@mantine/core'
import { useEffect } from 'react'
import { paths } from '../../../paths.ts'
import { codeOf, useAnswer, useChange } from '../../../service/api.ts'
import { useMay } from '../../../service/session.ts'
import { FailureAlert } from '../../../ui/failures/failure-alert.tsx'
import { IconMessageOff } from '../../../ui/icons/icons.ts'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { AppLink } from '../../../ui/links/app-link.tsx'
import { Messages } from '../messages/messages.tsx'
import { Reply } from '../writing/reply.tsx'
import classes from './thread.module.css'
import { ThreadHeader } from './thread-header.tsx'
import { useThreadTitle } from './use-thread-title.ts'

interface Props {
  id: number
  /** Whether it is shown without the inbox beside it. */
  alone: boolean
}

/** One conversation: its messages, what can be done with it, and the reply. */
export function Thread({ id, alone }: Props) {
  const { data, error, refetch } = useAnswer('conversations.get', { params: { id } })
  const mayWrite = useMay('member')
  const thread = data?.data
  useMarkedRead(mayWrite && thread !== undefined && thread.unread_count > 0 ? id : undefined)
  if (codeOf(error) === 'not_found' || codeOf(error) === 'invalid_request') {
    return <Missing alone={alone} />
  }
  if (error) {
    return (
      <Box p="md">
        <FailureAlert error={error} onRetry={() => refetch()} />
      </Box>
    )
  }
  if (!thread) {
    return (
      <Stack p="md" aria-busy>
        <Skeleton height={20} width="40%" />
        <Skeleton height={56} width="60%" />
        <Skeleton height={56} width="60%" ml="auto" />
      </Stack>
    )
  }
  return (
    <section className={classes.thread} aria-label="Conversation">
      <ThreadHeader thread={thread} alone={alone} />
      <Messages id={id} address={thread.address} />
      <Reply thread={thread} />
    </section>
  )
}

const MISSING = 'Conversation not found'

function Missing({ alone }: { alone: boolean }) {
  useThreadTitle(MISSING)
  return (
    <EmptyState
      icon={IconMessageOff}
      title={MISSING}
      isPage={alone}
      action={<AppLink to={paths.conversations()}>Show all conversations</AppLink>}
    >
      The link may be wrong, or lead to another workspace.
    </EmptyState>
  )
}

/** Opening a thread marks it as read, for the whole desk. The event of it outdates what shows the thread. */
function useMarkedRead(unread: number | undefined): void {
  const { mutate } = useChange('conversations.markRead')
  useEffect(() => {
    if (unread === undefined) return
    const mark = () => {
      if (document.visibilityState === 'visible') mutate({ params: { id: unread } })
    }
    mark()
    document.addEventListener('visibilitychange', mark)
    return () => document.removeEventListener('visibilitychange', mark)
  }, [unread, mutate])
}
