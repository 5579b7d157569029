import { Select, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useAnswer, useChange } from '../../api.ts'
import { paths } from '../../paths.ts'
import type { QueryName } from '../../queries.ts'
import { majorOf, minorOf } from '../../ui/money.tsx'
import { MoneyInput } from '../../ui/money-input.tsx'
import { DEALS_PAGE, RecordSelect } from '../../ui/record-select.tsx'
import { toastDone } from '../../ui/toasts.tsx'
import { useGo } from '../../ui/use-go.ts'
import { useReturnFocus } from '../../ui/use-return-focus.ts'
import { FormDialog } from './form-dialog.tsx'
import type { Deal } from './types.ts'

const currencies = Intl.supportedValuesOf('currency')

interface Props {
  /** The one to change; a new one without. */
  deal?: Deal
  /** The record that a new one is for. */
  dealRowId?: string | undefined
  onClose: () => void
}

/** Opens the books of a deal, or changes what is said of it. */
export function DealDialog({ deal, dealRowId, onClose }: Props) {
  useReturnFocus()
  const go = useGo()
  const page = useAnswer('definitions.get', { params: { key: DEALS_PAGE } })
  const [name, setName] = useState(deal?.name ?? '')
  const [chosen, setCurrency] = useState<string | null>(deal?.currency ?? null)
  const currency = chosen ?? page.data?.data.settings.currency ?? 'USD'
  const [funded, setFunded] = useState(
    deal?.fundedMinor == null ? '' : majorOf(deal.fundedMinor, deal.currency),
  )
  const [rowId, setRowId] = useState<string | null>(deal?.dealRowId ?? dealRowId ?? null)
  const [notes, setNotes] = useState(deal?.notes ?? '')
  const [tried, setTried] = useState(false)
  const outdates: QueryName[] = [['accounting']]
  const how = { outdates, shown: true }
  const create = useChange('accounting.createDeal', {
    ...how,
    onDone: (answer) => {
      onClose()
      go(paths.deal(answer.data.id))
    },
  })
  const update = useChange('accounting.updateDeal', {
    ...how,
    onDone: () => {
      onClose()
      toastDone('The deal was changed.')
    },
  })

  const fundedMinor = funded.trim() === '' ? null : minorOf(funded, currency)
  const isFunded = funded.trim() === '' || (fundedMinor !== null && fundedMinor >= 0)
  const submit = () => {
    setTried(true)
    if (!name.trim() || !isFunded) return
    const body = { name: name.trim(), fundedMinor, dealRowId: rowId, notes: notes.trim() || null }
    if (deal) update.mutate({ params: { id: deal.id }, body })
    else create.mutate({ body: { ...body, currency } })
  }
  return (
    <FormDialog
      title={deal ? 'Edit the deal' : 'New deal'}
      verb={deal ? 'Save' : 'Create the deal'}
      busy={create.isPending || update.isPending}
      error={create.error ?? update.error}
      onClose={onClose}
      onSubmit={submit}
    >
      <RecordSelect
        of={DEALS_PAGE}
        description={`The row of the page ${page.data?.data.name ?? DEALS_PAGE} that it belongs to.`}
        value={rowId}
        onChange={(id, title) => {
          setRowId(id)
          if (title && !name.trim()) setName(title)
        }}
      />
      <TextInput
        label="Name"
        required
        maxLength={300}
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={tried && !name.trim() ? 'Write what the deal is called.' : undefined}
      />
      {!deal && (
        <Select
          label="Currency"
          description="All of the deal’s money is in it, for good."
          searchable
          allowDeselect={false}
          limit={50}
          data={currencies}
          value={currency}
          onChange={setCurrency}
        />
      )}
      <MoneyInput
        label="Funded amount"
        description={
          deal
            ? 'Stakes in the funded amount get their share of it from receipts to come; nothing that was posted moves.'
            : 'What stakes in the funded amount have their share of. It can be added later.'
        }
        currency={currency}
        value={funded}
        onChange={setFunded}
        error={tried && !isFunded ? 'Write an amount of 0 or more, or leave it empty.' : undefined}
      />
      <Textarea
        label="Notes"
        value={notes}
        onChange={(event) => setNotes(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
