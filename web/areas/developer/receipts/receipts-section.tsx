import { Alert, Group, SegmentedControl, Select, Skeleton, Text } from '@mantine/core'
import { useThrottledCallback } from '@mantine/hooks'
import { useState } from 'react'
import { useAnswer } from '../../../service/api.ts'
import { isAbout } from '../../../service/events.rules.ts'
import { useLive } from '../../../service/live.ts'
import { FailureAlert } from '../../../ui/failures/failure-alert.tsx'
import { IconReceipt } from '../../../ui/icons/icons.ts'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { useSearchState } from '../../../ui/links/use-search.ts'
import type { Definition } from '../board/developer.rules.ts'
import { DayChart, DayTable, shortDay } from './day-chart.tsx'
import { byDay, bySender, cutByBar, onlyFrom, type Sender, senderOf } from './days.rules.ts'
import { useOutdateReceipts } from './outdate-receipts.ts'
import { type Outcome, outcomes, ReceiptList } from './receipt-list.tsx'
import { SenderTotals } from './sender-totals.tsx'
import { useSenders } from './use-senders.ts'

type Search = { sent?: string | undefined; outcome?: Outcome | undefined; day?: string | undefined }

/** What keys, forms, email addresses and hooks brought and what happened to it, by day and by request. */
export function ReceiptsSection({ definition }: { definition: Definition }) {
  const [{ sent, outcome, day }, change] = useSearchState<Search>()
  const [shape, setShape] = useState('chart')
  const params = { key: definition.key }
  const { nameOf: nameOfSender, options } = useSenders(definition.key)
  const nameOf = (sender: Sender) => nameOfSender(senderOf(sender))
  const { data, error, refetch } = useAnswer(
    'definitions.countReceipts',
    { params, query: { days: 14, ...onlyFrom(sent) } },
    { keepPrevious: true },
  )
  useReceiptsLive(definition.key)
  const daily = data?.data
  const isEmpty = daily?.days.length === 0
  return (
    <Section
      title="What came in"
      description="Through keys, forms, email addresses and hooks, in the last 14 days. Ignored cells were not saved, although the sender may think they were."
      actions={
        <Group gap="xs">
          {options.length > 0 && (
            <Select
              aria-label="From"
              placeholder="From anywhere"
              clearable
              clearButtonProps={{ 'aria-label': 'From anywhere' }}
              w={190}
              data={options}
              value={sent ?? null}
              onChange={(next) => change({ sent: next ?? undefined })}
            />
          )}
          <SegmentedControl
            aria-label="Display"
            value={shape}
            onChange={setShape}
            data={[
              { value: 'chart', label: 'Chart' },
              { value: 'table', label: 'Table' },
            ]}
          />
        </Group>
      }
    >
      {error && <FailureAlert error={error} onRetry={refetch} />}
      {!daily && !error && <Skeleton height={120} />}
      {isEmpty && (
        <EmptyState icon={IconReceipt} title="Nothing in the last 14 days">
          Once a key writes or somebody sends a form, you can see here what was stored, converted,
          ignored and refused.
        </EmptyState>
      )}
      {daily && !isEmpty && (
        <>
          {!daily.complete && (
            <Alert color="yellow">Only the newest 50,000 requests are counted.</Alert>
          )}
          {shape === 'chart' ? (
            <DayChart
              daily={daily}
              day={day}
              onBar={(bar) => change(cutByBar({ day, outcome }, bar))}
            />
          ) : (
            <DayTable daily={daily} nameOf={nameOf} />
          )}
          <SenderTotals
            totals={bySender(daily)}
            nameOf={nameOfSender}
            chosen={sent}
            onChoose={(next) => change({ sent: next })}
          />
          <Text size="xs" c="dimmed">
            Days are in the {definition.kind}’s time zone, {daily.timeZone}.
          </Text>
          <Group gap="xs">
            <Select
              aria-label="Outcome"
              placeholder="All outcomes"
              clearable
              clearButtonProps={{ 'aria-label': 'All outcomes' }}
              w={170}
              data={outcomes.map((value) => ({ value, label: value }))}
              value={outcome ?? null}
              onChange={(next) => change({ outcome: (next ?? undefined) as Outcome | undefined })}
            />
            <Select
              aria-label="Day"
              placeholder="All days"
              clearable
              clearButtonProps={{ 'aria-label': 'All days' }}
              w={140}
              data={byDay(daily)
                .toReversed()
                .map((one) => ({ value: one.day, label: shortDay(one.day) }))}
              value={day ?? null}
              onChange={(next) => change({ day: next ?? undefined })}
            />
          </Group>
          <ReceiptList
            definition={definition}
            nameOf={nameOf}
            filter={{
              ...onlyFrom(sent),
              ...(outcome ? { outcome } : {}),
              ...(day ? { day } : {}),
            }}
          />
        </>
      )}
    </Section>
  )
}

/** Refreshes when rows come in. Refusals have no event, so they appear only with the next refresh. */
function useReceiptsLive(definitionKey: string): void {
  const outdate = useOutdateReceipts()
  // A busy key writes many times per second.
  const look = useThrottledCallback(outdate, 2000)
  useLive((event) => {
    const isSent = isAbout(event, 'rows') && /^(key|form|address|hook):/.test(event.actor)
    if (!isSent && !isAbout(event, 'arrival')) return
    if (event.data.definition.key === definitionKey) look()
  })
}
