import { Group, Select } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useHeads } from '../../service/heads.ts'
import { RecordSelect } from './record-select.tsx'

/** Where a record is. */
export interface RecordRef {
  definition_key: string
  row_id: string
}

interface Props {
  value: RecordRef | null
  onChange: (value: RecordRef | null) => void
  /** The label for the page or board; it says what the record is for. */
  label?: string
  /** The problem with it. */
  error?: ReactNode
}

/** Chooses a record of any page or board. */
export function RecordPicker({ value, onChange, label = 'Page or board', error }: Props) {
  const [of, setOf] = useState<string | null>(value?.definition_key ?? null)
  const { heads = [] } = useHeads()
  return (
    <Group grow align="flex-start" preventGrowOverflow={false} gap="sm">
      <Select
        label={label}
        placeholder="Choose a page or board"
        searchable
        error={of === null && error}
        value={of}
        data={heads.map((one) => ({ value: one.key, label: one.name }))}
        onChange={(next) => {
          setOf(next)
          onChange(null)
        }}
      />
      <RecordSelect
        key={of}
        of={of}
        label="Record"
        error={of !== null && error}
        value={value?.row_id ?? null}
        onChange={(id) => onChange(id && of ? { definition_key: of, row_id: id } : null)}
      />
    </Group>
  )
}
