import { Group, Text, ThemeIcon } from '@mantine/core'
import {
  type Icon,
  IconCalendarCheck,
  IconCash,
  IconMail,
  IconMessage,
  IconMessageCircle,
  IconPencil,
  IconPhone,
  IconSignature,
  IconSparkles,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Item } from '../../../api.ts'
import { paths } from '../../../paths.ts'
import { AppLink } from '../../../ui/links/app-link.tsx'
import { amountOf, isShownWhole } from '../../../ui/money/entry-amount.rules.ts'
import { Money } from '../../../ui/money/money.tsx'
import { Avatar } from '../../../ui/values/avatar.tsx'
import { Time } from '../../../ui/values/time.tsx'
import type { Definition } from '../grid/types.ts'
import { CellChanges } from './cell-changes.tsx'
import classes from './panel.module.css'
import { entryWords, obligationWords } from './timeline.rules.ts'

export type TimelineEntry = Item<'definitions.getTimeline'>

interface Props {
  definition: Definition
  entry: TimelineEntry
  actorName: (actor: string) => string
}

/** One event in a record's timeline: what happened, who did it, when, and a link. */
export function TimelineItem({ definition, entry, actorName }: Props) {
  const { icon: Shown, text } = describe(definition, entry)
  const [kind, id] = entry.actor.split(':')
  return (
    <li className={classes.entry}>
      <ThemeIcon variant="light" size={26} radius="xl" aria-hidden>
        <Shown size={15} stroke={1.7} />
      </ThemeIcon>
      <div>
        <Text size="sm" component="div">
          {text}
        </Text>
        <Group gap={6} wrap="nowrap">
          {kind === 'user' && <Avatar id={Number(id)} name={actorName(entry.actor)} size={16} />}
          <Text size="xs" c="dimmed">
            {actorName(entry.actor)}, <Time at={entry.at} />
          </Text>
        </Group>
      </div>
    </li>
  )
}

function describe(definition: Definition, entry: TimelineEntry): { icon: Icon; text: ReactNode } {
  const { kind, change, comment, obligation, money, agreement, message } = entry
  if (kind === 'created') {
    const cells = change && <CellChanges definition={definition} cells={change.cells} />
    return { icon: IconSparkles, text: <>The record was added.{cells}</> }
  }
  if (change) {
    const what = change.action === 'deleted' ? 'moved to the trash' : 'restored from the trash'
    const isCells = change.cells.length > 0
    return {
      icon: IconPencil,
      text: isCells ? (
        <>
          {change.action === 'imported' ? 'An import changed' : 'Changed'}
          <CellChanges definition={definition} cells={change.cells} />
        </>
      ) : (
        `The record was ${what}.`
      ),
    }
  }
  if (comment) {
    return { icon: IconMessageCircle, text: <div className={classes.said}>{comment.body}</div> }
  }
  if (obligation) {
    const { obligationId, title, action, reason } = obligation
    return {
      icon: IconCalendarCheck,
      text: (
        <>
          <AppLink to={paths.obligation(obligationId)} underline="always">
            {title}
          </AppLink>{' '}
          {obligationWords(action)}
          {reason ? `: ${reason}` : '.'}
        </>
      ),
    }
  }
  if (money) {
    const { dealName, currency, entry: posted } = money
    return {
      icon: IconCash,
      text: (
        <>
          {entryWords(posted.kind)} <Money minor={amountOf(posted)} currency={currency} fw={600} />
          {isShownWhole(posted) ? ' of ' : ', your part of '}
          <AppLink to={paths.deal(posted.dealId)} underline="always">
            {dealName}
          </AppLink>
          {posted.reason ? `: ${posted.reason}` : '.'}
        </>
      ),
    }
  }
  if (agreement) {
    return {
      icon: IconSignature,
      text: (
        <>
          {agreement.signerName} signed{' '}
          <AppLink to={paths.agreement(agreement.agreementKind)} underline="always">
            {agreement.title}
          </AppLink>{' '}
          (version {agreement.version}).
        </>
      ),
    }
  }
  if (message) return { icon: iconOf(message), text: <MessageText message={message} /> }
  return { icon: IconPencil, text: null }
}

type Message = NonNullable<TimelineEntry['message']>

const iconOf = ({ isCall, medium }: Message): Icon =>
  isCall ? IconPhone : medium === 'email' ? IconMail : IconMessage

function MessageText({ message }: { message: Message }) {
  const { direction, medium, senderName, subject, excerpt, isCall, isDeleted, status } = message
  const noun = isCall ? 'call' : medium === 'email' ? 'email' : 'text'
  const way = direction === 'inbound' ? `came in${senderName ? ` from ${senderName}` : ''}` : status
  return (
    <>
      <AppLink to={paths.conversation(message.conversationId)} underline="always">
        {noun === 'email' ? 'An email' : `A ${noun}`}
      </AppLink>{' '}
      {direction === 'inbound' ? way : `was ${way}`}
      {subject ? `: ${subject}` : ''}
      {isDeleted ? (
        <Text size="sm" c="dimmed">
          It was deleted.
        </Text>
      ) : (
        <Text size="sm" c="dimmed" lineClamp={3}>
          {excerpt}
        </Text>
      )}
    </>
  )
}
