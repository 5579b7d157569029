import { Box, Stack, Text, Title } from '@mantine/core'
import { Fragment } from 'react'
import type { FeedEvent } from '../../../../sdk/client.ts'
import { AppLink } from '../../../ui/links/app-link.tsx'
import { dayText } from '../../../ui/values/time.tsx'
import { To } from '../../../ui/values/to.tsx'
import { Actor } from './actor.tsx'
import { type Act, actsOf } from './acts.rules.ts'
import { actWords, changesIn, type Names } from './event.rules.ts'
import { linkOf } from './event-link.ts'
import classes from './event-list.module.css'
import { useEventNames } from './use-event-names.ts'

const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })

/** What happened, day by day, each act in one line. */
export function EventList({ events }: { events: readonly FeedEvent[] }) {
  const names = useEventNames(events)
  const days = Map.groupBy(actsOf(events), ({ event }) => dayText(event.at))
  return (
    <Stack gap="lg">
      {[...days].map(([day, ofDay]) => (
        <section key={day}>
          <Title order={2} size="h3" mb="xs">
            {day}
          </Title>
          <ol className={classes.list}>
            {ofDay.map((act) => (
              <Line key={act.event.id} act={act} names={names} />
            ))}
          </ol>
        </section>
      ))}
    </Stack>
  )
}

function Line({ act, names }: { act: Act; names: Names }) {
  const { event } = act
  const link = linkOf(event)
  const [before, thing, after] = actWords(act, names)
  const changes = changesIn(act, names)
  return (
    <li className={classes.line}>
      <Text component="time" dateTime={event.at} size="xs" c="dimmed" className={classes.clock}>
        {clock.format(new Date(event.at))}
      </Text>
      <Box miw={0}>
        <Text size="sm">
          <Text span inherit fw={500}>
            <Actor event={event} names={names} />
          </Text>{' '}
          {before}
          {link && thing ? (
            <AppLink to={link} inherit c="inherit" underline="always">
              {thing}
            </AppLink>
          ) : (
            thing
          )}
          {after}
        </Text>
        {changes.length > 0 && (
          <Text size="xs" c="dimmed" className={classes.changes}>
            {changes.map((change, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: one column can change twice
              <Fragment key={at}>
                {at > 0 && ' · '}
                {typeof change === 'string' ? (
                  change
                ) : (
                  <>
                    {change.column}: {change.from}
                    <To />
                    {change.to}
                  </>
                )}
              </Fragment>
            ))}
          </Text>
        )}
      </Box>
    </li>
  )
}
