import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { MOST_TITLE_CHARS } from '../../../../shared/limits.ts'
import { useChange } from '../../../service/api.ts'
import { DateField } from '../../../ui/forms/date-field.tsx'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { amountOf } from '../../../ui/money/entry-amount.rules.ts'
import { minorOf } from '../../../ui/money/money.tsx'
import { MoneyInput } from '../../../ui/money/money-input.tsx'
import { toastDone } from '../../../ui/toasts/toasts.tsx'
import { useDealView, useWholeDeal } from '../deal/deal-view.tsx'
import { MONEY_MOVED } from '../deal/money-moved.ts'
import { refusalWith } from '../deal/refusal.tsx'
import { PartsPreview } from './parts-preview.tsx'
import { usePartsPreview } from './use-parts-preview.ts'

interface Props {
  verb: 'expect' | 'collect'
  onClose: () => void
}

const words = {
  expect: {
    title: 'Record expectation',
    amount: 'Commission expected',
    about: 'Expectations add up. If one was wrong, reverse it in the ledger.',
    when: 'Expected since',
    reference: 'Reference',
  },
  collect: {
    title: 'Record collection',
    amount: 'Amount received',
    about: 'It is divided among the splits now. If you edit them later, this stays as it is.',
    when: 'When it came in',
    reference: 'Bank reference',
  },
}

/** Posts an expectation, or a collection, whose split is shown while the amount is typed. */
export function PostingDialog({ verb, onClose }: Props) {
  const { money } = useDealView()
  const deal = useWholeDeal()
  const read = (typed: string) => minorOf(typed, deal.currency) ?? 0
  const form = useForm({
    initialValues: { amount: '', occurredAt: '', reference: '' },
    validate: { amount: (typed) => (read(typed) > 0 ? null : 'Enter an amount above 0.') },
  })
  const typed = read(form.values.amount)
  const preview = usePartsPreview('collection', verb === 'collect' && typed > 0 ? typed : null)
  const how = { outdates: MONEY_MOVED, shown: true, onDoneHere: onClose }
  const expect = useChange('accounting.expect', {
    ...how,
    onDone: ({ data }) => toastDone(`${money(amountOf(data))} expected.`),
  })
  const collect = useChange('accounting.collect', {
    ...how,
    onDone: ({ data }) => toastDone(`${money(amountOf(data))} received and split.`),
  })
  const texts = words[verb]
  return (
    <FormDialog
      title={texts.title}
      verb="Record"
      form={form}
      saving={verb === 'expect' ? expect : collect}
      refusal={refusalWith(money)}
      onClose={onClose}
      onSubmit={({ amount, occurredAt, reference }) => {
        const params = { id: deal.id }
        const body = {
          amountMinor: read(amount),
          ...(occurredAt ? { occurredAt: new Date(occurredAt).toISOString() } : {}),
          ...(reference.trim() ? { reference: reference.trim() } : {}),
        }
        const { partsHash } = preview
        if (verb === 'expect') expect.mutate({ params, body })
        else collect.mutate({ params, body: { ...body, ...(partsHash ? { partsHash } : {}) } })
      }}
    >
      <MoneyInput
        label={texts.amount}
        description={texts.about}
        required
        data-autofocus
        currency={deal.currency}
        {...form.getInputProps('amount')}
      />
      {verb === 'collect' && (
        <PartsPreview of="collection" preview={preview} refusal={refusalWith(money)} />
      )}
      <DateField
        label={texts.when}
        description="Leave empty to use the current time."
        placeholder="Yesterday, 2 pm"
        withTime
        usualTime="09:00"
        {...form.getInputProps('occurredAt')}
      />
      <TextInput
        label={texts.reference}
        maxLength={MOST_TITLE_CHARS}
        {...form.getInputProps('reference')}
      />
    </FormDialog>
  )
}
