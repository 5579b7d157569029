import { Button, Group, Pill, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { usePages } from '../../service/api.ts'
import { useMay, useMoneySight } from '../../service/session.ts'
import { FailureAlert } from '../../ui/failures/failure-alert.tsx'
import { IconCash, IconPlus, IconSearch } from '../../ui/icons/icons.ts'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { More } from '../../ui/layout/more.tsx'
import { Page, PageHeader } from '../../ui/layout/page-header.tsx'
import { useSearchState } from '../../ui/links/use-search.ts'
import { MoneyNotice } from '../../ui/money/money-notice.tsx'
import { recordWords } from '../../ui/records/record-link.tsx'
import { useRecordTitle } from '../../ui/records/record-titles.ts'
import { DealDialog } from './deal/deal-dialog.tsx'
import { isWhole } from './deal/deals.rules.ts'
import { DealsTable, DealTotals } from './list/deals-table.tsx'
import { OwnDealsTable } from './list/own-deals-table.tsx'

type Search = { q?: string; dealRowId?: string; new?: number }

/** The commissions of every deal, or of one record. */
export function DealsPage() {
  const [search, change] = useSearchState<Search>()
  const text = String(search.q ?? '')
  const { dealRowId } = search
  const [words] = useDebouncedValue(text.trim(), 250)
  const narrowed = { ...(dealRowId ? { dealRowId } : {}), ...(words ? { search: words } : {}) }
  const deals = usePages(
    'accounting.listDeals',
    { query: { ...narrowed, sort: '-id', limit: 50, totals: true } },
    { keepPrevious: true },
  )
  const found = deals.items
  const totals = deals.data?.pages[0]?.totals
  const sight = useMoneySight()
  const mayMake = useMay('member') && sight === 'all'
  const whole = found.filter(isWhole)
  const titled = useRecordTitle(dealRowId ?? null)
  // The dialog opens with the record's title, so it waits for it.
  const record = dealRowId ? titled : null
  const start = mayMake && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => change({ new: 1 })}>
      Start commissions
    </Button>
  )
  return (
    <Page>
      <PageHeader title="Commissions" description={abouts[sight ?? 'all']} actions={start} />
      <MoneyNotice />
      <Group gap="sm">
        <TextInput
          aria-label="Search deals"
          placeholder="Search by name"
          leftSection={<IconSearch size={16} aria-hidden />}
          value={text}
          onChange={(event) => change({ q: event.currentTarget.value || undefined })}
          maw={{ sm: 320 }}
          flex="1 1 220px"
        />
        {dealRowId && (
          <RecordFilter rowId={dealRowId} onClear={() => change({ dealRowId: undefined })} />
        )}
      </Group>
      {deals.isPending && <DealsSkeleton />}
      {deals.error && <FailureAlert error={deals.error} onRetry={deals.refetch} />}
      {deals.isSuccess && found.length === 0 && !words && (
        <EmptyState
          icon={IconCash}
          title={emptyTitle(sight, dealRowId !== undefined)}
          action={start}
        >
          {nothingYet[sight ?? 'all']}
        </EmptyState>
      )}
      {deals.isSuccess && found.length === 0 && words && (
        <Text size="sm" c="dimmed">
          No deal name contains “{words}”.
        </Text>
      )}
      {found.length > 0 && (
        <>
          {totals && <DealTotals totals={totals} />}
          {whole.length === found.length ? (
            <DealsTable deals={whole} />
          ) : (
            <OwnDealsTable deals={found} />
          )}
        </>
      )}
      <More of={deals} />
      {search.new && mayMake && record !== undefined ? (
        <DealDialog
          of={dealRowId ? { rowId: dealRowId, title: record?.title } : undefined}
          onClose={() => change({ new: undefined })}
        />
      ) : null}
    </Page>
  )
}

/** What to do, for those who see all of the money, only theirs, or none. */
const nothingYet = {
  all: 'Record the commission you expect from a deal. When it comes in, it is divided among the deal’s splits.',
  own: 'When you are given a split of a deal, it is listed here with what you get from it.',
  none: 'Ask a manager if you need to know something about a commission.',
}
const abouts = {
  all: 'Expected, received and clawed-back commission by deal.',
  own: 'The deals you have a split in, and what your splits add up to. Managers pay out what is available.',
  none: 'In this workspace, only managers see commissions.',
}

function emptyTitle(sight: ReturnType<typeof useMoneySight>, isOfRecord: boolean): string {
  if (sight === 'none') return 'Only managers see commissions here'
  if (sight === 'own')
    return isOfRecord ? 'You have no split in this deal' : 'You have no splits yet'
  return isOfRecord ? 'This record has no commissions yet' : 'No commissions yet'
}

function RecordFilter({ rowId, onClear }: { rowId: string; onClear: () => void }) {
  const record = useRecordTitle(rowId)
  return (
    <Pill
      bg="var(--desk-hover)"
      withRemoveButton
      removeButtonProps={{ 'aria-label': 'Show all deals' }}
      onRemove={onClear}
    >
      Record: {recordWords(record)}
    </Pill>
  )
}

function DealsSkeleton() {
  return (
    <Stack gap="xs" aria-busy>
      {[1, 2, 3, 4].map((row) => (
        <Skeleton key={row} height={34} />
      ))}
    </Stack>
  )
}
