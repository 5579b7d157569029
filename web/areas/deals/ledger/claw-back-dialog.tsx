import { Textarea } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { MOST_REASON_CHARS } from '../../../../shared/limits.ts'
import { useChange } from '../../../api.ts'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { minorOf } from '../../../ui/money/money.tsx'
import { MoneyInput } from '../../../ui/money/money-input.tsx'
import { useDealView, useWholeDeal } from '../deal/deal-view.tsx'
import { MONEY_MOVED } from '../deal/money-moved.ts'
import { refusalWith } from '../deal/refusal.tsx'
import type { Entry } from '../deal/types.ts'

interface Props {
  onClose: () => void
  onSplit: (entry: Entry) => void
}

/** Posts that money has to be given back by those who got it. */
export function ClawBackDialog({ onClose, onSplit }: Props) {
  const { money } = useDealView()
  const deal = useWholeDeal()
  const most = deal.collectedMinor - deal.clawedBackMinor
  const read = (typed: string) => minorOf(typed, deal.currency) ?? 0
  const form = useForm({
    initialValues: { amount: '', reason: '' },
    validate: {
      amount: (typed) =>
        read(typed) <= 0 || read(typed) > most
          ? `Enter an amount above 0 and at most ${money(most)}.`
          : null,
      reason: isNotEmpty('Enter a reason.'),
    },
  })
  const saving = useChange('accounting.clawBack', {
    outdates: MONEY_MOVED,
    shown: true,
    onDone: ({ data }) => onSplit(data),
  })
  return (
    <FormDialog
      title="Claw back"
      verb="Claw back"
      danger
      form={form}
      saving={saving}
      refusal={refusalWith(most > 0 ? money(most) : null)}
      onClose={onClose}
      onSubmit={({ amount, reason }) =>
        saving.mutate({
          params: { id: deal.id },
          body: { amountMinor: read(amount), reason: reason.trim() },
        })
      }
    >
      <MoneyInput
        label="Amount to give back"
        description={`At most ${money(most)}, which is what was collected and not yet clawed back. Everyone gives back in proportion to what they got and still have, including the house and retired splits.`}
        required
        data-autofocus
        currency={deal.currency}
        {...form.getInputProps('amount')}
      />
      <Textarea
        label="Reason"
        required
        maxLength={MOST_REASON_CHARS}
        {...form.getInputProps('reason')}
      />
    </FormDialog>
  )
}
