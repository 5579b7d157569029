import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { codeOf, useChange } from '../../api.ts'
import { minorOf } from '../../ui/money.tsx'
import { toastDone } from '../../ui/toasts.tsx'
import { useDealView } from './deal-view.tsx'
import { FormDialog } from './form-dialog.tsx'
import { MONEY_MOVED } from './money-moved.ts'
import { saidOf } from './refusals.rules.ts'
import { leftText } from './shares.rules.ts'
import { PartyFields, TermsFields } from './stake-fields.tsx'
import { blankParty, blankTerms, isProblem, partyBody, termsBody } from './stake-form.rules.ts'

/** Gives somebody a stake in receipts to come. */
export function AddStakeDialog({ onClose }: { onClose: () => void }) {
  const { deal, stakes, nameOf } = useDealView()
  const [party, setParty] = useState(blankParty)
  const [terms, setTerms] = useState(blankTerms)
  const [notes, setNotes] = useState('')
  const [tried, setTried] = useState(false)
  const change = useChange('accounting.createSplit', {
    outdates: MONEY_MOVED,
    shown: true,
    onDone: ({ data }) => {
      onClose()
      toastDone(`${nameOf(data)} has a stake.`)
    },
  })
  const who = partyBody(party)
  const much = termsBody(terms, (typed) => minorOf(typed, deal.currency))
  const submit = () => {
    setTried(true)
    if (isProblem(who) || isProblem(much)) return
    const said = notes.trim() ? { notes: notes.trim() } : {}
    change.mutate({ body: { dealId: deal.id, ...who, ...much, ...said } })
  }
  return (
    <FormDialog
      title="Add a stake"
      verb="Add the stake"
      busy={change.isPending}
      error={change.error}
      said={saidOf(codeOf(change.error), leftText(terms.basis, stakes))}
      onClose={onClose}
      onSubmit={submit}
    >
      <PartyFields
        party={party}
        onChange={setParty}
        problem={tried && isProblem(who) ? who.party : undefined}
      />
      <TermsFields
        terms={terms}
        onChange={setTerms}
        problems={tried && isProblem(much) ? much : {}}
      />
      <Textarea
        label="Notes"
        value={notes}
        onChange={(event) => setNotes(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
