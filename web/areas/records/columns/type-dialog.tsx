import { Alert, Button, Checkbox, Group, Modal, Skeleton, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { accepted, api, useChange } from '../../../api.ts'
import { FailureAlert } from '../../../ui/failure-alert.tsx'
import { toastDone } from '../../../ui/toasts.tsx'
import { useReturnFocus } from '../../../ui/use-return-focus.ts'
import type { Column, Definition } from '../grid/types.ts'
import { type SettingsDraft, settingsOf } from './column-draft.rules.ts'
import { columnQueries } from './column-queries.ts'
import { type ColumnType, changeableTypes, typeLabel } from './column-types.ts'
import { SettingsFields } from './settings-fields.tsx'
import { TypePreview } from './type-preview.tsx'
import { TypeSelect } from './type-select.tsx'

interface Props {
  definition: Definition
  column: Column
  onClose: () => void
}

/** Changes a column's type, after it has shown what that does to the cells. */
export function TypeDialog({ definition, column, onClose }: Props) {
  useReturnFocus()
  const [type, setType] = useState<ColumnType | null>(null)
  const [draft, setDraft] = useState<SettingsDraft>({})
  const [mayLose, confirmLoss] = useState(false)
  const params = { key: definition.key, column: column.id }
  const settings = type ? settingsOf(type, draft) : {}
  // While options are being written the ones that cells hold are not looked for again and again.
  const [asked] = useDebouncedValue({ type, settings: JSON.stringify(settings) }, 300)
  const preview = useQuery({
    // Not among those of definitions: once the type is changed there is nothing to look at again.
    queryKey: ['previewColumnType', params, asked],
    enabled: asked.type !== null,
    gcTime: 0,
    queryFn: ({ signal }) =>
      accepted(
        api.call('definitions.previewColumnType', {
          params,
          body: { type: asked.type!, settings: JSON.parse(asked.settings) },
          signal,
        }),
      ),
  })
  const change = useChange('definitions.changeColumnType', {
    outdates: columnQueries,
    onDone: ({ data }) => {
      toastDone(`“${data.name}” is of type ${typeLabel(data.type).toLowerCase()} now.`)
      onClose()
    },
  })
  const told = preview.data?.data
  const lost = told?.lost ?? 0
  const isCurrent = asked.type === type && asked.settings === JSON.stringify(settings)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (type) change.mutate({ params, body: { type, settings, confirmLoss: mayLose } })
  }
  const choose = (next: ColumnType) => {
    setType(next)
    setDraft({})
    confirmLoss(false)
  }
  return (
    <Modal opened onClose={onClose} title={`Change the type of “${column.name}”`} size="lg">
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm" c="dimmed">
            It is of type {typeLabel(column.type).toLowerCase()} now. Name, key and who may see it
            stay.
          </Text>
          <TypeSelect
            label="New type"
            types={changeableTypes.filter((one) => one !== column.type)}
            value={type}
            onChange={choose}
          />
          {type && (
            <SettingsFields definition={definition} type={type} draft={draft} onDraft={setDraft} />
          )}
          {type && preview.isLoading && <Skeleton height={90} aria-label="Looking at the cells" />}
          {preview.error && type ? (
            <FailureAlert error={preview.error} title="The cells could not be looked at" />
          ) : null}
          {type && told && <TypePreview preview={told} />}
          {lost > 0 && (
            <Alert color="red" p="xs">
              <Checkbox
                label={
                  lost === 1
                    ? 'Empty 1 cell; its value is kept in no history'
                    : `Empty ${lost.toLocaleString()} cells; their values are kept in no history`
                }
                checked={mayLose}
                onChange={(event) => confirmLoss(event.currentTarget.checked)}
              />
            </Alert>
          )}
          {change.error ? <FailureAlert error={change.error} /> : null}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button
              type="submit"
              loading={change.isPending}
              disabled={!told || !isCurrent || (lost > 0 && !mayLose)}
            >
              Change the type
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
