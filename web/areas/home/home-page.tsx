import { Skeleton, Stack, Text } from '@mantine/core'
import { useHeads } from '../../service/heads.ts'
import { useSession } from '../../service/session.ts'
import { useUnread } from '../../service/unread.ts'
import { Page, PageHeader } from '../../ui/layout/page-header.tsx'
import { TitlesWait } from '../../ui/records/record-titles.ts'
import { FirstSteps } from './first-steps.tsx'
import { ForYou } from './for-you.tsx'
import classes from './home.module.css'
import { LatestRows } from './latest-rows.tsx'
import { DAYS, DueToday, Upcoming, useObligationsDue } from './obligations-due.tsx'
import { Pipelines } from './pipelines.tsx'
import { ToSign } from './to-sign.tsx'
import { UnreadConversations } from './unread-conversations.tsx'
import { useLiveRows } from './use-live-rows.ts'
import { usePagesInFull } from './use-pages-in-full.ts'
import { useToday } from './use-today.ts'

const today = new Intl.DateTimeFormat(undefined, { dateStyle: 'full' })

/** What needs attention today, and the first steps for a new workspace. */
export function HomePage() {
  const { workspace } = useSession()
  const { agreements, setup, isAsking, isPending } = useToday()
  const pages = usePagesInFull()
  const { heads, error } = useHeads()
  const { due, next } = useObligationsDue(isAsking)
  const unread = useUnread()
  const isQuiet = [due, next, unread].every(
    ({ isPending, error, ...of }) =>
      !isPending && !error && ('items' in of ? of.items : of.data!.data).length === 0,
  )
  useLiveRows()
  return (
    <Page>
      <PageHeader title="Today" description={`${today.format(new Date())} · ${workspace.name}`} />
      {/* The part that is known last stands above the rest, and would push it down. */}
      {isPending || pages.isPending || !(heads || error) ? (
        <Stack aria-busy>
          <Skeleton height={124} />
          <Skeleton height={124} />
          <Skeleton height={240} />
        </Stack>
      ) : (
        <>
          <ToSign agreements={agreements} />
          <FirstSteps setup={setup} isBusy={due.items.length > 0} isKnown={!due.isPending}>
            <ForYou />
            <Pipelines isAsking={isAsking} />
            <TitlesWait value={due.isPending || next.isPending || unread.isPending}>
              {isQuiet && (
                <Text size="sm" c="dimmed">
                  Nothing is due in the next {DAYS} days, and no message is unread.
                </Text>
              )}
              {/* Only what has something in it is shown, in one column if the other has nothing. */}
              <div className={classes.columns}>
                <Stack>
                  <DueToday of={due} />
                  <Upcoming of={next} />
                </Stack>
                <Stack>
                  <UnreadConversations />
                  <LatestRows isAsking={isAsking} />
                </Stack>
              </div>
            </TitlesWait>
          </FirstSteps>
        </>
      )}
    </Page>
  )
}
