import { Button, Group, Popover, TextInput, VisuallyHidden } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { ColumnType } from '../../../../shared/column-types.ts'
import { MOST_NAME_CHARS } from '../../../../shared/limits.ts'
import { accepted, api } from '../../../api.ts'
import {
  blankColumn,
  type ColumnDraft,
  columnBody,
  settingNames,
  settingProblems,
} from '../../../ui/columns/column-draft.rules.ts'
import { OptionsEditor } from '../../../ui/columns/options-editor.tsx'
import { TypeSelect } from '../../../ui/columns/type-select.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { columnTypes } from '../../../ui/records/column-types.ts'
import type { Definition } from '../list/types.ts'
import { type Opener, useOpened } from '../toolbar/tools/use-opener.ts'

interface Props {
  definition: Definition
  opener: Opener
  button: ReactNode
  onAdded: (key: string) => void
  /** Opens all settings, with what has been filled in. */
  onMore: (draft: ColumnDraft) => void
}

/** Adds columns one after the other: a name, a type, Enter, and then the next. */
export function AddColumn({ definition, opener, button, onAdded, onMore }: Props) {
  const opened = useOpened(opener)
  const queries = useQueryClient()
  const name = useRef<HTMLInputElement>(null)
  const [status, setStatus] = useState('')
  const form = useForm<ColumnDraft>({
    initialValues: blankColumn,
    validate: { name: isNotEmpty('Enter a name.') },
  })
  const draft = form.values
  // Links and formulas need more than a name.
  const needsMore = Object.keys(settingProblems(draft.type, draft)).length > 0
  const close = () => opener.onChange(false)
  const more = () => {
    close()
    form.reset()
    onMore(draft)
  }
  const saving = useMutation({
    meta: { shown: true },
    mutationFn: (values: ColumnDraft) =>
      accepted(
        api.definitions.createColumn(
          { key: definition.key },
          { ...columnBody(values), type: values.type },
        ),
      ),
    onSuccess: async ({ data }) => {
      await queries.invalidateQueries({ queryKey: ['definitions'] })
      onAdded(data.key)
      setStatus(`Column “${data.name}” added.`)
      form.reset()
      name.current?.focus()
    },
  })
  // The button moves right with each new column, and the panel with it.
  const columns = definition.columns.length
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new column moves the button
  useEffect(() => {
    if (opened) opener.target.current?.scrollIntoView({ inline: 'nearest', block: 'nearest' })
  }, [columns, opened])
  // The grid around the button does not hear of keys typed here, and anything open inside handles Escape itself first.
  const keys = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.key === 'Escape' && (event.target as Element).ariaExpanded !== 'true') close()
  }
  return (
    <Popover
      opened={opened}
      onChange={opener.onChange}
      position="bottom-end"
      width="min(320px, calc(100vw - 16px))"
      shadow="md"
      trapFocus
      closeOnEscape={false}
      returnFocus
    >
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown
        aria-label="Add column"
        onKeyDown={keys}
        onPointerDown={(event) => event.stopPropagation()}
      >
        <Form
          form={form}
          saving={saving}
          gap="xs"
          onSubmit={(values) => (needsMore ? more() : saving.mutate(values))}
          buttons={
            <Group justify="space-between" gap="xs">
              <Button variant="subtle" color="gray" size="compact-sm" onClick={more}>
                More settings
              </Button>
              <Button type="submit" size="compact-sm" loading={saving.isPending}>
                {needsMore ? 'Continue' : 'Add column'}
              </Button>
            </Group>
          }
        >
          <TextInput
            ref={name}
            label="Name"
            size="xs"
            required
            maxLength={MOST_NAME_CHARS}
            data-autofocus
            {...form.getInputProps('name')}
          />
          <TypeSelect
            label="Type"
            size="xs"
            isNested
            types={Object.keys(columnTypes) as ColumnType[]}
            value={draft.type}
            onChange={(type) => form.setFieldValue('type', type)}
          />
          {settingNames(draft.type).includes('options') && (
            <OptionsEditor
              options={draft.options ?? []}
              onChange={(options) => form.setFieldValue('options', options)}
            />
          )}
        </Form>
        <VisuallyHidden role="status">{status}</VisuallyHidden>
      </Popover.Dropdown>
    </Popover>
  )
}
