import { Button, Group, Modal, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { accepted, api } from '../../../api.ts'
import { FailureAlert } from '../../../ui/failure-alert.tsx'
import { toastDone } from '../../../ui/toasts.tsx'
import { useReturnFocus } from '../../../ui/use-return-focus.ts'
import type { Column, Definition } from '../grid/types.ts'
import {
  draftOf,
  isComputed,
  type SettingsDraft,
  settingNames,
  settingsOf,
} from './column-draft.rules.ts'
import { type ColumnType, columnTypes, typeLabel } from './column-types.ts'
import { SettingsFields } from './settings-fields.tsx'
import { TypeSelect } from './type-select.tsx'

interface Props {
  definition: Definition
  /** The one to change; without it a column is added. */
  column: Column | null
  /** What a column that is added is called, unless somebody calls it otherwise. */
  suggestedName?: string
  onAdded?: (key: string) => void
  onClose: () => void
}

/** Adds a column, or changes what of one may change at any time; its type has a dialog of its own. */
export function ColumnDialog({ definition, column, suggestedName, onAdded, onClose }: Props) {
  useReturnFocus()
  const [name, setName] = useState(column?.name ?? suggestedName ?? '')
  const [type, setType] = useState<ColumnType>(column?.type ?? 'text')
  const [description, describe] = useState(column?.description ?? '')
  const [required, setRequired] = useState(column?.required ?? false)
  const [unique, setUnique] = useState(column?.unique ?? false)
  const [draft, setDraft] = useState<SettingsDraft>(column ? draftOf(column) : {})
  const queries = useQueryClient()
  const computed = isComputed(type)
  const save = useMutation({
    meta: { shown: true },
    mutationFn: () => {
      const settings = settingsOf(type, draft, column ?? undefined)
      const body = {
        name: name.trim(),
        description: description.trim(),
        ...(computed ? {} : { required, unique }),
        ...(settingNames(type).length > 0 ? { settings } : {}),
      }
      const { key } = definition
      return accepted(
        column
          ? api.definitions.updateColumn({ key, column: column.id }, body)
          : api.definitions.createColumn({ key }, { ...body, type }),
      )
    },
    onSuccess: async ({ data }) => {
      await queries.invalidateQueries({ queryKey: ['definitions'] })
      if (!column) onAdded?.(data.key)
      toastDone(column ? `“${data.name}” is changed.` : `The column “${data.name}” is added.`)
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <Modal opened onClose={onClose} title={column ? `Change “${column.name}”` : 'Add a column'}>
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label="Name"
            required
            maxLength={200}
            data-autofocus
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {column ? (
            <Text size="sm" c="dimmed">
              {typeLabel(column.type)}; integrations name it by its key <code>{column.key}</code>,
              which stays.
            </Text>
          ) : (
            <TypeSelect
              label="Type"
              types={Object.keys(columnTypes) as ColumnType[]}
              value={type}
              onChange={setType}
            />
          )}
          <SettingsFields
            definition={definition}
            type={type}
            draft={draft}
            onDraft={setDraft}
            exists={column !== null}
          />
          <Textarea
            label="Description"
            description="What belongs in it, for those who fill it in."
            maxLength={2000}
            value={description}
            onChange={(event) => describe(event.currentTarget.value)}
          />
          {!computed && (
            <>
              <Switch
                label="Required"
                description="Rows without a value are refused from now on."
                checked={required}
                onChange={(event) => setRequired(event.currentTarget.checked)}
              />
              <Switch
                label="Unique"
                description="No two rows may have the same value."
                checked={unique}
                onChange={(event) => setUnique(event.currentTarget.checked)}
              />
            </>
          )}
          {save.error ? <FailureAlert error={save.error} /> : null}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={save.isPending}>
              {column ? 'Save the column' : 'Add the column'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
