import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../../api.ts'
import { amountOf } from '../../ui/entry-amount.rules.ts'
import { minorOf } from '../../ui/money.tsx'
import { MoneyInput } from '../../ui/money-input.tsx'
import { toastDone } from '../../ui/toasts.tsx'
import { useDealView, useWholeDeal } from './deal-view.tsx'
import { FormDialog } from './form-dialog.tsx'
import { MONEY_MOVED } from './money-moved.ts'
import type { Entry } from './types.ts'

interface Props {
  verb: 'expect' | 'collect'
  onClose: () => void
  /** The parts of a receipt are shown once they are posted. */
  onSplit: (entry: Entry) => void
}

const words = {
  expect: {
    title: 'Record an expectation',
    verb: 'Record',
    amount: 'Commission expected',
    about: 'Expectations add up; one that was wrong is reversed in the ledger.',
  },
  collect: {
    title: 'Record a receipt',
    verb: 'Record and split',
    amount: 'Amount that came in',
    about: 'It is split over the stakes as they are now, once and for all.',
  },
}

/** Posts what is expected, or what came in. */
export function PostingDialog({ verb, onClose, onSplit }: Props) {
  const { money } = useDealView()
  const deal = useWholeDeal()
  const [amount, setAmount] = useState('')
  const [when, setWhen] = useState('')
  const [reference, setReference] = useState('')
  const [tried, setTried] = useState(false)
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
  const change = verb === 'expect' ? expect : collect
  const amountMinor = minorOf(amount, deal.currency)
  const isAmount = amountMinor !== null && amountMinor > 0
  const submit = () => {
    setTried(true)
    if (!isAmount) return
    change.mutate({
      params: { id: deal.id },
      body: {
        amountMinor,
        ...(when ? { occurredAt: new Date(when).toISOString() } : {}),
        ...(reference.trim() ? { reference: reference.trim() } : {}),
      },
    })
  }
  const said = words[verb]
  return (
    <FormDialog
      title={said.title}
      verb={said.verb}
      busy={change.isPending}
      error={change.error}
      onClose={onClose}
      onSubmit={submit}
    >
      <MoneyInput
        label={said.amount}
        description={said.about}
        required
        data-autofocus
        currency={deal.currency}
        value={amount}
        onChange={setAmount}
        error={tried && !isAmount ? 'Write an amount above 0.' : undefined}
      />
      <TextInput
        label="When it happened"
        description="Now, unless told."
        type="datetime-local"
        value={when}
        onChange={(event) => setWhen(event.currentTarget.value)}
      />
      <TextInput
        label="Reference"
        description="As of the bank, to find it again."
        maxLength={300}
        value={reference}
        onChange={(event) => setReference(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
