import { Grid, Select } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useHeads } from '../../../service/heads.ts'
import { DEALS_PAGE, RecordSelect } from '../../../ui/records/record-select.tsx'
import { useRecordTitle } from '../../../ui/records/record-titles.ts'

interface Props {
  value: string | null
  onChange: (rowId: string | null) => void
  error?: ReactNode
}

/** Chooses the record that an obligation belongs to: a deal, or a record of another page or board. */
export function DealOrRecord({ value, onChange, error }: Props) {
  const { heads: definitions = [] } = useHeads()
  const [chosen, setChosen] = useState<string | null>(null)
  const ofValue = useRecordTitle(value)?.definitionKey
  const hasDeals = definitions.some(({ key }) => key === DEALS_PAGE)
  const of = chosen ?? ofValue ?? (hasDeals ? DEALS_PAGE : null)
  return (
    <Grid gap="sm">
      <Grid.Col span={{ base: 12, xs: 4 }}>
        <Select
          label="Page"
          allowDeselect={false}
          data={definitions.map(({ key, name }) => ({ value: key, label: name }))}
          value={of}
          onChange={(key) => {
            setChosen(key)
            onChange(null)
          }}
        />
      </Grid.Col>
      <Grid.Col span={{ base: 12, xs: 8 }}>
        <RecordSelect
          key={of}
          of={of}
          label={of === DEALS_PAGE ? 'Deal' : 'Record'}
          value={value}
          onChange={onChange}
          error={error}
        />
      </Grid.Col>
    </Grid>
  )
}
