import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { codeOf, useChange } from '../../api.ts'
import { minorOf } from '../../ui/money.tsx'
import { MoneyInput } from '../../ui/money-input.tsx'
import { useDealView, useWholeDeal } from './deal-view.tsx'
import { FormDialog } from './form-dialog.tsx'
import { MONEY_MOVED } from './money-moved.ts'
import { saidOf } from './refusals.rules.ts'
import type { Entry } from './types.ts'

interface Props {
  onClose: () => void
  onSplit: (entry: Entry) => void
}

/** Posts that money has to be given back; it falls on whom it came to. */
export function ClawBackDialog({ onClose, onSplit }: Props) {
  const { money } = useDealView()
  const deal = useWholeDeal()
  const [amount, setAmount] = useState('')
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const change = useChange('accounting.clawBack', {
    outdates: MONEY_MOVED,
    shown: true,
    onDone: ({ data }) => onSplit(data),
  })
  const most = deal.collectedMinor - deal.clawedBackMinor
  const amountMinor = minorOf(amount, deal.currency)
  const isAmount = amountMinor !== null && amountMinor > 0 && amountMinor <= most
  const submit = () => {
    const isWhole = isAmount && reason.trim() !== ''
    // Of what the service refuses, the field need not say once more what is left by then.
    setTried(!isWhole)
    if (!isWhole) return
    change.mutate({ params: { id: deal.id }, body: { amountMinor, reason: reason.trim() } })
  }
  return (
    <FormDialog
      title="Claw back"
      verb="Claw back"
      danger
      busy={change.isPending}
      error={change.error}
      said={saidOf(codeOf(change.error), most > 0 ? money(most) : null)}
      onClose={onClose}
      onSubmit={submit}
    >
      <MoneyInput
        label="Amount to be given back"
        description={`At most ${money(most)}: what was collected and not clawed back. It falls on everybody in the proportion of what they got and still have, the house and retired stakes included.`}
        required
        data-autofocus
        currency={deal.currency}
        value={amount}
        onChange={setAmount}
        error={tried && !isAmount ? `Write an amount above 0, at most ${money(most)}.` : undefined}
      />
      <Textarea
        label="Reason"
        required
        maxLength={2000}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        error={tried && !reason.trim() ? 'Write why it has to be given back.' : undefined}
      />
    </FormDialog>
  )
}
