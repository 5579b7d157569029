import { Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useChange } from '../../../service/api.ts'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { minorOf } from '../../../ui/money/money.tsx'
import { useDealView } from '../deal/deal-view.tsx'
import { MONEY_MOVED } from '../deal/money-moved.ts'
import { refusalWith } from '../deal/refusal.tsx'
import { PartyFields, TermsFields } from './split-fields.tsx'
import {
  blankParty,
  blankTerms,
  partyBody,
  partyProblems,
  termsBody,
  termsProblems,
} from './split-form.rules.ts'

/** Gives somebody a split of future collections. */
export function AddSplitDialog({ onClose }: { onClose: () => void }) {
  const { deal, money } = useDealView()
  const read = (typed: string) => minorOf(typed, deal.currency)
  const form = useForm({
    initialValues: { ...blankParty, ...blankTerms, notes: '' },
    validate: (values) => ({ ...partyProblems(values), ...termsProblems(values, read) }),
  })
  const saving = useChange('accounting.createSplit', {
    outdates: MONEY_MOVED,
    shown: true,
    onDoneHere: onClose,
  })
  return (
    <FormDialog
      title="Add split"
      verb="Add split"
      form={form}
      saving={saving}
      refusal={refusalWith(money)}
      onClose={onClose}
      onSubmit={(values) => {
        const notes = values.notes.trim()
        saving.mutate({
          body: {
            dealId: deal.id,
            ...partyBody(values),
            ...termsBody(values, read),
            ...(notes ? { notes } : {}),
          },
        })
      }}
    >
      <PartyFields form={form} />
      <TermsFields form={form} />
      <Textarea label="Notes" {...form.getInputProps('notes')} />
    </FormDialog>
  )
}
