import { Group, NumberInput, Select, Stack } from '@mantine/core'
import { useState } from 'react'
import { MOST_DAYS } from '../../../../../shared/limits.ts'
import { nested } from '../../../../ui/layout/nested-popup.ts'
import { periodWords } from './filter.rules.ts'
import { FilterDay } from './filter-day.tsx'

interface Props {
  op: string
  value: unknown
  onChange: (value: unknown) => void
}

interface Range {
  from?: string
  to?: string
}

const days = ['today', 'yesterday', 'tomorrow']
const form = { size: 'xs', w: '100%' } as const
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** A day or a period: by name, counted from today, or by its ends. */
export function FilterTime({ op, value, onChange }: Props) {
  const [kind, setKind] = useState(() => kindOf(op, value))
  const isPeriod = op === 'within'
  const words = isPeriod
    ? { ...periodWords, last: 'the last … days', next: 'the next … days', between: 'between …' }
    : { today: 'today', yesterday: 'yesterday', tomorrow: 'tomorrow', day: 'a day …' }
  // Has to be chosen again if the comparison changed from a day to a period, or back.
  const shown = kind !== null && kind in words ? kind : null
  const choose = (next: string | null) => {
    setKind(next)
    const own = next === null || ['last', 'next', 'between', 'day'].includes(next)
    const count = next === 'last' ? { days: -14 } : next === 'next' ? { days: 14 } : undefined
    onChange(own ? count : next)
  }
  const range = (isObject(value) ? value : {}) as Range & { days?: number }
  const put = (part: Range) => {
    const { from, to } = { ...range, ...part }
    onChange(from || to ? { ...(from ? { from } : {}), ...(to ? { to } : {}) } : undefined)
  }
  return (
    <Stack gap={4}>
      <Select
        {...form}
        {...nested}
        aria-label="When"
        data={Object.entries(words).map(([word, label]) => ({ value: word, label }))}
        value={shown}
        placeholder="Choose"
        onChange={choose}
      />
      {shown === 'day' && (
        <FilterDay
          label="Day"
          day={typeof value === 'string' && !days.includes(value) ? value.slice(0, 10) : ''}
          onDay={(day) => onChange(day || undefined)}
        />
      )}
      {(shown === 'last' || shown === 'next') && (
        <NumberInput
          {...form}
          aria-label="How many days"
          min={1}
          max={MOST_DAYS}
          allowDecimal={false}
          value={Math.abs(range.days ?? 14)}
          onChange={(count) => onChange({ days: Number(count) * (shown === 'last' ? -1 : 1) })}
        />
      )}
      {shown === 'between' && (
        <Group gap={4}>
          {(['from', 'to'] as const).map((end) => (
            <FilterDay
              key={end}
              label={end === 'from' ? 'From' : 'To'}
              day={range[end]?.slice(0, 10) ?? ''}
              onDay={(day) => put({ [end]: day })}
            />
          ))}
        </Group>
      )}
    </Stack>
  )
}

function kindOf(op: string, value: unknown): string | null {
  if (typeof value === 'string') return op === 'within' || days.includes(value) ? value : 'day'
  if (!isObject(value)) return null
  if ('days' in value) return Number(value.days) < 0 ? 'last' : 'next'
  return 'between'
}
