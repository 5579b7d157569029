import { SimpleGrid, Skeleton, Stack } from '@mantine/core'
import { useAnswer } from '../../api.ts'
import { useSession } from '../../session.ts'
import { Page, PageHeader } from '../../ui/layout/page-header.tsx'
import { TitlesWait } from '../../ui/records/record-titles.ts'
import { useUnread } from '../../unread.ts'
import { FirstSteps } from './first-steps.tsx'
import { ForYou } from './for-you.tsx'
import { LatestRows } from './latest-rows.tsx'
import { DueToday, Upcoming, useObligationsDue } from './obligations-due.tsx'
import { Pipelines } from './pipelines.tsx'
import { ToSign } from './to-sign.tsx'
import { UnreadConversations } from './unread-conversations.tsx'
import { useLiveRows } from './use-live-rows.ts'
import { useToday } from './use-today.ts'

const today = new Intl.DateTimeFormat(undefined, { dateStyle: 'full' })

/** What needs attention today, and the first steps for a new workspace. */
export function HomePage() {
  const { workspace } = useSession()
  const { agreements, setup, isAsking, isPending } = useToday()
  const definitions = useAnswer('definitions.list', { query: { limit: 1000 } })
  const { due, next } = useObligationsDue(isAsking)
  const unread = useUnread()
  useLiveRows()
  return (
    <Page>
      <PageHeader title="Today" description={`${today.format(new Date())} · ${workspace.name}`} />
      {/* What is known last stands above the rest, and would push it down. */}
      {isPending || definitions.isPending ? (
        <Stack aria-busy>
          <Skeleton height={124} />
          <Skeleton height={124} />
          <Skeleton height={240} />
        </Stack>
      ) : (
        <>
          <ToSign agreements={agreements} />
          <FirstSteps setup={setup} isBusy={due.items.length > 0} isKnown={!due.isPending}>
            <Pipelines isAsking={isAsking} />
            <TitlesWait value={due.isPending || next.isPending || unread.isPending}>
              <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
                <Stack>
                  <DueToday of={due} />
                  <Upcoming of={next} />
                </Stack>
                <Stack>
                  <ForYou />
                  <UnreadConversations />
                  <LatestRows isAsking={isAsking} />
                </Stack>
              </SimpleGrid>
            </TitlesWait>
          </FirstSteps>
        </>
      )}
    </Page>
  )
}
