import { Box } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useMay } from '../../service/session.ts'
import { IconMessages } from '../../ui/icons/icons.ts'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { useSearchState } from '../../ui/links/use-search.ts'
import classes from './conversations.module.css'
import { Inbox } from './inbox/inbox.tsx'
import { Thread } from './thread/thread.tsx'
import { type NewMessageSearch, noNewMessage } from './writing/new-message.rules.ts'

const NewMessage = lazy(() =>
  import('./writing/new-message.tsx').then((m) => ({ default: m.NewMessage })),
)

/** The inbox with a thread beside it, or only one of them if there is no room for both. */
export function ConversationsPage() {
  const { id } = useParams({ strict: false })
  const wide = useMediaQuery('(min-width: 62em)', true, { getInitialValueInEffect: false })
  const [search, change] = useSearchState<NewMessageSearch>()
  const mayWrite = useMay('member')
  const open = id === undefined ? undefined : Number(id)
  return (
    <Box className={classes.desk}>
      {(wide || open === undefined) && <Inbox open={open} onWrite={() => change({ new: true })} />}
      {open !== undefined && <Thread key={open} id={open} alone={!wide} />}
      {open === undefined && wide && (
        <Box className={classes.nothing}>
          <EmptyState icon={IconMessages} title="No conversation selected">
            {mayWrite
              ? 'Choose one from the list, or write a new message.'
              : 'Choose one from the list.'}
          </EmptyState>
        </Box>
      )}
      <Suspense>
        {search.new === true && mayWrite && <NewMessage onClose={() => change(noNewMessage)} />}
      </Suspense>
    </Box>
  )
}
