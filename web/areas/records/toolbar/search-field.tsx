import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { MOST_SEARCH_CHARS } from '../../../../shared/limits.ts'
import classes from './toolbar.module.css'

interface Props {
  value: string
  onChange: (search: string) => void
}

/** Searches rows while somebody types. */
export function SearchField({ value, onChange }: Props) {
  const [typed, setTyped] = useState(value)
  const search = useDebouncedCallback((text: string) => onChange(text.trim()), 300)
  // Opening a view or going back sets another search.
  useEffect(() => setTyped((before) => (before.trim() === value ? before : value)), [value])
  const change = (text: string) => {
    setTyped(text)
    search(text)
  }
  return (
    <div className={classes.searchBox}>
      <TextInput
        type="search"
        size="xs"
        className={classes.search}
        aria-label="Search these rows"
        placeholder="Search"
        maxLength={MOST_SEARCH_CHARS}
        leftSection={<IconSearch size={15} aria-hidden />}
        rightSection={
          typed && (
            <CloseButton size="sm" aria-label="Clear the search" onClick={() => change('')} />
          )
        }
        value={typed}
        onChange={(event) => change(event.currentTarget.value)}
      />
    </div>
  )
}
