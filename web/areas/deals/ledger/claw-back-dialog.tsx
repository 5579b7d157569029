import { Textarea } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { MOST_REASON_CHARS } from '../../../../shared/limits.ts'
import { useChange } from '../../../service/api.ts'
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

/** Posts that money has to be given back by those who got it, which is shown while the amount is typed. */
export function ClawBackDialog({ onClose }: { onClose: () => void }) {
  const { money } = useDealView()
  const deal = useWholeDeal()
  const most = deal.netCollectedMinor
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
  const refusal = refusalWith(money)
  const typed = read(form.values.amount)
  const preview = usePartsPreview('clawback', typed > 0 && typed <= most ? typed : null)
  const saving = useChange('accounting.clawBack', {
    outdates: MONEY_MOVED,
    shown: true,
    onDoneHere: onClose,
    onDone: ({ data }) => toastDone(`${money(amountOf(data))} clawed back.`),
  })
  return (
    <FormDialog
      title="Claw back"
      verb="Claw back"
      danger
      form={form}
      saving={saving}
      refusal={refusal}
      onClose={onClose}
      onSubmit={({ amount, reason }) => {
        const { partsHash } = preview
        saving.mutate({
          params: { id: deal.id },
          body: {
            amountMinor: read(amount),
            reason: reason.trim(),
            ...(partsHash ? { partsHash } : {}),
          },
        })
      }}
    >
      <MoneyInput
        label="Amount to give back"
        description={`At most ${money(most)}, which was received and not yet clawed back. Everyone gives back in proportion to what they got and still have, including the house and retired splits.`}
        required
        data-autofocus
        currency={deal.currency}
        {...form.getInputProps('amount')}
      />
      <PartsPreview of="clawback" preview={preview} refusal={refusal} />
      <Textarea
        label="Reason"
        required
        maxLength={MOST_REASON_CHARS}
        {...form.getInputProps('reason')}
      />
    </FormDialog>
  )
}
