import { Button, Group, Select, Skeleton, Stack } from '@mantine/core'
import { useState } from 'react'
import { paths } from '../../paths.ts'
import { useAnswer } from '../../service/api.ts'
import { useMay, useMoneySight } from '../../service/session.ts'
import { FailureAlert } from '../../ui/failures/failure-alert.tsx'
import { IconCash } from '../../ui/icons/icons.ts'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { AppLink } from '../../ui/links/app-link.tsx'
import { DealDialog, type DealRecord } from './deal/deal-dialog.tsx'
import { DealViewProvider, useDeal } from './deal/deal-view.tsx'
import { DealActions } from './deal-actions.tsx'
import type { Act } from './deal-dialogs.tsx'
import { DealMoney, type Shown } from './deal-money.tsx'

interface Props {
  record: DealRecord
  /** Whether there is room only for a column, as beside a grid. */
  narrow: boolean
}

/** The commissions of a record. Where there are none yet, they are started here. */
export function RecordCommissions({ record, narrow }: Props) {
  const deals = useAnswer('accounting.listDeals', { query: { dealRowId: record.rowId } })
  const [chosen, setChosen] = useState<number | null>(null)
  const found = deals.data?.data
  if (deals.error) return <FailureAlert error={deals.error} onRetry={deals.refetch} />
  if (!found) return <Loading />
  const deal = found.find(({ id }) => id === chosen) ?? found[0]
  if (!deal) return <None record={record} />
  return (
    <Stack>
      {found.length > 1 && (
        <Select
          aria-label="Commissions"
          allowDeselect={false}
          data={found.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={String(deal.id)}
          onChange={(id) => setChosen(Number(id))}
        />
      )}
      <Commissions key={deal.id} id={deal.id} narrow={narrow} />
    </Stack>
  )
}

function Commissions({ id, narrow }: { id: number; narrow: boolean }) {
  const { deal, splits, house, error, retry } = useDeal(id)
  const [shown, setShown] = useState<Shown>({})
  const [act, setAct] = useState<Act | null>(null)
  if (error && !deal) return <FailureAlert error={error} onRetry={retry} />
  if (!deal || !splits) return <Loading />
  return (
    <DealViewProvider deal={deal} splits={splits} house={house}>
      <Stack>
        <Group gap="xs">
          <DealActions onAct={setAct} />
        </Group>
        <DealMoney
          narrow={narrow}
          shown={shown}
          onShow={(change) => setShown((before) => ({ ...before, ...change }))}
          act={act}
          onAct={setAct}
        />
        <AppLink to={paths.deal(id)} size="sm">
          Open in Commissions
        </AppLink>
      </Stack>
    </DealViewProvider>
  )
}

function None({ record }: { record: DealRecord }) {
  const sight = useMoneySight()
  const mayStart = useMay('member') && sight === 'all'
  const [isStarting, setStarting] = useState(false)
  return (
    <>
      <EmptyState
        icon={IconCash}
        title={sight === 'own' ? 'You have no split in this deal' : 'No commissions yet'}
        action={mayStart && <Button onClick={() => setStarting(true)}>Start commissions</Button>}
      >
        {mayStart &&
          'Record the commission you expect, who it is split between, and what comes in.'}
      </EmptyState>
      {isStarting && (
        <DealDialog
          of={record}
          onStarted={() => setStarting(false)}
          onClose={() => setStarting(false)}
        />
      )}
    </>
  )
}

const Loading = () => <Skeleton height={160} role="status" aria-label="Loading" />
