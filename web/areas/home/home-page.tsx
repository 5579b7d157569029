import { SimpleGrid, Stack } from '@mantine/core'
import { useSession } from '../../session.ts'
import { Page, PageHeader } from '../../ui/layout/page-header.tsx'
import { FirstSteps } from './first-steps.tsx'
import { ForYou } from './for-you.tsx'
import { LatestRows } from './latest-rows.tsx'
import { DueToday, Upcoming } from './obligations-due.tsx'
import { Pipelines } from './pipelines.tsx'
import { UnreadConversations } from './unread-conversations.tsx'
import { useLiveRows } from './use-live-rows.ts'

const today = new Intl.DateTimeFormat(undefined, { dateStyle: 'full' })

/** What needs attention today, and the first steps for a new workspace. */
export function HomePage() {
  const { workspace } = useSession()
  useLiveRows()
  return (
    <Page>
      <PageHeader title="Today" description={`${today.format(new Date())} · ${workspace.name}`} />
      <FirstSteps>
        <Pipelines />
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
          <Stack>
            <DueToday />
            <Upcoming />
          </Stack>
          <Stack>
            <ForYou />
            <UnreadConversations />
            <LatestRows />
          </Stack>
        </SimpleGrid>
      </FirstSteps>
    </Page>
  )
}
