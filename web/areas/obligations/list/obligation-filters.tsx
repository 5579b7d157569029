import { Box, Button, Collapse, Group, SegmentedControl, Select, TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconFilter } from '@tabler/icons-react'
import { useState } from 'react'
import { usePeople } from '../../../session.ts'
import { DEALS_PAGE, RecordSelect } from '../../../ui/records/record-select.tsx'
import { optionsOf, statusWords, typeWords } from '../obligation/obligation-words.rules.ts'
import { isNarrowed, noFilters, type ObligationsSearch } from './filters.rules.ts'

interface Props {
  search: ObligationsSearch
  onChange: (change: Partial<ObligationsSearch>) => void
}

const deadlines = [
  { value: 'any', label: 'All' },
  { value: 'late', label: 'Late' },
  { value: '24h', label: 'Late in 24 h' },
  { value: '72h', label: 'in 72 h' },
  { value: '7d', label: 'in 7 days' },
]
const statuses = [
  { value: 'open-ones', label: 'All open' },
  ...optionsOf(statusWords),
  { value: 'all', label: 'All, including closed' },
]

/** Filters to what is late, or will be late within a number of hours or days. */
export function DeadlineFilter({ search, onChange }: Props) {
  const value = search.breached === true ? 'late' : (search.forecast ?? 'any')
  const choose = (chosen: string) =>
    onChange({
      breached: chosen === 'late' ? true : undefined,
      forecast: chosen === 'any' || chosen === 'late' ? undefined : chosen,
      // A closed obligation will never be late.
      ...(chosen === 'any' ? {} : { status: undefined }),
    })
  return (
    <SegmentedControl
      size="xs"
      aria-label="Deadline"
      data={
        deadlines.some((one) => one.value === value)
          ? deadlines
          : [...deadlines, { value, label: `in ${value}` }]
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
        {isNarrowed(props.search) ? 'Filters (some set)' : 'Filters'}
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
          <TextInput
            label="Due from"
            type="date"
            w={136}
            value={search.dueFrom ?? ''}
            onChange={(event) => onChange({ dueFrom: event.currentTarget.value || undefined })}
          />
          <TextInput
            label="Due to"
            type="date"
            w={136}
            value={search.dueTo ?? ''}
            onChange={(event) => onChange({ dueTo: event.currentTarget.value || undefined })}
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
      {isNarrowed(search) && (
        <Button variant="subtle" onClick={() => onChange(noFilters)}>
          Clear filters
        </Button>
      )}
    </Group>
  )
}
