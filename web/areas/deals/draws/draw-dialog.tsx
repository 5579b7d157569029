import { Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { majorOf } from '../../../../shared/amounts.ts'
import { useChange } from '../../../service/api.ts'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { minorOf } from '../../../ui/money/money.tsx'
import { MoneyInput } from '../../../ui/money/money-input.tsx'
import { toastDone } from '../../../ui/toasts/toasts.tsx'
import { useDealView } from '../deal/deal-view.tsx'
import { MONEY_MOVED } from '../deal/money-moved.ts'
import { refusalWith } from '../deal/refusal.tsx'
import type { Split } from '../deal/types.ts'

interface Props {
  split: Split
  /** Shows the draws of the split, where they are paid or voided. */
  onShow: () => void
  onClose: () => void
}

/** Draws money from a split. If somebody else has drawn in the meantime, the service says so. */
export function DrawDialog({ split, onShow, onClose }: Props) {
  const { deal, money, nameOf } = useDealView()
  const { availableMinor } = split.availability
  const available = money(availableMinor)
  const read = (typed: string) => minorOf(typed, deal.currency) ?? 0
  const form = useForm({
    // Most often everything is drawn. The amount is selected, so typing another one replaces it.
    initialValues: { amount: majorOf(availableMinor, deal.currency), notes: '' },
    validate: { amount: (typed) => (read(typed) > 0 ? null : 'Enter an amount above 0.') },
  })
  const saving = useChange('accounting.draw', {
    outdates: MONEY_MOVED,
    shown: true,
    onDoneHere: onClose,
    onDone: ({ data }) =>
      toastDone(`${money(data.amountMinor)} set aside for ${nameOf(split)}.`, {
        label: 'Pay or void',
        act: onShow,
      }),
  })
  return (
    <FormDialog
      title={`Draw from ${nameOf(split)}’s split`}
      verb="Draw"
      form={form}
      saving={saving}
      refusal={refusalWith(money)}
      onClose={onClose}
      onSubmit={({ amount, notes }) =>
        saving.mutate({
          params: { id: split.id },
          body: {
            amountMinor: read(amount),
            ...(notes.trim() ? { notes: notes.trim() } : {}),
          },
        })
      }
    >
      <MoneyInput
        label="Amount"
        description={`You can draw up to ${available}. The amount is set aside at once, and paid or voided later.`}
        required
        data-autofocus
        currency={deal.currency}
        {...form.getInputProps('amount')}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Textarea label="Notes" {...form.getInputProps('notes')} />
    </FormDialog>
  )
}
