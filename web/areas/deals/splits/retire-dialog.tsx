import { Switch, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { majorOf } from '../../../../shared/amounts.ts'
import { MOST_REASON_CHARS } from '../../../../shared/limits.ts'
import { useChange } from '../../../service/api.ts'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { minorOf } from '../../../ui/money/money.tsx'
import { useDealView } from '../deal/deal-view.tsx'
import { MONEY_MOVED } from '../deal/money-moved.ts'
import { refusalWith } from '../deal/refusal.tsx'
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

/** Ends a split, with or without a successor. */
export function RetireDialog({ split, onClose }: { split: Split; onClose: () => void }) {
  const { deal, money, nameOf } = useDealView()
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
  const { succeeded } = form.values
  const saving = useChange('accounting.deactivate', {
    outdates: MONEY_MOVED,
    shown: true,
    onDoneHere: onClose,
  })
  return (
    <FormDialog
      title={`Retire ${nameOf(split)}’s split`}
      verb="Retire"
      danger
      form={form}
      saving={saving}
      refusal={refusalWith(money)}
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
        It gets no part of future collections. What it has earned can still be drawn, and clawed
        back. You can’t undo this.
      </Text>
      <Textarea
        label="Reason"
        required
        maxLength={MOST_REASON_CHARS}
        data-autofocus
        {...form.getInputProps('reason')}
      />
      <Switch
        label="Replace it with a new split"
        description="Both happen at once, so no collection falls between them."
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
