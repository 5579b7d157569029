import { Alert, Group, SegmentedControl, Select, Skeleton, Text } from '@mantine/core'
import { useThrottledCallback } from '@mantine/hooks'
import { IconReceipt } from '@tabler/icons-react'
import { useState } from 'react'
import { useAnswer } from '../../../api.ts'
import { isAbout } from '../../../events.rules.ts'
import { useLive } from '../../../live.ts'
import { useMay } from '../../../session.ts'
import { FailureAlert } from '../../../ui/failures/failure-alert.tsx'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { useSearchState } from '../../../ui/links/use-search.ts'
import type { Definition } from '../developer.rules.ts'
import { DayChart, DayTable, shortDay } from './day-chart.tsx'
import { byDay, cutByBar } from './days.rules.ts'
import { useOutdateReceipts } from './outdate-receipts.ts'
import { type Outcome, outcomes, ReceiptList, type Sender } from './receipt-list.tsx'

type Search = { sent?: string; outcome?: Outcome | undefined; day?: string | undefined }

/** What keys sent and what happened to it, by day and by request. */
export function ReceiptsSection({ definition }: { definition: Definition }) {
  const [{ sent: keyId, outcome, day }, change] = useSearchState<Search>()
  const [shape, setShape] = useState('chart')
  const params = { key: definition.key }
  const keys = useKeyNames(definition.key)
  const nameOf = ({ keyId, formId }: Sender) => {
    if (keyId) return keys?.find(({ value }) => value === keyId)?.label ?? 'a key'
    return formId ? 'a form' : 'an email address'
  }
  const { data, error, refetch } = useAnswer(
    'definitions.countReceipts',
    { params, query: { days: 14, ...(keyId ? { keyId } : {}) } },
    { keepPrevious: true },
  )
  useReceiptsLive(definition.key)
  const daily = data?.data
  const isEmpty = daily?.days.length === 0
  return (
    <Section
      title="Requests from keys"
      description="From the last 14 days. Ignored cells were not saved, although the sender may think they were."
      actions={
        <Group gap="xs">
          {keys && (
            <Select
              aria-label="Key"
              placeholder="All keys"
              clearable
              clearButtonProps={{ 'aria-label': 'All keys' }}
              w={190}
              data={keys}
              value={keyId ?? null}
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
        <EmptyState icon={IconReceipt} title="No requests in the last 14 days">
          Once a key writes, you can see here what was stored, converted, ignored and refused.
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
              ...(keyId ? { keyId } : {}),
              ...(outcome ? { outcome } : {}),
              ...(day ? { day } : {}),
            }}
          />
        </>
      )}
    </Section>
  )
}

/** The keys by name, for people who may see them. */
function useKeyNames(key: string) {
  const isAdmin = useMay('admin')
  const { data } = useAnswer(
    'definitions.listKeys',
    { params: { key }, query: { limit: 1000 } },
    { enabled: isAdmin },
  )
  return data?.data.map(({ id, name, lastFour }) => ({
    value: id,
    label: `${name} (…${lastFour})`,
  }))
}

/** Refreshes when a key adds rows. Refusals have no event, so they appear only with the next refresh. */
function useReceiptsLive(definitionKey: string): void {
  const outdate = useOutdateReceipts()
  // A busy key writes many times per second.
  const look = useThrottledCallback(outdate, 2000)
  useLive((event) => {
    if (isAbout(event, 'rows') && /^(key|form|address):/.test(event.actor)) {
      if (event.data.definition.key === definitionKey) look()
    }
  })
}
