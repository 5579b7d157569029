import { Chip, CloseButton, Group, SegmentedControl, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { IconSearch } from '../../../ui/icons/icons.ts'
import { type InboxSearch, type ShownStatus, shownStatuses, statusOf } from './filters.rules.ts'

interface Props {
  search: InboxSearch
  onChange: (change: Partial<InboxSearch>) => void
}

const names: Record<ShownStatus, string> = {
  open: 'Open',
  snoozed: 'Snoozed',
  closed: 'Closed',
  all: 'All',
}

export function InboxFilters({ search, onChange }: Props) {
  const chip = <K extends keyof InboxSearch>(label: string, name: K, value: InboxSearch[K]) => (
    <Chip
      size="xs"
      checked={search[name] === value}
      onChange={(on) => onChange({ [name]: on ? value : undefined })}
    >
      {label}
    </Chip>
  )
  return (
    <>
      <Search words={String(search.q ?? '')} onChange={(q) => onChange({ q })} />
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label="Status"
        value={statusOf(search)}
        onChange={(status) => onChange({ status })}
        data={shownStatuses.map((value) => ({ value, label: names[value] }))}
      />
      <Group gap={6} role="group" aria-label="Filters">
        {chip('Unread', 'unread', true)}
        {chip('Mine', 'assigned', 'me')}
        {chip('Unassigned', 'assigned', 'none')}
        <Group gap={6} wrap="nowrap">
          {chip('Texts', 'medium', 'text')}
          {chip('Emails', 'medium', 'email')}
        </Group>
      </Group>
    </>
  )
}

/** The typed text goes to the URL when the typing pauses. */
function Search({
  words,
  onChange,
}: {
  words: string
  onChange: (words: string | undefined) => void
}) {
  const [typed, setTyped] = useState(words)
  const later = useDebouncedCallback((next: string) => onChange(next.trim() || undefined), 300)
  useEffect(() => {
    setTyped((before) => (before.trim() === words ? before : words))
  }, [words])
  const change = (next: string) => {
    setTyped(next)
    later(next)
  }
  return (
    <TextInput
      size="xs"
      type="search"
      aria-label="Search messages, subjects and addresses"
      placeholder="Search messages"
      leftSection={<IconSearch size={14} aria-hidden />}
      value={typed}
      onChange={(event) => change(event.currentTarget.value)}
      rightSection={
        typed && <CloseButton size="sm" aria-label="Clear the search" onClick={() => change('')} />
      }
    />
  )
}
