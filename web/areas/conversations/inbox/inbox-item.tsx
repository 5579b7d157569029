import { Badge, Group, Text } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { paths } from '../../../paths.ts'
import type { Item } from '../../../service/api.ts'
import { usePeople } from '../../../service/session.ts'
import {
  IconCheck,
  IconClockPause,
  IconDeviceMobileMessage,
  IconMail,
} from '../../../ui/icons/icons.ts'
import { AppLink } from '../../../ui/links/app-link.tsx'
import { useRecordTitle } from '../../../ui/records/record-titles.ts'
import { Avatar } from '../../../ui/values/avatar.tsx'
import { lastWords } from '../../../ui/values/last-words.rules.ts'
import { Time } from '../../../ui/values/time.tsx'
import { useShownAddress } from '../../../ui/values/use-phone-text.ts'
import classes from './inbox.module.css'

export type Conversation = Item<'conversations.list'>

/** A thread in the inbox: who it is with, what it is about, and whether it is unread. */
export function InboxItem({ thread, isOpen }: { thread: Conversation; isOpen: boolean }) {
  const { searchStr } = useLocation()
  const { nameOf } = usePeople()
  const title = useRecordTitle(thread.row_id)?.title
  const { id, medium, status, unread_count: unread, last_message_at: last } = thread
  const isUnread = unread > 0
  const Medium = medium === 'text' ? IconDeviceMobileMessage : IconMail
  const address = useShownAddress()(thread.address)
  const about = [title ? address : null, thread.subject].filter(Boolean).join(' · ')
  const [line, ...more] = [about, lastWords(thread.last_message)].filter(Boolean)
  return (
    <AppLink
      to={paths.conversation(id) + searchStr}
      className={classes.item}
      underline="never"
      {...(isOpen ? { 'aria-current': true } : {})}
    >
      <Medium size={18} stroke={1.6} role="img" aria-label={medium === 'text' ? 'Text' : 'Email'} />
      <Text fw={isUnread ? 600 : 400} size="sm" truncate>
        {title ?? address}
      </Text>
      <Text size="xs" c="dimmed">
        <Time at={last} />
      </Text>
      <Group gap={4} wrap="nowrap" className={classes.line}>
        <Text size="xs" c="dimmed" truncate flex={1}>
          {line ?? 'No messages yet'}
        </Text>
        {status === 'snoozed' && <IconClockPause size={14} role="img" aria-label="Snoozed" />}
        {status === 'closed' && <IconCheck size={14} role="img" aria-label="Closed" />}
        {thread.assigned_to !== null && (
          <Avatar
            id={thread.assigned_to}
            name={nameOf(thread.assigned_to)}
            size={18}
            label={`Assigned to ${nameOf(thread.assigned_to)}`}
          />
        )}
        {isUnread && (
          <Badge size="sm" circle={unread < 10} aria-label={`${unread} unread`}>
            {unread}
          </Badge>
        )}
      </Group>
      {more.map((words) => (
        <Text key={words} size="xs" c="dimmed" truncate className={classes.line}>
          {words}
        </Text>
      ))}
    </AppLink>
  )
}
