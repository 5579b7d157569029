import { Box, Button, Card, Group, Select, Skeleton, Stack, Table } from '@mantine/core'
import { useState } from 'react'
import { paths } from '../../../paths.ts'
import { useChange, usePages } from '../../../service/api.ts'
import { useMay } from '../../../service/session.ts'
import { FailureAlert } from '../../../ui/failures/failure-alert.tsx'
import { ReasonDialog } from '../../../ui/forms/reason-dialog.tsx'
import { IconDownload, IconReceipt } from '../../../ui/icons/icons.ts'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { More } from '../../../ui/layout/more.tsx'
import { WideTable } from '../../../ui/layout/wide-table.tsx'
import { amountOf } from '../../../ui/money/entry-amount.rules.ts'
import { toastDone } from '../../../ui/toasts/toasts.tsx'
import { useDealView } from '../deal/deal-view.tsx'
import { MONEY_MOVED } from '../deal/money-moved.ts'
import { refusalWith } from '../deal/refusal.tsx'
import type { Entry, EntryKind } from '../deal/types.ts'
import { kindLabels } from '../figures/figures.rules.ts'
import { reversedIn } from './entries.rules.ts'
import { EntryCard, EntryRow } from './ledger-entry.tsx'

interface Props {
  /** Whether there is room only for a column. */
  narrow?: boolean
  kind: EntryKind | undefined
  onKind: (kind: EntryKind | undefined) => void
}

/** Every entry of the deal, in the order posted. Entries that can be reversed have a button for it. */
export function Ledger({ narrow = false, kind, onKind }: Props) {
  const { deal, whole } = useDealView()
  const mayPost = useMay('manager')
  const ledger = usePages('accounting.listLedger', {
    params: { id: deal.id },
    query: { limit: 100, ...(kind ? { kind } : {}) },
  })
  const [reversed, setReversed] = useState<Entry | null>(null)
  return (
    <Stack>
      <Group justify="space-between">
        <Select
          aria-label="Kind of entry"
          placeholder="All entries"
          clearable
          maxDropdownHeight={300}
          clearButtonProps={{ 'aria-label': 'All entries' }}
          data={Object.entries(kindLabels).map(([value, label]) => ({ value, label }))}
          value={kind ?? null}
          onChange={(value) => onKind((value as EntryKind | null) ?? undefined)}
        />
        <Button
          component="a"
          href={paths.ledgerExport(deal.id, { kind })}
          download
          variant="default"
          leftSection={<IconDownload size={16} />}
        >
          Export CSV
        </Button>
      </Group>
      {ledger.error && <FailureAlert error={ledger.error} onRetry={ledger.refetch} />}
      {ledger.isPending && <Skeleton height={160} aria-busy />}
      {ledger.isSuccess && ledger.items.length === 0 && (
        <EmptyState icon={IconReceipt} title="No entries">
          {kind
            ? `There are no “${kindLabels[kind]}” entries.`
            : mayPost
              ? 'Record what you expect from this deal, and what comes in.'
              : whole
                ? 'Expected and collected money appears here once it is recorded.'
                : 'Your part of each collection appears here, and your draws.'}
        </EmptyState>
      )}
      {ledger.items.length > 0 && (
        <Entries narrow={narrow} entries={ledger.items} onReverse={setReversed} />
      )}
      <More of={ledger}>Load newer entries</More>
      {reversed && <ReverseDialog entry={reversed} onClose={() => setReversed(null)} />}
    </Stack>
  )
}

interface EntriesProps {
  narrow: boolean
  entries: readonly Entry[]
  onReverse: (entry: Entry) => void
}

function Entries({ narrow, entries, onReverse }: EntriesProps) {
  const { whole } = useDealView()
  return (
    <>
      {!narrow && (
        <Box visibleFrom="sm">
          <WideTable label="Ledger" minWidth={820}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>When</Table.Th>
                <Table.Th>Entry</Table.Th>
                <Table.Th ta="right">{whole ? 'Amount' : 'Your part'}</Table.Th>
                <Table.Th>{whole ? 'Parts' : 'Your split'}</Table.Th>
                <Table.Th>Posted by</Table.Th>
                <Table.Th>
                  <span className="visually-hidden">Actions</span>
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {entries.map((entry) => (
                <EntryRow
                  key={entry.id}
                  entry={entry}
                  reversed={reversedIn(entries, entry)}
                  onReverse={onReverse}
                />
              ))}
            </Table.Tbody>
          </WideTable>
        </Box>
      )}
      <Stack gap="sm" hiddenFrom={narrow ? undefined : 'sm'}>
        {entries.map((entry) => (
          <Card key={entry.id} withBorder padding="sm">
            <EntryCard entry={entry} reversed={reversedIn(entries, entry)} onReverse={onReverse} />
          </Card>
        ))}
      </Stack>
    </>
  )
}

function ReverseDialog({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const { money } = useDealView()
  const change = useChange('accounting.reverse', {
    outdates: MONEY_MOVED,
    shown: true,
    onDoneHere: onClose,
    onDone: () => toastDone('Entry reversed.'),
  })
  const what = `${kindLabels[entry.kind]} ${money(amountOf(entry))}`
  return (
    <ReasonDialog
      title={`Reverse: ${what}`}
      verb="Reverse"
      reason="optional"
      danger
      saving={change}
      refusal={refusalWith(money)}
      onClose={onClose}
      onConfirm={(reason) =>
        change.mutate({ params: { id: entry.id }, body: reason ? { reason } : {} })
      }
    >
      A new entry cancels this one, part by part, and both stay in the ledger. You can’t reverse a
      reversal: post the correct entry instead.
      {entry.kind === 'draw_paid' && ' The draw goes back to requested.'}
    </ReasonDialog>
  )
}
