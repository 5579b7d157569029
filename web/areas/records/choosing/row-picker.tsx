import { MultiSelect } from '@mantine/core'
import { useState } from 'react'
import { nested } from '../../../ui/layout/nested-popup.ts'
import { useRecordSearch } from '../../../ui/records/use-record-search.ts'
import { useAddByName } from './use-add-by-name.ts'

interface Props {
  /** The board or page to choose rows from. */
  definitionKey: string
  label: string
  /** Whether the label is shown above; otherwise only screen readers get it. */
  labelled?: boolean
  /** If a label elsewhere is for it. */
  id?: string
  /** The class of the input. */
  className?: string
  value: readonly string[]
  onChange: (ids: string[]) => void
  multiple: boolean
  size?: 'xs' | 'sm'
  disabled?: boolean
  /** Whether a row that is missing can be added here by its name. */
  adds?: boolean
}

/** What a choice that adds a row begins with; no id does. */
const NEW = 'add '

/** Chooses rows of a board or page by their text. */
export function RowPicker(props: Props) {
  const {
    definitionKey,
    label,
    labelled,
    id,
    className,
    value,
    onChange,
    multiple,
    size = 'sm',
    disabled,
    adds = false,
  } = props
  const { field, isSettled } = useRecordSearch(definitionKey, value)
  const [isUsed, setUsed] = useState(false)
  const add = useAddByName(definitionKey, adds && isUsed)
  const name = field.searchValue.trim()
  const isKnown = field.data.some(({ label }) => label.toLowerCase() === name.toLowerCase())
  const isMissing = add && isSettled && name !== '' && !isKnown
  const chosen = async (ids: string[]) => {
    const all = multiple ? ids : ids.slice(-1)
    if (!add || !all.some((id) => id.startsWith(NEW))) return onChange(all)
    try {
      const added = all.map((id) => (id.startsWith(NEW) ? add(id.slice(NEW.length)) : id))
      onChange(await Promise.all(added))
    } catch {
      // It has been shown why.
    }
  }
  return (
    <MultiSelect
      {...field}
      data={isMissing ? [...field.data, { value: NEW + name, label: `Add “${name}”` }] : field.data}
      onFocus={() => {
        field.onFocus()
        setUsed(true)
      }}
      comboboxProps={nested.comboboxProps}
      size={size}
      {...(labelled ? { label } : id ? { id } : { 'aria-label': label })}
      {...(className ? { classNames: { input: className } } : {})}
      value={[...value]}
      disabled={disabled ?? false}
      onChange={chosen}
    />
  )
}
