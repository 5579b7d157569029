import { TextInput } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { MOST_NAME_CHARS } from '../../../../shared/limits.ts'
import { useChange } from '../../../service/api.ts'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import type { Seat, Team } from '../people/people.ts'
import { MemberFields } from './member-fields.tsx'

interface Props {
  seat: Seat
  teams: readonly Team[] | undefined
  onClose: () => void
}

export function EditMember({ seat, teams, onClose }: Props) {
  const { name, role, teamIds, crmUserId } = seat
  const form = useForm({
    initialValues: { name, role, teamIds },
    validate: { name: isNotEmpty('Enter a name.') },
  })
  const saving = useChange('workspace.updateSeat', {
    outdates: [['workspace'], ['auth', 'getSession']],
    shown: true,
    onDoneHere: onClose,
  })
  return (
    <FormDialog
      title={`Edit ${name}`}
      form={form}
      saving={saving}
      onClose={onClose}
      onSubmit={(body) => saving.mutate({ params: { crmUserId }, body })}
    >
      <TextInput
        label="Name"
        required
        maxLength={MOST_NAME_CHARS}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <MemberFields form={form} teams={teams} />
    </FormDialog>
  )
}
