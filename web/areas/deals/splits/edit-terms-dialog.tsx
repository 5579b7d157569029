import { Alert, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { majorOf } from '../../../../shared/amounts.ts'
import { useChange } from '../../../service/api.ts'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { IconInfoCircle } from '../../../ui/icons/icons.ts'
import { minorOf } from '../../../ui/money/money.tsx'
import { useDealView } from '../deal/deal-view.tsx'
import { MONEY_MOVED } from '../deal/money-moved.ts'
import { refusalWith } from '../deal/refusal.tsx'
import type { Split } from '../deal/types.ts'
import { TermsFields } from './split-fields.tsx'
import { termsBody, termsForm, termsProblems } from './split-form.rules.ts'

/** Changes how much a split gets, but not who it is for. */
export function EditTermsDialog({ split, onClose }: { split: Split; onClose: () => void }) {
  const { deal, money, nameOf } = useDealView()
  const read = (typed: string) => minorOf(typed, deal.currency)
  const form = useForm({
    initialValues: {
      ...termsForm(split, (minor) => majorOf(minor, deal.currency)),
      notes: split.notes ?? '',
    },
    validate: (values) => ({ ...termsProblems(values, read) }),
  })
  const saving = useChange('accounting.updateSplit', {
    outdates: MONEY_MOVED,
    shown: true,
    onDoneHere: onClose,
  })
  return (
    <FormDialog
      title={`Terms for ${nameOf(split)}`}
      form={form}
      saving={saving}
      refusal={refusalWith(money)}
      onClose={onClose}
      onSubmit={(values) =>
        saving.mutate({
          params: { id: split.id },
          body: { ...termsBody(values, read), notes: values.notes.trim() || null },
        })
      }
    >
      <Alert icon={<IconInfoCircle aria-hidden />}>
        New terms apply to future collections. Posted entries don’t change. To give the split to
        someone else, retire it with a successor.
      </Alert>
      <TermsFields form={form} of={split} />
      <Textarea label="Notes" {...form.getInputProps('notes')} />
    </FormDialog>
  )
}
