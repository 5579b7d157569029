import { Switch, Text, TextInput } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { MOST_NAME_CHARS } from '../../../../../shared/limits.ts'
import { accepted, api } from '../../../../service/api.ts'
import { useOnce } from '../../../../service/once-reached.ts'
import { FormDialog } from '../../../../ui/forms/form-dialog.tsx'
import type { Definition, GridState } from '../../list/types.ts'
import { type SavedView, viewBody } from '../state/grid-state.rules.ts'

interface Props {
  definition: Definition
  /** The view to rename or share; without it a new one is saved. */
  view: SavedView | null
  state: GridState
  onSaved: (id: string) => void
  onClose: () => void
}

export function ViewDialog({ definition, view, state, onSaved, onClose }: Props) {
  const queries = useQueryClient()
  const once = useOnce()
  const form = useForm({
    initialValues: { name: view?.name ?? '', isShared: view ? !view.private : false },
    validate: { name: isNotEmpty('Enter a name.') },
  })
  const saving = useMutation({
    meta: { shown: true },
    mutationFn: ({ name, isShared }: typeof form.values) => {
      const body = { name: name.trim(), private: !isShared }
      const { key } = definition
      return accepted(
        once((how) =>
          view
            ? api.definitions.updateView({ key, viewId: view.id }, body, how)
            : api.definitions.createView({ key }, { ...body, ...viewBody(definition, state) }, how),
        ),
      )
    },
    onSuccess: async ({ data }) => {
      await queries.invalidateQueries({ queryKey: ['definitions', 'listViews'] })
      if (!view) onSaved(data.id)
      onClose()
    },
  })
  return (
    <FormDialog
      title={view ? 'Rename or share view' : 'Save as new view'}
      verb="Save view"
      form={form}
      saving={saving}
      names={{ private: 'isShared' }}
      onClose={onClose}
      onSubmit={(values) => saving.mutate(values)}
    >
      {!view && (
        <Text size="sm" c="dimmed">
          It saves the current filter, search, sort, group and columns.
        </Text>
      )}
      <TextInput
        label="Name"
        required
        maxLength={MOST_NAME_CHARS}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Switch
        label="Share with everyone in the workspace"
        description="If off, only you can see it."
        {...form.getInputProps('isShared', { type: 'checkbox' })}
      />
    </FormDialog>
  )
}
