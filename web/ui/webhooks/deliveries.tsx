import { Badge, Button, Group, Select, Skeleton, Stack, Table, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useChange, usePages } from '../../service/api.ts'
import { loadReasons } from '../../service/failures/reasons.ts'
import { failedWords } from '../../service/failures/refused-value.rules.ts'
import { FailureAlert } from '../failures/failure-alert.tsx'
import type { Icon } from '../icons/icon.ts'
import { IconCheck, IconCircleOff, IconClock, IconRepeat, IconX } from '../icons/icons.ts'
import { More } from '../layout/more.tsx'
import { WideTable } from '../layout/wide-table.tsx'
import { toastDone } from '../toasts/toasts.tsx'
import { Time } from '../values/time.tsx'
import { stateOf, stateWords, triesOf } from './deliveries.rules.ts'
import type { Delivery, Webhook } from './webhook-draft.rules.ts'
import classes from './webhooks.module.css'

type State = Delivery['state']

const looks: Record<State, { color: string; Icon: Icon }> = {
  pending: { color: 'harbor', Icon: IconClock },
  delivered: { color: 'green', Icon: IconCheck },
  failed: { color: 'red', Icon: IconX },
  dropped: { color: 'gray', Icon: IconCircleOff },
}
// Failed work carries its reason although it is no refusal, so the words are loaded here.
void loadReasons()

const states = Object.keys(looks) as State[]
/** The service retries by itself, so the log is refreshed while it is open. */
const LOOK_MS = 4000

/** Deliveries made and still to be made, newest first, with each attempt. */
export function Deliveries({ webhook }: { webhook: Webhook }) {
  const [state, setState] = useState<State | null>(null)
  const [open, setOpen] = useState<string>()
  const deliveries = usePages(
    'webhooks.listDeliveries',
    { params: { id: webhook.id }, query: { limit: 20, ...(state ? { state } : {}) } },
    { refetchInterval: LOOK_MS },
  )
  const replay = useChange('webhooks.replay', {
    outdates: [['webhooks', 'listDeliveries']],
    onDone: () => toastDone('Sending it again.'),
  })
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Title order={2} size="h3">
          Deliveries
        </Title>
        <Select
          aria-label="State"
          placeholder="All states"
          clearable
          clearButtonProps={{ 'aria-label': 'All states' }}
          w={150}
          data={states.map((value) => ({ value, label: stateWords(value) }))}
          value={state}
          onChange={(next) => setState(next as State | null)}
        />
      </Group>
      {deliveries.error && <FailureAlert error={deliveries.error} onRetry={deliveries.refetch} />}
      {deliveries.isPending && <Skeleton height={90} />}
      {deliveries.isSuccess && deliveries.items.length === 0 && (
        <Text size="sm">
          {state
            ? 'No deliveries in this state.'
            : 'Nothing has been sent yet. Send a test, or wait for an event.'}
        </Text>
      )}
      {deliveries.items.length > 0 && (
        <WideTable label={`Deliveries to ${webhook.url}`} minWidth={300}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Event</Table.Th>
              <Table.Th visibleFrom="sm">State</Table.Th>
              <Table.Th visibleFrom="sm">Attempts</Table.Th>
              <Table.Th visibleFrom="sm">Last answer</Table.Th>
              <Table.Th>
                <span className="visually-hidden">Actions</span>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {deliveries.items.map((delivery) => (
              <DeliveryRow
                key={delivery.id}
                of={delivery}
                isOpen={open === delivery.id}
                onToggle={() => setOpen(open === delivery.id ? undefined : delivery.id)}
                onReplay={
                  webhook.enabled && delivery.state !== 'pending'
                    ? () => replay.mutate({ params: { id: webhook.id, deliveryId: delivery.id } })
                    : undefined
                }
              />
            ))}
          </Table.Tbody>
        </WideTable>
      )}
      <More of={deliveries}>Older deliveries</More>
    </Stack>
  )
}

interface RowProps {
  of: Delivery
  isOpen: boolean
  onToggle: () => void
  onReplay: (() => void) | undefined
}

function DeliveryRow({ of: delivery, isOpen, onToggle, onReplay }: RowProps) {
  const tries = triesOf(delivery)
  const last = delivery.log.at(-1)
  const lastAnswer = last && (failedWords(last) ?? last.status)
  return (
    <>
      <Table.Tr>
        <Table.Td>
          <Text size="sm" fw={600}>
            {delivery.type}
          </Text>
          <Text size="xs" c="dimmed">
            <Time at={delivery.createdAt} />
          </Text>
          <Stack gap={2} mt={4} align="flex-start" hiddenFrom="sm">
            <Outcome of={delivery} />
            {tries > 0 && (
              <Text size="xs" c="dimmed">
                {tries === 1 ? '1 attempt' : `${tries} attempts`}, last: {lastAnswer}
              </Text>
            )}
          </Stack>
        </Table.Td>
        <Table.Td visibleFrom="sm">
          <Outcome of={delivery} />
        </Table.Td>
        <Table.Td visibleFrom="sm">{tries}</Table.Td>
        <Table.Td visibleFrom="sm">
          <Text size="sm">{lastAnswer}</Text>
        </Table.Td>
        <Table.Td>
          <Group gap="xs" justify="flex-end">
            {delivery.log.length > 0 && (
              <Button
                size="compact-sm"
                variant="subtle"
                aria-expanded={isOpen}
                aria-label={`Attempts to send ${delivery.type}`}
                onClick={onToggle}
              >
                Attempts
              </Button>
            )}
            {onReplay && (
              <Button
                size="compact-sm"
                variant="default"
                leftSection={<IconRepeat size={14} aria-hidden />}
                aria-label={`Send again: ${delivery.type}`}
                onClick={onReplay}
              >
                Send again
              </Button>
            )}
          </Group>
        </Table.Td>
      </Table.Tr>
      {isOpen && (
        <Table.Tr>
          <Table.Td colSpan={5}>
            <ol className={classes.log}>
              {delivery.log.map((attempt) => (
                <li key={attempt.at}>
                  <Time at={attempt.at} as="second" />: {failedWords(attempt) ?? attempt.status},
                  after {attempt.ms.toLocaleString()} ms
                </li>
              ))}
            </ol>
            <Text size="xs" c="dimmed">
              webhook-id {delivery.id}
            </Text>
          </Table.Td>
        </Table.Tr>
      )}
    </>
  )
}

/** A delivery's state, and when the next attempt is. */
function Outcome({ of: delivery }: { of: Delivery }) {
  const { color, Icon: Shown } = looks[delivery.state]
  return (
    <div>
      <Badge variant="light" color={color} tt="none" leftSection={<Shown size={12} aria-hidden />}>
        {stateOf(delivery)}
      </Badge>
      {delivery.state === 'dropped' && (
        <Text size="xs" c="dimmed">
          the role can’t see anything in it
        </Text>
      )}
      {delivery.nextAttemptAt && (
        <Text size="xs" c="dimmed">
          next attempt <Time at={delivery.nextAttemptAt} />
        </Text>
      )}
    </div>
  )
}
