import { Button, Group, SegmentedControl } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { paths } from '../../paths.ts'
import { usePages } from '../../service/api.ts'
import { useMay, useSession } from '../../service/session.ts'
import { FailureAlert } from '../../ui/failures/failure-alert.tsx'
import { IconCalendarDue, IconPlus } from '../../ui/icons/icons.ts'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { More } from '../../ui/layout/more.tsx'
import { Page, PageHeader } from '../../ui/layout/page-header.tsx'
import { useGo } from '../../ui/links/use-go.ts'
import { useSearchState } from '../../ui/links/use-search.ts'
import { RecordLink } from '../../ui/records/record-link.tsx'
import { dayOf } from '../../ui/values/days.rules.ts'
import { DealChecklist } from './checklist/deal-checklist.tsx'
import { ObligationsBar } from './list/bulk-bar.tsx'
import {
  narrowsObligations,
  noFilters,
  type ObligationsSearch,
  queryOf,
} from './list/filters.rules.ts'
import { DeadlineFilter, ObligationFilters } from './list/obligation-filters.tsx'
import { ListSkeleton, ObligationList } from './list/obligation-list.tsx'

const ObligationCalendar = lazy(() =>
  import('./calendar/obligation-calendar.tsx').then((m) => ({ default: m.ObligationCalendar })),
)
const NewObligation = lazy(() =>
  import('./form/new-obligation.tsx').then((m) => ({ default: m.NewObligation })),
)

type View = NonNullable<ObligationsSearch['view']>
const views: { value: View; label: string }[] = [
  { value: 'list', label: 'List' },
  { value: 'calendar', label: 'Calendar' },
]
const checklist: { value: View; label: string } = { value: 'checklist', label: 'Checklist' }

/** Obligations as a list, a calendar, and the checklist of a deal. */
export function ObligationsPage() {
  const [search, change] = useSearchState<ObligationsSearch>()
  const mayWrite = useMay('member')
  const go = useGo()
  const { dealRowId } = search
  const usualView = dealRowId ? 'checklist' : 'list'
  const view = search.view ?? usualView
  return (
    <Page>
      <PageHeader
        title="Obligations"
        description={
          dealRowId ? (
            <>
              Deal: <RecordLink rowId={dealRowId} />
            </>
          ) : (
            'Stips, covenants and tasks with deadlines.'
          )
        }
        actions={
          mayWrite && (
            <Button
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={() => change({ new: 1 })}
            >
              New obligation
            </Button>
          )
        }
      />
      <Group justify="space-between" gap="sm">
        <SegmentedControl<View>
          size="xs"
          aria-label="View"
          data={dealRowId ? [...views, checklist] : views}
          value={view}
          onChange={(chosen) => change({ view: chosen === usualView ? undefined : chosen })}
        />
        {view === 'list' && <DeadlineFilter search={search} onChange={change} />}
      </Group>
      {view === 'checklist' && dealRowId ? (
        <DealChecklist dealRowId={dealRowId} />
      ) : (
        <>
          <ObligationFilters search={search} onChange={change} />
          {view === 'calendar' ? (
            <Suspense fallback={<ListSkeleton />}>
              <ObligationCalendar search={search} onChange={change} />
            </Suspense>
          ) : (
            <List search={search} onChange={change} />
          )}
        </>
      )}
      <Suspense>
        {mayWrite && search.new !== undefined && (
          <NewObligation
            dealRowId={dealRowId ?? null}
            onClose={() => change({ new: undefined })}
            onAdded={(id) => go(paths.obligation(id))}
          />
        )}
      </Suspense>
    </Page>
  )
}

interface ListProps {
  search: ObligationsSearch
  onChange: (change: Partial<ObligationsSearch>) => void
}

function List({ search, onChange }: ListProps) {
  const { seat } = useSession()
  const mayWrite = useMay('member')
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const today = dayOf(new Date())
  const { items, error, refetch, isPending, hasNextPage, fetchNextPage, isFetchingNextPage } =
    usePages(
      'obligations.list',
      { query: { ...queryOf(search, { me: seat.crmUserId, today }), limit: 50 } },
      { keepPrevious: true },
    )
  if (error) return <FailureAlert error={error} onRetry={() => refetch()} />
  if (isPending) return <ListSkeleton />
  if (items.length === 0) {
    return narrowsObligations(search) ? (
      <EmptyState
        icon={IconCalendarDue}
        title="No obligation matches these filters"
        action={
          <Button variant="default" onClick={() => onChange(noFilters)}>
            Clear filters
          </Button>
        }
      >
        Change or clear them to see more.
      </EmptyState>
    ) : (
      <EmptyState icon={IconCalendarDue} title="No open obligations">
        {mayWrite
          ? 'Add a stip, a payment or a recurring covenant with “New obligation”.'
          : 'Open obligations appear here.'}
      </EmptyState>
    )
  }
  return (
    <>
      {mayWrite && (
        <ObligationsBar
          selected={items.filter(({ id }) => selected.has(id))}
          onSelect={(chosen) => setSelected(new Set(chosen.map(({ id }) => id)))}
        />
      )}
      <ObligationList
        items={items}
        withDeal={search.dealRowId === undefined}
        sorting={{ sort: search.sort ?? 'deadlineAt', onSort: (sort) => onChange({ sort }) }}
        selecting={mayWrite ? { selected, onSelect: setSelected } : undefined}
      />
      <More of={{ hasNextPage, isFetchingNextPage, fetchNextPage }} />
    </>
  )
}
