import { Switch, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { MOST_REASON_CHARS } from '../../../../shared/limits.ts'
import { useChange } from '../../../api.ts'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { majorOf, minorOf } from '../../../ui/money/money.tsx'
import { toastDone } from '../../../ui/toasts/toasts.tsx'
import { useDealView } from '../deal/deal-view.tsx'
import { MONEY_MOVED } from '../deal/money-moved.ts'
import { refusalWith } from '../deal/refusal.tsx'
import { leftText } from '../deal/shares.rules.ts'
import type { Split } from '../deal/types.ts'
import { PartyFields, TermsFields } from './split-fields.tsx'
import {
  partyBody,
  partyForm,
  partyProblems,
  termsBody,
  termsForm,
  termsProblems,
} from './split-form.rules.ts'

/** Ends a split, with or without one that takes its place. */
export function RetireDialog({ split, onClose }: { split: Split; onClose: () => void }) {
  const { deal, splits, nameOf } = useDealView()
  const read = (typed: string) => minorOf(typed, deal.currency)
  const form = useForm({
    initialValues: {
      reason: '',
      succeeded: false,
      ...partyForm(split),
      ...termsForm(split, (minor) => majorOf(minor, deal.currency)),
    },
    validate: (values) => ({
      ...(values.reason.trim() ? {} : { reason: 'Enter a reason.' }),
      ...(values.succeeded ? { ...partyProblems(values), ...termsProblems(values, read) } : {}),
    }),
  })
  const { succeeded, basis } = form.values
  const saving = useChange('accounting.deactivate', {
    outdates: MONEY_MOVED,
    shown: true,
    onDone: ({ successor }) => {
      onClose()
      toastDone(
        successor
          ? `The split was retired; ${nameOf(successor)} takes its place.`
          : 'The split was retired.',
      )
    },
  })
  return (
    <FormDialog
      title={`Retire the split of ${nameOf(split)}`}
      verb="Retire"
      danger
      form={form}
      saving={saving}
      refusal={refusalWith(leftText(basis, splits, split))}
      onClose={onClose}
      onSubmit={(values) => {
        const successor = { ...partyBody(values), ...termsBody(values, read) }
        saving.mutate({
          params: { id: split.id },
          body: { reason: values.reason.trim(), ...(values.succeeded ? { successor } : {}) },
        })
      }}
    >
      <Text size="sm">
        It gets nothing of receipts to come. What it earned may still be drawn, and clawed back. A
        retired split is not taken up again.
      </Text>
      <Textarea
        label="Reason"
        required
        maxLength={MOST_REASON_CHARS}
        data-autofocus
        {...form.getInputProps('reason')}
      />
      <Switch
        label="A new split takes its place"
        description="In the same moment, so that no receipt falls between them."
        {...form.getInputProps('succeeded', { type: 'checkbox' })}
      />
      {succeeded && (
        <>
          <PartyFields form={form} />
          <TermsFields form={form} of={split} />
        </>
      )}
    </FormDialog>
  )
}
