import { MultiSelect, Select, TagsInput, TextInput } from '@mantine/core'
import { usePeople } from '../../../../service/session.ts'
import { nested } from '../../../../ui/layout/nested-popup.ts'
import { RowPicker } from '../../choosing/row-picker.tsx'
import { type FilterTarget, takesList } from './filter.rules.ts'
import { FilterNumber, FilterNumbers } from './filter-number.tsx'
import { FilterTime } from './filter-time.tsx'

interface Props {
  target: FilterTarget
  op: string
  value: unknown
  onChange: (value: unknown) => void
}

const field = { size: 'xs', 'aria-label': 'Value', w: '100%' } as const
const strings = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])
const numbers = (value: unknown): number[] => (Array.isArray(value) ? value.map(Number) : [])

/** The value a test compares with, by column type. */
export function FilterValue({ target, op, value, onChange }: Props) {
  const { kind, column } = target
  const isList = takesList(kind, op)
  switch (kind) {
    case 'time':
      return <FilterTime op={op} value={value} onChange={onChange} />
    case 'person':
    case 'actor':
      return <People target={target} op={op} value={value} onChange={onChange} />
    case 'number':
      if (isList) {
        return <FilterNumbers target={target} value={numbers(value)} onChange={onChange} />
      }
      return (
        <FilterNumber
          target={target}
          value={typeof value === 'number' ? value : undefined}
          onChange={onChange}
        />
      )
    case 'checkbox':
      return (
        <Select
          {...field}
          {...nested}
          data={[
            { value: 'true', label: 'checked' },
            { value: 'false', label: 'not checked' },
          ]}
          value={value === undefined ? null : String(value)}
          onChange={(next) => onChange(next === null ? undefined : next === 'true')}
        />
      )
    case 'links':
      return (
        <RowPicker
          definitionKey={column?.settings.definitionKey ?? ''}
          label="Value"
          size="xs"
          multiple={op === 'in'}
          value={op === 'in' ? strings(value) : typeof value === 'string' ? [value] : []}
          onChange={(ids) => onChange(op === 'in' ? ids : ids.at(-1))}
        />
      )
    case 'choice':
    case 'choices': {
      if (op === 'contains' && kind === 'choice') break
      if (op === 'starts_with') break
      const data = (column?.settings.options ?? []).map(({ label }) => label)
      return isList ? (
        <MultiSelect
          {...field}
          {...nested}
          data={[...new Set([...data, ...strings(value)])]}
          value={strings(value)}
          searchable
          onChange={onChange}
        />
      ) : (
        <Select
          {...field}
          {...nested}
          data={data}
          value={typeof value === 'string' ? value : null}
          searchable
          onChange={(next) => onChange(next ?? undefined)}
        />
      )
    }
  }
  return isList ? (
    <TagsInput {...field} value={strings(value)} onChange={onChange} />
  ) : (
    <TextInput
      {...field}
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** People by name; the reader is `me`, so that a view works for everybody. */
function People({ target, op, value, onChange }: Props) {
  const { seats } = usePeople()
  const asActor = target.kind === 'actor'
  const idOf = (crmUserId: number) => (asActor ? `user:${crmUserId}` : String(crmUserId))
  const data = [
    { value: 'me', label: 'Me (the current user)' },
    ...seats.map(({ crmUserId, name }) => ({ value: idOf(crmUserId), label: name })),
  ]
  const known = new Set(data.map(({ value: id }) => id))
  const sent = (id: string) => (id === 'me' || asActor ? id : Number(id))
  const shown = strings(Array.isArray(value) ? value : value === undefined ? [] : [value])
  const all = [
    ...data,
    ...shown.filter((id) => !known.has(id)).map((id) => ({ value: id, label: id })),
  ]
  return op === 'in' ? (
    <MultiSelect
      {...field}
      {...nested}
      data={all}
      value={shown}
      searchable
      onChange={(ids) => onChange(ids.map(sent))}
    />
  ) : (
    <Select
      {...field}
      {...nested}
      data={all}
      value={shown[0] ?? null}
      searchable
      onChange={(id) => onChange(id === null ? undefined : sent(id))}
    />
  )
}
