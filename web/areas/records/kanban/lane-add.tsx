import { Button, TextInput } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import { randomKey } from '../../../../sdk/random-key.ts'
import { IconPlus } from '../../../ui/icons/icons.ts'
import type { GridModel } from '../grid/model/model.ts'
import type { Cells, Column } from '../list/types.ts'

interface Props {
  model: GridModel
  /** The column that gets what is typed. */
  title: Column
  /** The cells that put the row into the lane. */
  cells: Cells
  lane: string
  onAdded: () => Promise<unknown>
}

/** Adds rows to a lane, one after the other, by their title. They are listed above it until the service has them. */
export function LaneAdd({ model, title, cells, lane, onAdded }: Props) {
  const [typed, setTyped] = useState<string | null>(null)
  const add = (text: string): void => {
    const { source, edits } = model
    const id = `new-${randomKey()}`
    const row = { ...cells, [title.key]: text }
    source.news.add([{ id, cells: row, asked: null, trouble: null }])
    edits.fill('Add a row', id).then(onAdded, () => {})
    setTyped('')
  }
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
    if (event.key === 'Enter' && typed.trim() !== '') add(typed)
  }
  return (
    <TextInput
      size="xs"
      autoFocus
      aria-label={`${title.name} of the new row in ${lane}`}
      placeholder={title.name}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={keys}
      onBlur={() => typed.trim() === '' && setTyped(null)}
    />
  )
}
