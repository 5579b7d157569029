import { useForm } from '@mantine/form'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { minorOf } from '../../../ui/money/money.tsx'
import { ObligationFields } from './obligation-fields.tsx'
import { type ObligationForm, obligationChanges } from './obligation-form.rules.ts'

type Changes = Extract<ReturnType<typeof obligationChanges>, { body: unknown }>['body']

interface Props {
  title: string
  verb: string
  before: ObligationForm
  id?: number
  timeZone: string
  saving: { isPending: boolean; error: unknown }
  onClose: () => void
  onSend: (changes: Changes, form: ObligationForm) => void
}

/** The form of an obligation. */
export function ObligationDialog({ before, id, timeZone, onSend, ...given }: Props) {
  const form = useForm({
    initialValues: before,
    validate: (values) => {
      const changes = obligationChanges(values, before, minorOf)
      return 'problems' in changes ? changes.problems : {}
    },
  })
  return (
    <FormDialog
      {...given}
      size="lg"
      form={form}
      onSubmit={(values) => {
        const changes = obligationChanges(values, before, minorOf)
        if ('body' in changes) onSend(changes.body, values)
      }}
    >
      <ObligationFields form={form} {...(id === undefined ? {} : { id })} timeZone={timeZone} />
    </FormDialog>
  )
}
