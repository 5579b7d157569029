import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { MOST_TITLE_CHARS } from '../../../../shared/limits.ts'
import { useChange } from '../../../api.ts'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { amountOf } from '../../../ui/money/entry-amount.rules.ts'
import { minorOf } from '../../../ui/money/money.tsx'
import { MoneyInput } from '../../../ui/money/money-input.tsx'
import { toastDone } from '../../../ui/toasts/toasts.tsx'
import { useDealView, useWholeDeal } from '../deal/deal-view.tsx'
import { MONEY_MOVED } from '../deal/money-moved.ts'
import type { Entry } from '../deal/types.ts'

interface Props {
  verb: 'expect' | 'collect'
  onClose: () => void
  /** The parts of a collection are shown once it is posted. */
  onSplit: (entry: Entry) => void
}

const words = {
  expect: {
    title: 'Record expectation',
    verb: 'Record',
    amount: 'Commission expected',
    about: 'Expectations add up. If one was wrong, reverse it in the ledger.',
  },
  collect: {
    title: 'Record collection',
    verb: 'Record and split',
    amount: 'Amount that came in',
    about:
      'It is divided among the splits as they are now. Later changes to the splits don’t affect it.',
  },
}

/** Posts an expectation or a collection. */
export function PostingDialog({ verb, onClose, onSplit }: Props) {
  const { money } = useDealView()
  const deal = useWholeDeal()
  const read = (typed: string) => minorOf(typed, deal.currency) ?? 0
  const form = useForm({
    initialValues: { amount: '', occurredAt: '', reference: '' },
    validate: { amount: (typed) => (read(typed) > 0 ? null : 'Enter an amount above 0.') },
  })
  const how = { outdates: MONEY_MOVED, shown: true }
  const expect = useChange('accounting.expect', {
    ...how,
    onDone: ({ data }) => {
      onClose()
      toastDone(`${money(amountOf(data))} is expected.`)
    },
  })
  const collect = useChange('accounting.collect', {
    ...how,
    onDone: ({ data }) => onSplit(data),
  })
  const saving = verb === 'expect' ? expect : collect
  const said = words[verb]
  return (
    <FormDialog
      title={said.title}
      verb={said.verb}
      form={form}
      saving={saving}
      onClose={onClose}
      onSubmit={({ amount, occurredAt, reference }) =>
        saving.mutate({
          params: { id: deal.id },
          body: {
            amountMinor: read(amount),
            ...(occurredAt ? { occurredAt: new Date(occurredAt).toISOString() } : {}),
            ...(reference.trim() ? { reference: reference.trim() } : {}),
          },
        })
      }
    >
      <MoneyInput
        label={said.amount}
        description={said.about}
        required
        data-autofocus
        currency={deal.currency}
        {...form.getInputProps('amount')}
      />
      <TextInput
        label="When it happened"
        description="Leave empty to use the current time."
        type="datetime-local"
        {...form.getInputProps('occurredAt')}
      />
      <TextInput
        label="Reference"
        description="The bank’s reference, so you can find it later."
        maxLength={MOST_TITLE_CHARS}
        {...form.getInputProps('reference')}
      />
    </FormDialog>
  )
}
