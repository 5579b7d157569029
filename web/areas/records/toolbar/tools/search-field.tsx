import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { MOST_SEARCH_CHARS } from '../../../../../shared/limits.ts'
import { IconSearch, IconX } from '../../../../ui/icons/icons.ts'
import classes from './toolbar.module.css'

interface Props {
  value: string
  onChange: (search: string) => void
}

/**
 * Searches rows while somebody types. Where there is little room it is an icon, and opens over what is beside it, so
 * that nothing moves when somebody goes on there. It is in the first load, so it is an input of its own, without Mantine's.
 */
export function SearchField({ value, onChange }: Props) {
  const [typed, setTyped] = useState(value)
  const asked = useRef(value)
  const search = useDebouncedCallback((text: string) => {
    asked.current = text.trim()
    onChange(asked.current)
  }, 300)
  // Opening a view or going back sets another search. Our own comes back too, when more may have been typed.
  useEffect(() => {
    if (value === asked.current) return
    asked.current = value
    setTyped(value)
  }, [value])
  const change = (text: string) => {
    setTyped(text)
    search(text)
  }
  return (
    <div className={classes.searchBox} data-filled={typed !== '' || undefined}>
      <div className={classes.searchField}>
        <IconSearch size={15} aria-hidden />
        <input
          type="search"
          className={classes.search}
          aria-label="Search these rows"
          title="Search these rows"
          placeholder="Search"
          autoComplete="off"
          maxLength={MOST_SEARCH_CHARS}
          value={typed}
          onChange={(event) => change(event.currentTarget.value)}
        />
        {typed && (
          <button
            type="button"
            className={classes.clear}
            aria-label="Clear the search"
            onClick={() => change('')}
          >
            <IconX size={14} aria-hidden />
          </button>
        )}
      </div>
    </div>
  )
}
