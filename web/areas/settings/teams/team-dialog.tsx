import { MultiSelect, TextInput } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { MOST_NAME_CHARS } from '../../../../shared/limits.ts'
import { accepted, api } from '../../../service/api.ts'
import { useOnce } from '../../../service/once-reached.ts'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import type { Seat, Team } from '../people/people.ts'
import { seatsMoving } from './membership.rules.ts'

interface Props {
  /** The team to change; without it a new one is created. */
  team: Team | undefined
  seats: readonly Seat[]
  onClose: () => void
}

export function TeamDialog({ team, seats, onClose }: Props) {
  const queries = useQueryClient()
  const once = useOnce()
  const form = useForm({
    initialValues: { name: team?.name ?? '', people: (team?.crmUserIds ?? []).map(String) },
    validate: { name: isNotEmpty('Enter a name.') },
  })
  const save = useMutation({
    meta: { shown: true },
    mutationFn: async ({ name, people }: typeof form.values) => {
      const { id } =
        team ?? (await accepted(once((how) => api.workspace.createTeam({ name }, how)))).data
      if (team && team.name !== name)
        await accepted(once((how) => api.workspace.updateTeam({ id }, { name }, how)))
      // A person's teams are stored with the seat.
      for (const { crmUserId, teamIds } of seatsMoving(seats, id, people.map(Number))) {
        await accepted(once((how) => api.workspace.updateSeat({ crmUserId }, { teamIds }, how)))
      }
    },
    onSuccess: onClose,
    onSettled: () => queries.invalidateQueries({ queryKey: ['workspace'] }),
  })
  return (
    <FormDialog
      title={team ? `Edit ${team.name}` : 'New team'}
      verb={team ? 'Save' : 'Create team'}
      form={form}
      saving={save}
      onClose={onClose}
      onSubmit={(values) => save.mutate(values)}
    >
      <TextInput
        label="Name"
        required
        maxLength={MOST_NAME_CHARS}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <MultiSelect
        label="People"
        data={seats.map(({ crmUserId, name }) => ({ value: String(crmUserId), label: name }))}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'Clear the people' }}
        {...form.getInputProps('people')}
      />
    </FormDialog>
  )
}
