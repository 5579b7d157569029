import { Anchor, Button, Text, ThemeIcon } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'
import { capital } from '../../../../shared/wording.ts'
import { paths } from '../../../paths.ts'
import { type Item, useChange } from '../../../service/api.ts'
import type { Icon } from '../../../ui/icons/icon.ts'
import {
  IconCalendarCheck,
  IconCash,
  IconMail,
  IconMessage,
  IconMessageCircle,
  IconPaperclip,
  IconPencil,
  IconPhone,
  IconSignature,
  IconSparkles,
} from '../../../ui/icons/icons.ts'
import { AppLink } from '../../../ui/links/app-link.tsx'
import { amountOf, isShownWhole } from '../../../ui/money/entry-amount.rules.ts'
import { Money } from '../../../ui/money/money.tsx'
import { Avatar } from '../../../ui/values/avatar.tsx'
import { Time } from '../../../ui/values/time.tsx'
import type { Column, Definition } from '../list/types.ts'
import classes from './activity.module.css'
import { changeWords, entryWords, messageWords, obligationWords } from './activity.rules.ts'
import { CellChanges } from './cell-changes.tsx'
import { CommentItem } from './comment-item.tsx'
import { isIntake, isSender } from './use-actor-name.ts'

export type TimelineEntry = Item<'definitions.getTimeline'>

interface Props {
  definition: Definition
  rowId: string
  entry: TimelineEntry
  /** Changes that the same person made just before, shown with it. */
  earlier: readonly TimelineEntry[]
  actorName: (actor: string) => string
  /** Whether the person may change the column. */
  mayChange: (column: Column) => boolean
  onReverted: () => void
}

/** One thing that happened to a record: who did what and when, and below it what was said or changed. */
export function ActivityEntry(props: Props) {
  const { entry, earlier, actorName } = props
  const { icon: Shown, who, did, body } = describe(props)
  const [kind, id] = entry.actor.split(':')
  return (
    <li className={classes.entry}>
      {kind === 'user' && !who ? (
        <Avatar id={Number(id)} name={actorName(entry.actor)} size={26} />
      ) : (
        <ThemeIcon variant="light" size={26} radius="xl" aria-hidden>
          <Shown size={15} stroke={1.7} />
        </ThemeIcon>
      )}
      <div>
        <Text size="sm" component="div">
          <Text span inherit fw={500}>
            {who ?? capital(actorName(entry.actor))}
          </Text>{' '}
          {did}{' '}
          <Text span size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
            · <Time at={entry.at} />
          </Text>
        </Text>
        {body}
        {earlier.map((one) => (
          <Fragment key={one.id}>{describe({ ...props, entry: one }).body}</Fragment>
        ))}
      </div>
    </li>
  )
}

interface Described {
  icon: Icon
  /** Somebody else than the actor. */
  who?: string
  did: ReactNode
  body?: ReactNode
}

function describe(props: Props): Described {
  const { definition, rowId, entry, actorName } = props
  const { change, comment, file, obligation, money, agreement, message } = entry
  if (change) return describeChange(props, change)
  if (comment) {
    return {
      icon: IconMessageCircle,
      did: comment.updatedAt === comment.createdAt ? 'commented' : 'commented (edited)',
      body: <CommentItem comment={comment} definitionKey={definition.key} rowId={rowId} />,
    }
  }
  if (file) {
    return {
      icon: IconPaperclip,
      did: (
        <>
          added{' '}
          <Anchor href={paths.fileContent(file.id)} download={file.name} inherit underline="always">
            {file.name}
          </Anchor>
        </>
      ),
    }
  }
  if (message) return describeMessage(message, capital(actorName(entry.actor)))
  if (obligation) {
    const { obligationId, title, action, reason } = obligation
    return {
      icon: IconCalendarCheck,
      did: (
        <>
          {obligationWords(action)}{' '}
          <AppLink to={paths.obligation(obligationId)} inherit underline="always">
            {title}
          </AppLink>
          {reason ? `: ${reason}` : ''}
        </>
      ),
    }
  }
  if (money) {
    const { dealName, currency, entry: posted } = money
    return {
      icon: IconCash,
      did: (
        <>
          {entryWords(posted.kind)} <Money minor={amountOf(posted)} currency={currency} fw={600} />
          {isShownWhole(posted) ? ' on ' : ' (your part) on '}
          <AppLink to={paths.deal(posted.dealId)} inherit underline="always">
            {dealName}
          </AppLink>
          {posted.reason ? `: ${posted.reason}` : ''}
        </>
      ),
    }
  }
  if (agreement) {
    return {
      icon: IconSignature,
      who: agreement.signerName,
      did: (
        <>
          signed{' '}
          <AppLink to={paths.agreement(agreement.agreementKind)} inherit underline="always">
            {agreement.title}
          </AppLink>{' '}
          (version {agreement.version})
        </>
      ),
    }
  }
  return { icon: IconPencil, did: null }
}

function describeChange(props: Props, change: NonNullable<TimelineEntry['change']>): Described {
  const { definition, rowId, entry, actorName, mayChange, onReverted } = props
  const { id: entryId, action, runId, cells } = change
  const cameThrough = action === 'created' && isIntake(entry.actor)
  return {
    icon: action === 'created' ? IconSparkles : IconPencil,
    ...(cameThrough ? { who: 'Came in' } : {}),
    did: (
      <>
        {cameThrough ? `through ${actorName(entry.actor)}` : changeWords(change)}
        {action === 'created' && isSender(entry.actor) && (
          <>
            {' ('}
            <AppLink to={paths.receiptsOf(definition.key, entry.actor)} inherit underline="always">
              receipts
            </AppLink>
            )
          </>
        )}
        {runId && (
          <>
            {' ('}
            <AppLink to={paths.importRun(definition.key, runId)} inherit underline="always">
              import
            </AppLink>
            )
          </>
        )}
      </>
    ),
    body: cells.length > 0 && (
      <CellChanges
        definition={definition}
        cells={cells}
        action={(column) =>
          action !== 'created' &&
          mayChange(column) && (
            <Revert
              params={{ key: definition.key, rowId, entryId }}
              column={column}
              onReverted={onReverted}
            />
          )
        }
      />
    ),
  }
}

interface RevertProps {
  params: { key: string; rowId: string; entryId: string }
  column: Column
  onReverted: () => void
}

function Revert({ params, column, onReverted }: RevertProps) {
  const revert = useChange('definitions.revertCell', { onDone: onReverted })
  return (
    <Button
      variant="subtle"
      color="gray"
      c="dimmed"
      size="compact-xs"
      // A disabled button loses the focus.
      aria-busy={revert.isPending}
      aria-label={`Revert ${column.name} to its value before this change`}
      onClick={() => !revert.isPending && revert.mutate({ params, body: { column: column.key } })}
    >
      Revert
    </Button>
  )
}

function describeMessage(message: NonNullable<TimelineEntry['message']>, actor: string): Described {
  const { who, did, outcome, isBad } = messageWords(message, actor)
  const { medium, isCall, isDeleted, subject, excerpt, conversationId } = message
  return {
    icon: isCall ? IconPhone : medium === 'email' ? IconMail : IconMessage,
    who,
    did: (
      <>
        <AppLink to={paths.conversation(conversationId)} inherit underline="always">
          {did}
        </AppLink>
        {outcome && (
          <Text span inherit c={isBad ? 'var(--mantine-color-error)' : 'dimmed'}>
            {' '}
            ({outcome})
          </Text>
        )}
      </>
    ),
    body: isDeleted ? (
      <Text size="sm" c="dimmed">
        The message was deleted.
      </Text>
    ) : (
      (subject || excerpt) && (
        <div className={classes.quote}>
          {subject && (
            <Text size="sm" fw={500}>
              {subject}
            </Text>
          )}
          <Text size="sm" lineClamp={6}>
            {excerpt}
          </Text>
        </div>
      )
    ),
  }
}
