import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useChange } from '../../../api.ts'
import { FailureAlert } from '../../../ui/failure-alert.tsx'
import { toastDone } from '../../../ui/toasts.tsx'
import { useReturnFocus } from '../../../ui/use-return-focus.ts'
import type { Seat, Team } from '../people.ts'
import { MemberFields } from './member-fields.tsx'

interface Props {
  seat: Seat
  teams: readonly Team[] | undefined
  onClose: () => void
}

export function EditMember({ seat, teams, onClose }: Props) {
  useReturnFocus()
  const { name, role, teamIds, crmUserId } = seat
  const form = useForm({
    initialValues: { name, role, teamIds },
    validate: { name: (text) => (text.trim() === '' ? 'Give a name.' : null) },
  })
  const update = useChange('workspace.updateSeat', {
    outdates: [['workspace'], ['auth', 'getSession']],
    shown: true,
    onDone: () => {
      toastDone('Saved.')
      onClose()
    },
  })
  return (
    <Modal opened onClose={onClose} title={`Edit ${name}`}>
      <form onSubmit={form.onSubmit((body) => update.mutate({ params: { crmUserId }, body }))}>
        <Stack>
          <TextInput
            label="Name"
            required
            maxLength={200}
            data-autofocus
            {...form.getInputProps('name')}
          />
          <MemberFields form={form} teams={teams} />
          {update.error && <FailureAlert error={update.error} title="Not saved" />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={update.isPending}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
