import { Switch, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { codeOf, useChange } from '../../api.ts'
import { majorOf, minorOf } from '../../ui/money.tsx'
import { toastDone } from '../../ui/toasts.tsx'
import { useDealView } from './deal-view.tsx'
import { FormDialog } from './form-dialog.tsx'
import { MONEY_MOVED } from './money-moved.ts'
import { saidOf } from './refusals.rules.ts'
import { leftText } from './shares.rules.ts'
import { PartyFields, TermsFields } from './stake-fields.tsx'
import { isProblem, partyBody, partyForm, termsBody, termsForm } from './stake-form.rules.ts'
import type { Stake } from './types.ts'

/** Ends a stake, with or without one that takes its place. */
export function RetireDialog({ stake, onClose }: { stake: Stake; onClose: () => void }) {
  const { deal, stakes, nameOf } = useDealView()
  const [reason, setReason] = useState('')
  const [succeeded, setSucceeded] = useState(false)
  const [party, setParty] = useState(partyForm(stake))
  const [terms, setTerms] = useState(termsForm(stake, (minor) => majorOf(minor, deal.currency)))
  const [tried, setTried] = useState(false)
  const change = useChange('accounting.deactivate', {
    outdates: MONEY_MOVED,
    shown: true,
    onDone: ({ successor }) => {
      onClose()
      toastDone(
        successor
          ? `The stake was retired; ${nameOf(successor)} takes its place.`
          : 'The stake was retired.',
      )
    },
  })
  const who = partyBody(party)
  const much = termsBody(terms, (typed) => minorOf(typed, deal.currency))
  const submit = () => {
    setTried(true)
    if (!reason.trim()) return
    const said = { params: { id: stake.id }, body: { reason: reason.trim() } }
    if (!succeeded) change.mutate(said)
    else if (!isProblem(who) && !isProblem(much)) {
      change.mutate({ ...said, body: { ...said.body, successor: { ...who, ...much } } })
    }
  }
  return (
    <FormDialog
      title={`Retire the stake of ${nameOf(stake)}`}
      verb="Retire"
      danger
      busy={change.isPending}
      error={change.error}
      said={saidOf(codeOf(change.error), leftText(terms.basis, stakes, stake))}
      onClose={onClose}
      onSubmit={submit}
    >
      <Text size="sm">
        It gets nothing of receipts to come. What it earned may still be drawn, and clawed back. A
        retired stake is not taken up again.
      </Text>
      <Textarea
        label="Reason"
        required
        maxLength={2000}
        data-autofocus
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        error={tried && !reason.trim() ? 'Write why it ends.' : undefined}
      />
      <Switch
        label="A new stake takes its place"
        description="In the same moment, so that no receipt falls between them."
        checked={succeeded}
        onChange={(event) => setSucceeded(event.currentTarget.checked)}
      />
      {succeeded && (
        <>
          <PartyFields
            party={party}
            onChange={setParty}
            problem={tried && isProblem(who) ? who.party : undefined}
          />
          <TermsFields
            of={stake}
            terms={terms}
            onChange={setTerms}
            problems={tried && isProblem(much) ? much : {}}
          />
        </>
      )}
    </FormDialog>
  )
}
