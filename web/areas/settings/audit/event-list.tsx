import { Box, Stack, Text, Title } from '@mantine/core'
import type { FeedEvent } from '../../../../sdk/client.ts'
import { AppLink } from '../../../ui/links/app-link.tsx'
import { dayText } from '../../../ui/values/time.tsx'
import { Actor } from './actor.tsx'
import { changesOf, deedOf, type Names } from './event.rules.ts'
import { linkOf } from './event-link.ts'
import classes from './event-list.module.css'

const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })

/** What happened, day by day. */
export function EventList({ events, names }: { events: readonly FeedEvent[]; names: Names }) {
  const days = Map.groupBy(events, ({ at }) => dayText(at))
  return (
    <Stack gap="lg">
      {[...days].map(([day, ofDay]) => (
        <section key={day}>
          <Title order={2} size="h3" mb="xs">
            {day}
          </Title>
          <ol className={classes.list}>
            {ofDay.map((event) => (
              <Line key={event.id} event={event} names={names} />
            ))}
          </ol>
        </section>
      ))}
    </Stack>
  )
}

function Line({ event, names }: { event: FeedEvent; names: Names }) {
  const link = linkOf(event)
  const deed = deedOf(event, names)
  const changes = changesOf(event, names)
  return (
    <li className={classes.line}>
      <Text component="time" dateTime={event.at} size="xs" c="dimmed" className={classes.clock}>
        {clock.format(new Date(event.at))}
      </Text>
      <Box miw={0}>
        <Text size="sm">
          <b>
            <Actor event={event} names={names} />
          </b>{' '}
          {link ? (
            <AppLink to={link} size="sm" underline="always">
              {deed}
            </AppLink>
          ) : (
            deed
          )}
        </Text>
        {changes.length > 0 && (
          <Text size="xs" c="dimmed" className={classes.changes}>
            {changes.join(' · ')}
          </Text>
        )}
      </Box>
    </li>
  )
}
