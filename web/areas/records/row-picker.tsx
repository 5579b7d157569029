import { MultiSelect } from '@mantine/core'
import { useRecordSearch } from '../../ui/records/use-record-search.ts'
import { nested } from './nested-popup.ts'

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
}

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
  } = props
  const { field } = useRecordSearch(definitionKey, value)
  return (
    <MultiSelect
      {...field}
      comboboxProps={nested.comboboxProps}
      size={size}
      {...(labelled ? { label } : id ? { id } : { 'aria-label': label })}
      {...(className ? { classNames: { input: className } } : {})}
      value={[...value]}
      disabled={disabled ?? false}
      onChange={(ids) => onChange(multiple ? ids : ids.slice(-1))}
    />
  )
}
