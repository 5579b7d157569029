import { Badge, Skeleton, Text } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { codeOf } from '../../service/api.ts'
import { FailureAlert } from '../../ui/failures/failure-alert.tsx'
import { NotFoundPage } from '../../ui/layout/not-found.tsx'
import { Page, PageHeader } from '../../ui/layout/page-header.tsx'
import { useSearchState } from '../../ui/links/use-search.ts'
import { MoneyNotice } from '../../ui/money/money-notice.tsx'
import { RecordLink } from '../../ui/records/record-link.tsx'
import { DealViewProvider, useDeal, useDealView } from './deal/deal-view.tsx'
import { DealActions } from './deal-actions.tsx'
import type { Act } from './deal-dialogs.tsx'
import { DealMoney, type Shown } from './deal-money.tsx'

/** The commissions of one deal: at a glance, its splits, its ledger. */
export function DealPage() {
  const { id } = useParams({ strict: false })
  const { deal, splits, house, error, retry } = useDeal(Number(id))
  if (codeOf(error) === 'not_found' || codeOf(error) === 'invalid_request') return <NotFoundPage />
  if (error && !deal) {
    return (
      <Page>
        <PageHeader title="Commissions" />
        <FailureAlert error={error} onRetry={retry} />
      </Page>
    )
  }
  if (!deal || !splits) return <DealSkeleton />
  return (
    <DealViewProvider deal={deal} splits={splits} house={house}>
      <Opened />
    </DealViewProvider>
  )
}

function Opened() {
  const { deal } = useDealView()
  const [shown, change] = useSearchState<Shown>()
  const [act, setAct] = useState<Act | null>(null)
  return (
    <Page>
      <PageHeader
        title={deal.name}
        beside={
          <Badge variant="light" color="gray">
            {deal.currency}
          </Badge>
        }
        description={<About />}
        actions={<DealActions onAct={setAct} />}
      />
      <MoneyNotice />
      <DealMoney shown={shown} onShow={change} act={act} onAct={setAct} />
    </Page>
  )
}

function About() {
  const { deal, whole, money } = useDealView()
  return (
    <>
      {!whole && 'You see only your own splits in this deal'}
      {whole &&
        (whole.fundedMinor === null ? 'No funded amount' : `Funded ${money(whole.fundedMinor)}`)}
      {deal.dealRowId && (
        <>
          {' · record '}
          <RecordLink rowId={deal.dealRowId} />
        </>
      )}
      {deal.notes && (
        <Text span inherit display="block">
          {deal.notes}
        </Text>
      )}
    </>
  )
}

function DealSkeleton() {
  return (
    <Page>
      <PageHeader title="Commissions" />
      <Skeleton height={190} aria-busy />
      <Skeleton height={220} />
    </Page>
  )
}
