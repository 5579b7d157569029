import { Select, Textarea, TextInput } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { currencyCodes } from '../../../../shared/currency-codes.ts'
import { MOST_TITLE_CHARS } from '../../../../shared/limits.ts'
import { useAnswer, useChange } from '../../../api.ts'
import { paths } from '../../../paths.ts'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { useGo } from '../../../ui/links/use-go.ts'
import { majorOf, minorOf } from '../../../ui/money/money.tsx'
import { MoneyInput } from '../../../ui/money/money-input.tsx'
import { DEALS_PAGE, RecordSelect } from '../../../ui/records/record-select.tsx'
import { toastDone } from '../../../ui/toasts/toasts.tsx'
import type { Deal } from './types.ts'

interface Props {
  /** The deal to change; without it a new one is created. */
  deal?: Deal
  /** The record that a new deal is for. */
  dealRowId?: string | undefined
  onClose: () => void
}

/** Creates a deal, or changes its details. */
export function DealDialog({ deal, dealRowId, onClose }: Props) {
  const go = useGo()
  const page = useAnswer('definitions.get', { params: { key: DEALS_PAGE } })
  const usual = page.data?.data.settings.currency ?? 'USD'
  const form = useForm({
    initialValues: {
      name: deal?.name ?? '',
      // The page's currency until one is chosen; the page may still be loading.
      currency: deal?.currency ?? null,
      funded: deal?.fundedMinor == null ? '' : majorOf(deal.fundedMinor, deal.currency),
      dealRowId: deal?.dealRowId ?? dealRowId ?? null,
      notes: deal?.notes ?? '',
    },
    validate: {
      name: isNotEmpty('Enter a name for the deal.'),
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
    onDone: (answer) => {
      onClose()
      go(paths.deal(answer.data.id))
    },
  })
  const update = useChange('accounting.updateDeal', {
    outdates: [['accounting']],
    shown: true,
    onDone: () => {
      onClose()
      toastDone('Deal saved.')
    },
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
      title={deal ? 'Edit deal' : 'New deal'}
      verb={deal ? 'Save' : 'Create deal'}
      form={form}
      saving={deal ? update : create}
      onClose={onClose}
      onSubmit={submit}
    >
      <RecordSelect
        of={DEALS_PAGE}
        description={`The row in ${page.data?.data.name ?? DEALS_PAGE} that this deal belongs to.`}
        value={record.value}
        onChange={(id, title) => {
          record.onChange(id)
          if (title && !form.values.name.trim()) form.setFieldValue('name', title)
        }}
      />
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
