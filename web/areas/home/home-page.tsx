import { SimpleGrid, Stack } from '@mantine/core'
import { useSession } from '../../session.ts'
import { Page, PageHeader } from '../../ui/layout/page-header.tsx'
import { FirstSteps } from './first-steps.tsx'
import { ForYou } from './for-you.tsx'
import { LatestRows } from './latest-rows.tsx'
import { OverdueObligations, UpcomingObligations } from './obligations-due.tsx'
import { UnreadConversations } from './unread-conversations.tsx'

const today = new Intl.DateTimeFormat(undefined, { dateStyle: 'full' })

/** What needs attention today, and the first steps for a new workspace. */
export function HomePage() {
  const { workspace } = useSession()
  return (
    <Page>
      <PageHeader
        title="Today"
        description={`${today.format(new Date())}: what needs your attention at ${workspace.name}.`}
      />
      <FirstSteps />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <Stack>
          <OverdueObligations />
          <UpcomingObligations />
        </Stack>
        <Stack>
          <ForYou />
          <UnreadConversations />
          <LatestRows />
        </Stack>
      </SimpleGrid>
    </Page>
  )
}
