import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { codeOf, useChange } from '../../api.ts'
import { minorOf } from '../../ui/money.tsx'
import { MoneyInput } from '../../ui/money-input.tsx'
import { toastDone } from '../../ui/toasts.tsx'
import { useDealView } from './deal-view.tsx'
import { FormDialog } from './form-dialog.tsx'
import { MONEY_MOVED } from './money-moved.ts'
import { saidOf } from './refusals.rules.ts'
import type { Stake } from './types.ts'

/** Asks for money of a stake; somebody else may have drawn meanwhile, and the service says so. */
export function DrawDialog({ stake, onClose }: { stake: Stake; onClose: () => void }) {
  const { deal, money, nameOf } = useDealView()
  const [amount, setAmount] = useState('')
  const [notes, setNotes] = useState('')
  const [tried, setTried] = useState(false)
  const change = useChange('accounting.draw', {
    outdates: MONEY_MOVED,
    shown: true,
    onDone: ({ data }) => {
      onClose()
      toastDone(`${money(data.amountMinor)} is set aside for ${nameOf(stake)}.`)
    },
  })
  const { availableMinor } = stake.availability
  const available = money(availableMinor)
  const amountMinor = minorOf(amount, deal.currency)
  const isAmount = amountMinor !== null && amountMinor > 0
  const submit = () => {
    setTried(true)
    if (!isAmount) return
    const body = { amountMinor, ...(notes.trim() ? { notes: notes.trim() } : {}) }
    change.mutate({ params: { id: stake.id }, body })
  }
  return (
    <FormDialog
      title={`Draw from the stake of ${nameOf(stake)}`}
      verb="Draw"
      busy={change.isPending}
      error={change.error}
      said={saidOf(codeOf(change.error), availableMinor > 0 ? available : null)}
      onClose={onClose}
      onSubmit={submit}
    >
      <MoneyInput
        label="Amount"
        description={`${available} is available. It is set aside at once, and paid or voided later.`}
        required
        data-autofocus
        currency={deal.currency}
        value={amount}
        onChange={setAmount}
        error={tried && !isAmount ? 'Write an amount above 0.' : undefined}
      />
      <Textarea
        label="Notes"
        value={notes}
        onChange={(event) => setNotes(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
