import { Button, Group, Modal, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { accepted, api } from '../../../api.ts'
import { FailureAlert } from '../../../ui/failure-alert.tsx'
import { toastDone } from '../../../ui/toasts.tsx'
import { useReturnFocus } from '../../../ui/use-return-focus.ts'
import type { Definition, GridState } from '../grid/types.ts'
import { type SavedView, viewBody } from './grid-state.rules.ts'

interface Props {
  definition: Definition
  /** To rename or share; without one a new view is saved. */
  view: SavedView | null
  state: GridState
  onSaved: (id: string) => void
  onClose: () => void
}

export function ViewDialog({ definition, view, state, onSaved, onClose }: Props) {
  useReturnFocus()
  const [name, setName] = useState(view?.name ?? '')
  const [isShared, share] = useState(view ? !view.private : false)
  const queries = useQueryClient()
  const save = useMutation({
    meta: { shown: true },
    mutationFn: () => {
      const body = { name: name.trim(), private: !isShared }
      return accepted(
        view
          ? api.definitions.updateView({ key: definition.key, viewId: view.id }, body)
          : api.definitions.createView(
              { key: definition.key },
              { ...body, ...viewBody(definition, state) },
            ),
      )
    },
    onSuccess: async ({ data }) => {
      await queries.invalidateQueries({ queryKey: ['definitions', 'listViews'] })
      if (!view) onSaved(data.id)
      toastDone(`“${data.name}” is saved.`)
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={view ? 'Rename or share the view' : 'Save as a new view'}
    >
      <form onSubmit={submit}>
        <Stack>
          {!view && (
            <Text size="sm" c="dimmed">
              It keeps the filter, search, order, group and columns as they are now.
            </Text>
          )}
          <TextInput
            label="Name"
            required
            maxLength={200}
            data-autofocus
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Switch
            label="Everybody in the workspace sees it"
            description="Otherwise it is yours alone."
            checked={isShared}
            onChange={(event) => share(event.currentTarget.checked)}
          />
          {save.error ? <FailureAlert error={save.error} /> : null}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={save.isPending}>
              Save the view
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
