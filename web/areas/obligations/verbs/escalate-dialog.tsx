import { Select, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { MOST_REASON_CHARS } from '../../../../shared/limits.ts'
import { useChange } from '../../../service/api.ts'
import { usePeople } from '../../../service/session.ts'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import type { Obligation } from '../../../ui/obligations/obligation-words.rules.ts'
import { RefusalRemedy } from '../../../ui/obligations/refusal-remedy.tsx'
import { withInitials } from '../../../ui/values/person-name.tsx'
import { assignable } from '../obligation/obligation.rules.ts'

interface Props {
  obligation: Obligation
  onClose: () => void
}

/** Escalates an obligation to somebody, or to the workspace's default person. */
export function EscalateDialog({ obligation, onClose }: Props) {
  const { id, title } = obligation
  const { seats } = usePeople()
  const form = useForm({ initialValues: { toUserId: null as string | null, reason: '' } })
  const saving = useChange('obligations.escalate', {
    shown: true,
    outdates: [['obligations']],
    onDoneHere: onClose,
  })
  return (
    <FormDialog
      title={`Escalate “${title}”`}
      verb="Escalate"
      form={form}
      saving={saving}
      refusal={(error) => <RefusalRemedy error={error} obligation={obligation} />}
      onClose={onClose}
      onSubmit={({ toUserId, reason }) =>
        saving.mutate({
          params: { id },
          body: {
            ...(toUserId === null ? {} : { toUserId: Number(toUserId) }),
            ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
          },
        })
      }
    >
      <Select
        label="To"
        description="Default: the person in Settings, then a manager, then an owner."
        placeholder="Default"
        clearable
        searchable
        data={assignable(seats, form.values.toUserId)}
        {...form.getInputProps('toUserId')}
        {...withInitials(form.values.toUserId)}
      />
      <Textarea
        label="Reason"
        data-autofocus
        maxLength={MOST_REASON_CHARS}
        {...form.getInputProps('reason')}
      />
    </FormDialog>
  )
}
