import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { codeOf, useAnswer } from '../api.ts'
import { useRecordTitle } from './record-titles.ts'
import { rowTitle } from './row-title.rules.ts'

/** The page that deals are tied to. */
export const DEALS_PAGE = 'deals'

interface Props {
  value: string | null
  onChange: (rowId: string | null, title: string | undefined) => void
  label?: string
  /** In place of saying which page's rows they are; empty for nothing. */
  description?: string
}

/** Finds a record of the page `deals`; without such a page there is nothing to choose. */
export function RecordSelect({ value, onChange, label = 'Record', description }: Props) {
  const [typed, type] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 250)
  const page = useAnswer('definitions.get', { params: { key: DEALS_PAGE } })
  const chosen = useRecordTitle(value)?.title
  const found = useAnswer(
    'definitions.listRows',
    {
      params: { key: DEALS_PAGE },
      // What is chosen stands in the field as well, and is not to be searched for.
      query: { limit: 20, ...(search && search !== chosen ? { search } : {}) },
    },
    { enabled: page.isSuccess, keepPrevious: true },
  )
  if (codeOf(page.error) === 'not_found') return null
  const columns = page.data?.data.columns ?? []
  const rows = (found.data?.data ?? []).map(({ id, cells }) => ({
    value: id,
    label: rowTitle(cells, columns),
  }))
  const isListed = rows.some((row) => row.value === value)
  return (
    <Select
      label={label}
      description={
        description ??
        `The row of the page ${page.data?.data.name ?? DEALS_PAGE} that it belongs to.`
      }
      placeholder="Search by any of its text"
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'No record' }}
      nothingFoundMessage={found.isFetching ? 'Searching…' : 'No record has this text'}
      data={
        value && !isListed ? [{ value, label: chosen ?? 'The record as it is' }, ...rows] : rows
      }
      filter={({ options }) => options}
      value={value}
      onSearchChange={type}
      onChange={(rowId) => onChange(rowId, rows.find((row) => row.value === rowId)?.label)}
    />
  )
}
