import { Select, Textarea, TextInput } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { majorOf } from '../../../../shared/amounts.ts'
import { currencyCodes } from '../../../../shared/currency-codes.ts'
import { MOST_TITLE_CHARS } from '../../../../shared/limits.ts'
import { paths } from '../../../paths.ts'
import { useChange } from '../../../service/api.ts'
import { useHeads } from '../../../service/heads.ts'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { useGo } from '../../../ui/links/use-go.ts'
import { minorOf } from '../../../ui/money/money.tsx'
import { MoneyInput } from '../../../ui/money/money-input.tsx'
import { DEALS_PAGE, RecordSelect } from '../../../ui/records/record-select.tsx'
import type { Deal } from './types.ts'

/** The record of a deal, and what is known of it. */
export interface DealRecord {
  rowId: string
  title?: string | undefined
  funded?: { major: number; currency: string } | undefined
}

interface Props {
  /** The deal to change; without it, commissions are started for one. */
  deal?: Deal
  /** The record that the commissions are of. */
  of?: DealRecord | undefined
  /** By default, goes to the new deal's page. */
  onStarted?: ((dealId: number) => void) | undefined
  onClose: () => void
}

/** Starts keeping the commissions of a deal, or changes its details. */
export function DealDialog({ deal, of, onStarted, onClose }: Props) {
  const go = useGo()
  const { heads } = useHeads()
  const page = heads?.find(({ key }) => key === DEALS_PAGE)
  const usual = page?.settings.currency ?? 'USD'
  const form = useForm({
    initialValues: {
      name: deal?.name ?? of?.title ?? '',
      // The page's currency until one is chosen; the page may still be loading.
      currency: deal?.currency ?? of?.funded?.currency ?? null,
      funded:
        deal?.fundedMinor == null
          ? String(of?.funded?.major ?? '')
          : majorOf(deal.fundedMinor, deal.currency),
      dealRowId: deal?.dealRowId ?? of?.rowId ?? null,
      notes: deal?.notes ?? '',
    },
    validate: {
      name: isNotEmpty('Enter a name.'),
      funded: (typed, { currency }) =>
        typed.trim() === '' || (minorOf(typed, currency ?? usual) ?? -1) >= 0
          ? null
          : 'Enter an amount of 0 or more, or leave it empty.',
    },
  })
  const currency = form.values.currency ?? usual
  const create = useChange('accounting.createDeal', {
    outdates: [['accounting']],
    shown: true,
    onDoneHere: (answer) => {
      onClose()
      if (onStarted) onStarted(answer.data.id)
      else go(paths.deal(answer.data.id))
    },
  })
  const update = useChange('accounting.updateDeal', {
    outdates: [['accounting']],
    shown: true,
    onDoneHere: onClose,
  })
  const submit = ({ name, funded, dealRowId: rowId, notes }: typeof form.values) => {
    const fundedMinor = funded.trim() === '' ? null : minorOf(funded, currency)
    const body = {
      name: name.trim(),
      fundedMinor,
      dealRowId: rowId,
      notes: notes.trim() || null,
    }
    if (deal) update.mutate({ params: { id: deal.id }, body })
    else create.mutate({ body: { ...body, currency } })
  }
  const record = form.getInputProps('dealRowId')
  return (
    <FormDialog
      title={deal ? 'Edit details' : 'Start commissions'}
      verb={deal ? 'Save' : 'Start commissions'}
      form={form}
      saving={deal ? update : create}
      onClose={onClose}
      onSubmit={submit}
    >
      {/* In an empty page there is nothing to choose. */}
      {!onStarted && page && page.rowCount > 0 && (
        <RecordSelect
          of={DEALS_PAGE}
          label="Deal"
          description={`The record in ${page.name}.`}
          value={record.value}
          onChange={(id, title) => {
            record.onChange(id)
            if (title && !form.values.name.trim()) form.setFieldValue('name', title)
          }}
        />
      )}
      <TextInput
        label="Name"
        required
        maxLength={MOST_TITLE_CHARS}
        data-autofocus
        {...form.getInputProps('name')}
      />
      {!deal && (
        <Select
          label="Currency"
          description="Cannot be changed later."
          searchable
          allowDeselect={false}
          limit={50}
          data={currencyCodes}
          {...form.getInputProps('currency')}
          value={currency}
        />
      )}
      <MoneyInput
        label="Funded amount"
        description={
          deal
            ? 'Splits of the funded amount get their share of it from future collections. Past collections don’t change.'
            : 'The amount that “funded” splits get a share of. You can add it later.'
        }
        currency={currency}
        {...form.getInputProps('funded')}
      />
      <Textarea label="Notes" {...form.getInputProps('notes')} />
    </FormDialog>
  )
}
