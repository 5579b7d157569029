import { Group, Text } from '@mantine/core'
import { usePeople } from '../../../service/session.ts'
import { EmailHtml } from '../../../ui/html/email-html.tsx'
import { Avatar } from '../../../ui/values/avatar.tsx'
import { momentText } from '../../../ui/values/time.tsx'
import { useShownAddress } from '../../../ui/values/use-phone-text.ts'
import { isSameSubject } from '../../../ui/writing/subjects.rules.ts'
import { Attachments } from './attachments.tsx'
import { CallFacts } from './call-facts.tsx'
import { DeliveryLine } from './delivery-line.tsx'
import type { Message } from './delivery-status.rules.ts'
import { MessageMenu } from './message-menu.tsx'
import classes from './messages.module.css'

const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })

interface Props {
  message: Message
  /** The thread's address, which stands in if a message has no sender's name. */
  address: string
  /** The thread's messages, as far as they are loaded. */
  all: readonly Message[]
}

/** One message as it was written, and below it what happened to it. */
export function MessageItem({ message, address, all }: Props) {
  const { nameOf } = usePeople()
  const { direction, medium, subject, content, content_html: html, call } = message
  const shownAddress = useShownAddress()
  const sender = senderOf(message, nameOf) || shownAddress(address)
  const at = clock.format(new Date(message.occurred_at))
  const before = all[all.indexOf(message) - 1]?.subject ?? null
  const mayHaveFiles =
    !message.is_deleted && !call && (medium === 'email' || (message.text?.media_count ?? 0) > 0)
  return (
    <article
      className={classes.message}
      data-direction={direction}
      data-medium={call ? 'call' : medium}
      aria-label={`${sender}, ${at}`}
    >
      <Group justify="space-between" wrap="nowrap" gap="xs" mb={2}>
        <Group gap={6} wrap="nowrap">
          <Avatar id={message.sender_id ?? address} name={sender} />
          <Text size="xs" c="dimmed">
            <Text span inherit fw={500} c="bright">
              {sender}
            </Text>{' '}
            <time dateTime={message.occurred_at} title={momentText(message.occurred_at)}>
              {at}
            </time>
          </Text>
        </Group>
        {!message.is_deleted && <MessageMenu message={message} />}
      </Group>
      <div className={classes.bubble}>
        {call && <CallFacts call={call} direction={direction} />}
        {message.is_deleted ? (
          <Text size="sm" c="dimmed" fs="italic">
            This message was deleted.
          </Text>
        ) : (
          <>
            {medium === 'email' && subject && !isSameSubject(subject, before) && (
              <Text size="sm" fw={600} mb={4}>
                {subject}
              </Text>
            )}
            {html ? (
              <EmailHtml html={html} title={`Email from ${sender}, ${at}`} />
            ) : (
              content && (
                <Text size="sm" className={classes.words}>
                  {content}
                </Text>
              )
            )}
            {mayHaveFiles && <Attachments id={message.id} mayCome={medium === 'text'} />}
          </>
        )}
      </div>
      {direction === 'outbound' && <DeliveryLine message={message} address={address} all={all} />}
    </article>
  )
}

function senderOf(message: Message, nameOf: (id: number | null) => string): string {
  const { sender_type: type, sender_id: id, sender_name: name } = message
  if (type === 'automation') return name ? `${name}, automatically` : 'Automatic'
  if (type === 'system') return 'Sourcebook'
  return name || nameOf(id)
}
