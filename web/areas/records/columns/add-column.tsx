import { Popover, VisuallyHidden } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { accepted, api } from '../../../service/api.ts'
import { useOnce } from '../../../service/once-reached.ts'
import { type ColumnDraft, columnBody } from '../../../ui/columns/column-draft.rules.ts'
import { NewColumnForm, useNewColumn } from '../../../ui/columns/new-column-form.tsx'
import { isTyping } from '../../../ui/focus/typing.ts'
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
  const once = useOnce()
  const name = useRef<HTMLInputElement>(null)
  const [status, setStatus] = useState('')
  const form = useNewColumn()
  const close = () => opener.onChange(false)
  const more = (draft: ColumnDraft) => {
    close()
    form.reset()
    onMore(draft)
  }
  const saving = useMutation({
    meta: { shown: true },
    mutationFn: (values: ColumnDraft) =>
      accepted(
        once((how) =>
          api.definitions.createColumn(
            { key: definition.key },
            { ...columnBody(values), type: values.type },
            how,
          ),
        ),
      ),
    onSuccess: async ({ data }) => {
      await queries.invalidateQueries({ queryKey: ['definitions'] })
      onAdded(data.key)
      setStatus(`Column “${data.name}” added.`)
      form.reset()
      if (!isTyping()) name.current?.focus()
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
        <NewColumnForm
          form={form}
          saving={saving}
          nameField={name}
          onAdd={(draft) => saving.mutate(draft)}
          onMore={more}
        />
        <VisuallyHidden role="status">{status}</VisuallyHidden>
      </Popover.Dropdown>
    </Popover>
  )
}
