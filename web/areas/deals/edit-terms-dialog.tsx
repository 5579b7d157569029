import { Alert, Textarea } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { codeOf, useChange } from '../../api.ts'
import { majorOf, minorOf } from '../../ui/money.tsx'
import { toastDone } from '../../ui/toasts.tsx'
import { useDealView } from './deal-view.tsx'
import { FormDialog } from './form-dialog.tsx'
import { MONEY_MOVED } from './money-moved.ts'
import { saidOf } from './refusals.rules.ts'
import { leftText } from './shares.rules.ts'
import { TermsFields } from './stake-fields.tsx'
import { isProblem, termsBody, termsForm } from './stake-form.rules.ts'
import type { Stake } from './types.ts'

/** Changes how much a stake gets; who it is for stays. */
export function EditTermsDialog({ stake, onClose }: { stake: Stake; onClose: () => void }) {
  const { deal, stakes, nameOf } = useDealView()
  const [terms, setTerms] = useState(termsForm(stake, (minor) => majorOf(minor, deal.currency)))
  const [notes, setNotes] = useState(stake.notes ?? '')
  const [tried, setTried] = useState(false)
  const change = useChange('accounting.updateSplit', {
    outdates: MONEY_MOVED,
    shown: true,
    onDone: () => {
      onClose()
      toastDone('The terms were changed.')
    },
  })
  const much = termsBody(terms, (typed) => minorOf(typed, deal.currency))
  const submit = () => {
    setTried(true)
    if (isProblem(much)) return
    change.mutate({ params: { id: stake.id }, body: { ...much, notes: notes.trim() || null } })
  }
  return (
    <FormDialog
      title={`Terms of ${nameOf(stake)}`}
      verb="Save"
      busy={change.isPending}
      error={change.error}
      said={saidOf(codeOf(change.error), leftText(terms.basis, stakes, stake))}
      onClose={onClose}
      onSubmit={submit}
    >
      <Alert icon={<IconInfoCircle aria-hidden />}>
        New terms count for receipts to come. What was posted stays as it is. To give the stake to
        somebody else, retire it with a successor.
      </Alert>
      <TermsFields
        of={stake}
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
