import { Group, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import type { Cells } from '../../sdk/client.ts'
import { useAnswer } from '../api.ts'
import { rowTitle } from './row-title.rules.ts'

/** Where a record is. */
export interface RecordRef {
  definition_key: string
  row_id: string
}

interface Props {
  value: RecordRef | null
  onChange: (value: RecordRef | null) => void
  /** The one page or board that it may be of. */
  of?: string
  label?: string
}

/** Chooses a record of any page or board by searching for its words. */
export function RecordPicker({ value, onChange, of, label = 'Record' }: Props) {
  const [chosen, choose] = useState<string | null>(of ?? value?.definition_key ?? null)
  const [typed, type] = useState('')
  const [words] = useDebouncedValue(typed.trim(), 250)
  const { data: definitions } = useAnswer('definitions.list', { query: { limit: 1000 } })
  const key = of ?? chosen
  const columns = definitions?.data.find((one) => one.key === key)?.columns ?? []
  const { data: current } = useAnswer(
    'definitions.getRow',
    { params: { key: key ?? '', rowId: value?.row_id ?? '' } },
    { enabled: key !== null && value !== null },
  )
  const labelOf = ({ cells, position }: { cells: Cells; position: number }) =>
    `${rowTitle(cells, columns)} (#${position})`
  // What is chosen stands in the field as well, and is nothing to look for.
  const isChosen = value !== null && current !== undefined && words === labelOf(current.data)
  const { data: rows, isFetching } = useAnswer(
    'definitions.listRows',
    {
      params: { key: key ?? '' },
      query: { limit: 20, ...(words && !isChosen ? { search: words } : {}) },
    },
    { enabled: key !== null, keepPrevious: true },
  )
  const found = rows?.data ?? []
  const known =
    value && current && !found.some(({ id }) => id === value.row_id)
      ? [current.data, ...found]
      : found
  const options = known.map((row) => ({ value: row.id, label: labelOf(row) }))
  return (
    <Group grow align="flex-start" preventGrowOverflow={false} gap="sm">
      {of === undefined && (
        <Select
          label="Page or board"
          placeholder="Choose one"
          searchable
          value={chosen}
          data={(definitions?.data ?? []).map((one) => ({ value: one.key, label: one.name }))}
          onChange={(next) => {
            choose(next)
            onChange(null)
          }}
        />
      )}
      <Select
        label={label}
        placeholder={key === null ? 'Choose a page or board first' : 'Type to search'}
        disabled={key === null}
        searchable
        clearable
        // The service has searched already, in all cells and not in the title alone.
        filter={({ options: all }) => all}
        searchValue={typed}
        onSearchChange={type}
        value={value?.row_id ?? null}
        data={options}
        nothingFoundMessage={isFetching ? 'Looking…' : 'No record has these words'}
        onChange={(id) => onChange(id && key ? { definition_key: key, row_id: id } : null)}
        clearButtonProps={{ 'aria-label': 'Choose no record' }}
      />
    </Group>
  )
}
