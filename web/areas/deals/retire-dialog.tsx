import { Switch, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useChange } from '../../api.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { majorOf, minorOf } from '../../ui/money.tsx'
import { toastDone } from '../../ui/toasts.tsx'
import { useDealView } from './deal-view.tsx'
import { MONEY_MOVED } from './money-moved.ts'
import { refusalWith } from './refusal.tsx'
import { leftText } from './shares.rules.ts'
import { PartyFields, TermsFields } from './stake-fields.tsx'
import {
  partyBody,
  partyForm,
  partyProblems,
  termsBody,
  termsForm,
  termsProblems,
} from './stake-form.rules.ts'
import type { Stake } from './types.ts'

/** Ends a stake, with or without one that takes its place. */
export function RetireDialog({ stake, onClose }: { stake: Stake; onClose: () => void }) {
  const { deal, stakes, nameOf } = useDealView()
  const read = (typed: string) => minorOf(typed, deal.currency)
  const form = useForm({
    initialValues: {
      reason: '',
      succeeded: false,
      ...partyForm(stake),
      ...termsForm(stake, (minor) => majorOf(minor, deal.currency)),
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
          ? `The stake was retired; ${nameOf(successor)} takes its place.`
          : 'The stake was retired.',
      )
    },
  })
  return (
    <FormDialog
      title={`Retire the stake of ${nameOf(stake)}`}
      verb="Retire"
      danger
      form={form}
      saving={saving}
      refusal={refusalWith(leftText(basis, stakes, stake))}
      onClose={onClose}
      onSubmit={(values) => {
        const successor = { ...partyBody(values), ...termsBody(values, read) }
        saving.mutate({
          params: { id: stake.id },
          body: { reason: values.reason.trim(), ...(values.succeeded ? { successor } : {}) },
        })
      }}
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
        {...form.getInputProps('reason')}
      />
      <Switch
        label="A new stake takes its place"
        description="In the same moment, so that no receipt falls between them."
        {...form.getInputProps('succeeded', { type: 'checkbox' })}
      />
      {succeeded && (
        <>
          <PartyFields form={form} />
          <TermsFields form={form} of={stake} />
        </>
      )}
    </FormDialog>
  )
}
