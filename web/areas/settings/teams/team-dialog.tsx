import { Button, Group, Modal, MultiSelect, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { accepted, api } from '../../../api.ts'
import { FailureAlert } from '../../../ui/failure-alert.tsx'
import { toastDone } from '../../../ui/toasts.tsx'
import { useReturnFocus } from '../../../ui/use-return-focus.ts'
import type { Seat, Team } from '../people.ts'
import { moved } from './membership.rules.ts'

interface Props {
  /** None where one is to be made. */
  team: Team | undefined
  seats: readonly Seat[]
  onClose: () => void
}

export function TeamDialog({ team, seats, onClose }: Props) {
  useReturnFocus()
  const queries = useQueryClient()
  const form = useForm({
    initialValues: { name: team?.name ?? '', people: (team?.crmUserIds ?? []).map(String) },
    validate: { name: (text) => (text.trim() === '' ? 'Give the team a name.' : null) },
  })
  const save = useMutation({
    meta: { shown: true },
    mutationFn: async ({ name, people }: typeof form.values) => {
      const { id } = team ?? (await accepted(api.workspace.createTeam({ name }))).data
      if (team && team.name !== name) await accepted(api.workspace.updateTeam({ id }, { name }))
      // A team's people are told by their seats.
      for (const { crmUserId, teamIds } of moved(seats, id, people.map(Number))) {
        await accepted(api.workspace.updateSeat({ crmUserId }, { teamIds }))
      }
    },
    onSuccess: () => {
      toastDone('Saved.')
      onClose()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['workspace'] }),
  })
  return (
    <Modal opened onClose={onClose} title={team ? `Edit ${team.name}` : 'New team'}>
      <form onSubmit={form.onSubmit((values) => save.mutate(values))}>
        <Stack>
          <TextInput
            label="Name"
            required
            maxLength={200}
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
          {save.error && <FailureAlert error={save.error} title="Not saved" />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={save.isPending}>
              {team ? 'Save' : 'Make the team'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
