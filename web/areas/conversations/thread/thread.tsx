import { Box, Skeleton, Stack } from '@mantine/core'
import { IconMessageOff } from '@tabler/icons-react'
import { useEffect } from 'react'
import { codeOf, useAnswer, useChange } from '../../../api.ts'
import { paths } from '../../../paths.ts'
import { useMay } from '../../../session.ts'
import { FailureAlert } from '../../../ui/failures/failure-alert.tsx'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { AppLink } from '../../../ui/links/app-link.tsx'
import { Messages } from '../messages/messages.tsx'
import { Reply } from '../writing/reply.tsx'
import classes from './thread.module.css'
import { ThreadHeader } from './thread-header.tsx'
import { useThreadTitle } from './use-thread-title.ts'

interface Props {
  id: number
  /** Whether it stands without the inbox beside it. */
  alone: boolean
}

/** One conversation: what was said, what happens to it, and the way to answer. */
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

const MISSING = 'There is no such conversation'

function Missing({ alone }: { alone: boolean }) {
  useThreadTitle(MISSING)
  return (
    <EmptyState
      icon={IconMessageOff}
      title={MISSING}
      isPage={alone}
      action={<AppLink to={paths.conversations()}>Show all conversations</AppLink>}
    >
      Its address may be wrong, or of another workspace.
    </EmptyState>
  )
}

/** Who looks at a thread has read it, and so has the desk. */
function useMarkedRead(unread: number | undefined): void {
  const { mutate } = useChange('conversations.markRead', { outdates: [['conversations']] })
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
