import { Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { majorOf } from '../../../../shared/amounts.ts'
import { MOST_NOTES_CHARS } from '../../../../shared/limits.ts'
import { isOpen } from '../../../../shared/obligation-states.ts'
import { type Body, useAnswer, useChange } from '../../../service/api.ts'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import type { Obligation } from '../../../ui/obligations/obligation-words.rules.ts'
import { ObligationDialog } from './obligation-dialog.tsx'
import { filledObligation } from './obligation-form.rules.ts'

interface Props {
  obligation: Obligation
  onClose: () => void
}

/** Changes an obligation: all of it while it is open, its description and notes afterwards. */
export function EditObligation({ obligation, onClose }: Props) {
  const { id } = obligation
  const { data: workspace } = useAnswer('workspace.getWorkspace', {})
  const saving = useChange('obligations.update', {
    shown: true,
    outdates: [['obligations']],
    onDoneHere: onClose,
  })
  const send = (body: Body<'obligations.update'>) => {
    if (Object.keys(body).length === 0) onClose()
    else saving.mutate({ params: { id }, body })
  }
  if (!workspace) return null
  const { currency, timeZone } = workspace.data
  const given = { saving, onClose, onSend: send }
  return isOpen(obligation.status) ? (
    <ObligationDialog
      title="Edit obligation"
      verb="Save"
      before={filledObligation(obligation, currency, majorOf)}
      id={id}
      timeZone={timeZone}
      {...given}
    />
  ) : (
    <NotesDialog obligation={obligation} {...given} />
  )
}

interface NotesProps extends Props {
  saving: { isPending: boolean; error: unknown }
  onSend: (body: Body<'obligations.update'>) => void
}

function NotesDialog({ obligation, saving, onClose, onSend }: NotesProps) {
  const before = { description: obligation.description ?? '', notes: obligation.notes ?? '' }
  const form = useForm({ initialValues: before })
  return (
    <FormDialog
      title="Edit description and notes"
      form={form}
      saving={saving}
      onClose={onClose}
      onSubmit={({ description, notes }) =>
        onSend({
          ...(description === before.description ? {} : { description: description || null }),
          ...(notes === before.notes ? {} : { notes: notes || null }),
        })
      }
    >
      <Text size="sm">
        This obligation is closed. You can still change its description and notes.
      </Text>
      <Textarea
        label="Description"
        maxLength={MOST_NOTES_CHARS}
        {...form.getInputProps('description')}
      />
      <Textarea label="Notes" maxLength={MOST_NOTES_CHARS} {...form.getInputProps('notes')} />
    </FormDialog>
  )
}
