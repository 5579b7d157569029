import { Alert, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconInfoCircle } from '@tabler/icons-react'
import { useChange } from '../../api.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { majorOf, minorOf } from '../../ui/money.tsx'
import { toastDone } from '../../ui/toasts.tsx'
import { useDealView } from './deal-view.tsx'
import { MONEY_MOVED } from './money-moved.ts'
import { refusalWith } from './refusal.tsx'
import { leftText } from './shares.rules.ts'
import { TermsFields } from './stake-fields.tsx'
import { termsBody, termsForm, termsProblems } from './stake-form.rules.ts'
import type { Stake } from './types.ts'

/** Changes how much a stake gets; who it is for stays. */
export function EditTermsDialog({ stake, onClose }: { stake: Stake; onClose: () => void }) {
  const { deal, stakes, nameOf } = useDealView()
  const read = (typed: string) => minorOf(typed, deal.currency)
  const form = useForm({
    initialValues: {
      ...termsForm(stake, (minor) => majorOf(minor, deal.currency)),
      notes: stake.notes ?? '',
    },
    validate: (values) => ({ ...termsProblems(values, read) }),
  })
  const saving = useChange('accounting.updateSplit', {
    outdates: MONEY_MOVED,
    shown: true,
    onDone: () => {
      onClose()
      toastDone('The terms were changed.')
    },
  })
  return (
    <FormDialog
      title={`Terms of ${nameOf(stake)}`}
      form={form}
      saving={saving}
      refusal={refusalWith(leftText(form.values.basis, stakes, stake))}
      onClose={onClose}
      onSubmit={(values) =>
        saving.mutate({
          params: { id: stake.id },
          body: { ...termsBody(values, read), notes: values.notes.trim() || null },
        })
      }
    >
      <Alert icon={<IconInfoCircle aria-hidden />}>
        New terms count for receipts to come. What was posted stays as it is. To give the stake to
        somebody else, retire it with a successor.
      </Alert>
      <TermsFields form={form} of={stake} />
      <Textarea label="Notes" {...form.getInputProps('notes')} />
    </FormDialog>
  )
}
