import { MultiSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useAnswer } from '../../api.ts'
import { useRecordTitles } from '../../ui/record-titles.ts'
import { rowTitle } from '../../ui/row-title.rules.ts'
import { nested } from './nested-popup.ts'

interface Props {
  /** Of the board or page whose rows are chosen from. */
  definitionKey: string
  label: string
  /** Whether the label is shown above; else it is only said. */
  labelled?: boolean
  value: readonly string[]
  onChange: (ids: string[]) => void
  multiple: boolean
  size?: 'xs' | 'sm'
  disabled?: boolean
}

/** Chooses rows of a board or page by a text that they have. */
export function RowPicker(props: Props) {
  const { definitionKey, label, labelled, value, onChange, multiple, size = 'sm', disabled } = props
  const [typed, type] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 250)
  const params = { key: definitionKey }
  const { data: definition } = useAnswer('definitions.get', { params })
  const query = { limit: 20, ...(search ? { search } : {}) }
  const found = useAnswer('definitions.listRows', { params, query }, { keepPrevious: true })
  const chosen = useRecordTitles(value)
  const columns = definition?.data.columns ?? []
  const titles = new Map(value.map((id) => [id, chosen.get(id)?.title ?? '…']))
  for (const row of found.data?.data ?? []) titles.set(row.id, rowTitle(row.cells, columns))
  return (
    <MultiSelect
      size={size}
      {...(labelled ? { label } : { 'aria-label': label })}
      data={[...titles].map(([id, title]) => ({ value: id, label: title }))}
      value={[...value]}
      searchable
      disabled={disabled ?? false}
      // The service has searched already.
      filter={({ options }) => options}
      searchValue={typed}
      onSearchChange={type}
      nothingFoundMessage={found.isFetching ? 'Looking …' : 'No such row'}
      {...nested}
      onChange={(ids) => onChange(multiple ? ids : ids.slice(-1))}
    />
  )
}
