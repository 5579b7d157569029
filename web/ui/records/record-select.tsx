import { Select } from '@mantine/core'
import type { ReactNode } from 'react'
import { titleIn } from './record-choices.rules.ts'
import { useRecordSearch } from './use-record-search.ts'

/** The page whose rows deals belong to. */
export const DEALS_PAGE = 'deals'

interface Props {
  /** The board or page of the records; without one there is nothing to choose. */
  of: string | null
  value: string | null
  onChange: (rowId: string | null, title: string | undefined) => void
  label?: string
  description?: string
  error?: ReactNode
}

/** Chooses a record of a board or page by its text. */
export function RecordSelect({ of, value, onChange, label = 'Record', description, error }: Props) {
  const { field, isMissing } = useRecordSearch(of, value === null ? [] : [value])
  if (isMissing) return null
  return (
    <Select
      {...field}
      label={label}
      description={description}
      error={error}
      placeholder={of === null ? 'Choose a page or board first' : 'Search by any text in it'}
      disabled={of === null}
      clearable
      clearButtonProps={{ 'aria-label': 'Clear the record' }}
      value={value}
      onChange={(rowId, option) => onChange(rowId, option ? titleIn(option.label) : undefined)}
    />
  )
}
