import { Box, Button, Collapse, Group, SegmentedControl, Select } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { usePeople } from '../../../service/session.ts'
import { DateField } from '../../../ui/forms/date-field.tsx'
import { IconFilter } from '../../../ui/icons/icons.ts'
import {
  optionsOf,
  statusWords,
  typeWords,
} from '../../../ui/obligations/obligation-words.rules.ts'
import { DEALS_PAGE, RecordSelect } from '../../../ui/records/record-select.tsx'
import { narrowsObligations, noFilters, type ObligationsSearch } from './filters.rules.ts'

interface Props {
  search: ObligationsSearch
  onChange: (change: Partial<ObligationsSearch>) => void
}

const deadlines = [
  { value: 'any', label: 'All' },
  { value: 'overdue', label: 'Overdue' },
  { value: 'today', label: 'Today' },
  { value: '3d', label: '3 days' },
  { value: '7d', label: '7 days' },
]
const statuses = [
  { value: 'open-ones', label: 'All open' },
  ...optionsOf(statusWords),
  { value: 'all', label: 'All, including closed' },
]

/** Filters to what is overdue, or due within a number of days. */
export function DeadlineFilter({ search, onChange }: Props) {
  const value = search.due ?? 'any'
  const choose = (due: string) =>
    // A closed obligation is not due any more.
    onChange(due === 'any' ? { due: undefined } : { due, status: undefined })
  return (
    <SegmentedControl
      size="xs"
      aria-label="Due"
      data={
        deadlines.some((one) => one.value === value)
          ? deadlines
          : [...deadlines, { value, label: value }]
      }
      value={value}
      onChange={choose}
    />
  )
}

/** The other filters, behind a button on a phone. */
export function ObligationFilters(props: Props) {
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const [opened, setOpened] = useState(false)
  if (!isPhone) return <Fields {...props} />
  return (
    <div>
      <Button
        variant="default"
        leftSection={<IconFilter size={16} aria-hidden />}
        aria-expanded={opened}
        onClick={() => setOpened(!opened)}
      >
        {narrowsObligations(props.search) ? 'Filters (some set)' : 'Filters'}
      </Button>
      <Collapse expanded={opened} pt="sm">
        <Fields {...props} />
      </Collapse>
    </div>
  )
}

function Fields({ search, onChange }: Props) {
  const { seats } = usePeople()
  const assignee = search.assignedToUserId
  return (
    <Group gap="sm" align="flex-end">
      <Select
        label="Status"
        w={150}
        allowDeselect={false}
        data={statuses}
        value={search.status ?? 'open-ones'}
        onChange={(status) => onChange({ status: status === 'open-ones' ? undefined : status! })}
      />
      <Select
        label="Type"
        w={160}
        placeholder="Any"
        clearable
        data={optionsOf(typeWords)}
        value={search.obligationType ?? null}
        onChange={(obligationType) => onChange({ obligationType: obligationType ?? undefined })}
      />
      <Select
        label="Assigned to"
        w={150}
        placeholder="Anyone"
        clearable
        searchable
        data={[
          { value: 'me', label: 'Me' },
          ...seats.map(({ crmUserId, name }) => ({ value: String(crmUserId), label: name })),
        ]}
        value={assignee === undefined ? null : String(assignee)}
        onChange={(chosen) =>
          onChange({
            assignedToUserId: chosen === null ? undefined : chosen === 'me' ? 'me' : Number(chosen),
          })
        }
      />
      {search.view !== 'calendar' && (
        <>
          <DateField
            label="Due from"
            w={136}
            value={search.dueFrom ?? ''}
            onChange={(day) => onChange({ dueFrom: day || undefined })}
          />
          <DateField
            label="Due to"
            w={136}
            value={search.dueTo ?? ''}
            onChange={(day) => onChange({ dueTo: day || undefined })}
          />
        </>
      )}
      <Box w={220}>
        <RecordSelect
          of={DEALS_PAGE}
          label="Deal"
          value={search.dealRowId ?? null}
          onChange={(rowId) => onChange({ dealRowId: rowId ?? undefined })}
        />
      </Box>
      {narrowsObligations(search) && (
        <Button variant="subtle" onClick={() => onChange(noFilters)}>
          Clear filters
        </Button>
      )}
    </Group>
  )
}
