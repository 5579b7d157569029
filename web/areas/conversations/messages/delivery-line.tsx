import { Button, Group, Text } from '@mantine/core'
import { useChange } from '../../../service/api.ts'
import { loadReasons } from '../../../service/failures/reasons.ts'
import type { QueryName } from '../../../service/queries.ts'
import { useMay } from '../../../service/session.ts'
import {
  IconAlertTriangle,
  IconCheck,
  IconClock,
  IconHelpCircle,
  IconPointFilled,
} from '../../../ui/icons/icons.ts'
import { momentText } from '../../../ui/values/time.tsx'
import { useOptOut } from '../../../ui/writing/opted-out.tsx'
import {
  type DeliveryStatus,
  deliveryStatusOf,
  isRetried,
  type Message,
} from './delivery-status.rules.ts'
import classes from './messages.module.css'
import { OtherWays } from './other-ways.tsx'

// Failed work carries its reason although it is no refusal, so the words are loaded here.
void loadReasons()

const icons = {
  quiet: IconPointFilled,
  waiting: IconClock,
  good: IconCheck,
  bad: IconAlertTriangle,
  unsure: IconHelpCircle,
} as const satisfies Record<DeliveryStatus['tone'], unknown>

interface Props {
  message: Message
  /** The thread's address. */
  address: string
  all: readonly Message[]
}

/** What happened to a message, why, and what somebody can do about it. */
export function DeliveryLine({ message, address, all }: Props) {
  const mayWrite = useMay('member')
  const outdates: QueryName[] = [['conversations']]
  const cancel = useChange('conversations.cancel', { outdates })
  const retry = useChange('conversations.retry', { outdates })
  const isOptedOut = useOptOut(message.medium, address) !== undefined
  const status = deliveryStatusOf(message, Date.now(), shortMoment)
  if (!status.label) return null
  // Nobody writes to people who opted out (the service would refuse it too), and a deleted message has no text left.
  const mayRetry = mayWrite && !isOptedOut && !message.is_deleted
  const retried = status.may === 'retry' && isRetried(message, all)
  const why = mayRetry ? [status.detail, status.remedy] : [status.detail]
  const words = retried
    ? 'It was sent again as a new message, below.'
    : why.filter(Boolean).join(' ')
  const Icon = icons[status.tone]
  const input = { params: { id: message.id } }
  return (
    <Group gap="xs" justify="flex-end" align="flex-start" mt={3}>
      <div className={classes.delivery} data-tone={status.tone}>
        <Icon size={14} aria-hidden />
        <div>
          <span>{status.label}</span>
          {words && (
            <Text size="xs" c="dimmed">
              {words}
            </Text>
          )}
        </div>
      </div>
      {mayWrite && !message.is_deleted && status.may === 'cancel' && (
        <Button
          size="compact-xs"
          variant="default"
          loading={cancel.isPending}
          onClick={() => cancel.mutate(input)}
        >
          Cancel sending
        </Button>
      )}
      {mayRetry && status.may === 'retry' && !retried && message.medium === 'text' && (
        <OtherWays message={message} address={address} />
      )}
      {mayRetry && status.may === 'retry' && !retried && (
        <Button
          size="compact-xs"
          variant={status.isHopeless ? 'subtle' : 'default'}
          loading={retry.isPending}
          onClick={() => retry.mutate(input)}
        >
          Retry
        </Button>
      )}
    </Group>
  )
}

const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })

/** Only the time if it is today. */
const shortMoment = (at: string): string => {
  const moment = new Date(at)
  return moment.toDateString() === new Date().toDateString() ? clock.format(moment) : momentText(at)
}
