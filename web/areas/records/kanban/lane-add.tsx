import { Button, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { useChange } from '../../../api.ts'
import type { Cells, Column } from '../grid/types.ts'

interface Props {
  definitionKey: string
  /** The column that gets what is typed. */
  title: Column
  /** The cells that put the row into the lane. */
  cells: Cells
  lane: string
  onAdded: () => Promise<unknown>
}

/** Adds rows to a lane, one after the other, by their title. */
export function LaneAdd({ definitionKey, title, cells, lane, onAdded }: Props) {
  const [typed, setTyped] = useState<string | null>(null)
  const add = useChange('definitions.createRows', { onDone: () => void onAdded() })
  if (typed === null) {
    return (
      <Button
        fullWidth
        justify="start"
        size="compact-sm"
        variant="subtle"
        color="gray"
        leftSection={<IconPlus size={14} aria-hidden />}
        aria-label={`Add a row to ${lane}`}
        onClick={() => setTyped('')}
      >
        Add
      </Button>
    )
  }
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setTyped(null)
    if (event.key !== 'Enter' || typed.trim() === '' || add.isPending) return
    const body = { cells: { ...cells, [title.key]: typed } }
    // What was typed stays until the row is there.
    add.mutate({ params: { key: definitionKey }, body }, { onSuccess: () => setTyped('') })
  }
  return (
    <TextInput
      size="xs"
      autoFocus
      aria-label={`${title.name} of the new row in ${lane}`}
      placeholder={title.name}
      value={typed}
      readOnly={add.isPending}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={keys}
      onBlur={() => typed.trim() === '' && setTyped(null)}
    />
  )
}
