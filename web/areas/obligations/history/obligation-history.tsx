import { Skeleton, Text, Timeline } from '@mantine/core'
import { paths } from '../../../paths.ts'
import { useAnswer, usePages } from '../../../service/api.ts'
import { usePeople } from '../../../service/session.ts'
import { FailureAlert } from '../../../ui/failures/failure-alert.tsx'
import { More } from '../../../ui/layout/more.tsx'
import { AppLink } from '../../../ui/links/app-link.tsx'
import { moneyText } from '../../../ui/money/money.tsx'
import type { Obligation } from '../../../ui/obligations/obligation-words.rules.ts'
import { RecordLink } from '../../../ui/records/record-link.tsx'
import { momentText, Time } from '../../../ui/values/time.tsx'
import { To } from '../../../ui/values/to.tsx'
import { useDoerNames } from '../../../ui/values/use-token-names.ts'
import { ObligationLink } from '../obligation/obligation-link.tsx'
import { changedBy, currenciesOf, entryText, valueText } from './history.rules.ts'

/** The acts on an obligation, who did them and why, oldest first. */
export function ObligationHistory({ obligation }: { obligation: Obligation }) {
  const { id, currency } = obligation
  const { items, error, refetch, isPending, hasNextPage, fetchNextPage, isFetchingNextPage } =
    usePages('obligations.listHistory', { params: { id }, query: { limit: 100 } })
  const nameOf = useDoerNames(items.map(({ actor }) => actor))
  if (error) return <FailureAlert error={error} onRetry={() => refetch()} />
  if (isPending) return <Skeleton height={80} />
  const currencies = currenciesOf(items, currency)
  return (
    <>
      <Timeline bulletSize={14} lineWidth={2}>
        {items.map((entry, place) => (
          <Timeline.Item
            key={entry.id}
            title={
              <Text size="sm" span fw={500}>
                {entryText(entry, nameOf)}
              </Text>
            }
          >
            {entry.reason && <Text size="sm">“{entry.reason}”</Text>}
            {changedBy(entry).map(({ field, name, from, to }) => (
              <Text key={field} size="sm">
                {name}: <Value field={field} value={from} currency={currencies[place]?.from} />
                <To />
                <Value field={field} value={to} currency={currencies[place]?.to} />
              </Text>
            ))}
            {entry.successorId !== null && (
              <Text size="sm">
                This created{' '}
                <AppLink to={paths.obligation(entry.successorId)}>the next one</AppLink> in the
                series.
              </Text>
            )}
            <Text size="xs" c="dimmed">
              <Time at={entry.at} />
            </Text>
          </Timeline.Item>
        ))}
      </Timeline>
      <More of={{ hasNextPage, isFetchingNextPage, fetchNextPage }} size="compact-sm" />
    </>
  )
}

interface Valued {
  field: string
  value: unknown
  /** The currency, if the value is an amount. */
  currency: string | null | undefined
}

/** An old or new value; for something stored elsewhere, its name. */
function Value({ field, value, currency }: Valued) {
  const { nameOf } = usePeople()
  if (value !== null) {
    if (field === 'dealRowId') return <RecordLink rowId={String(value)} />
    if (field === 'parentObligationId') return <ObligationLink id={Number(value)} />
    if (field === 'documentId') return <DocumentName id={Number(value)} />
  }
  const money = (minor: number) => (currency ? moneyText(minor, currency) : String(minor))
  return valueText(field, value, { nameOf, momentText, money })
}

function DocumentName({ id }: { id: number }) {
  const { data } = useAnswer('documents.get', { params: { id } })
  return data ? `“${data.data.name}”` : `document ${id}`
}
