import { TagsInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { shownType } from '../../../../../shared/column-types.ts'
import { certainNumber } from '../../cells/cell-parse.rules.ts'
import type { TextContext } from '../../cells/cell-text.rules.ts'
import type { FilterTarget } from './filter.rules.ts'
import { useFilterContext } from './filter-context.ts'

const field = { size: 'xs', 'aria-label': 'Value', w: '100%' } as const

interface Props<V> {
  target: FilterTarget
  value: V
  onChange: (value: V) => void
}

/** A number to compare with, typed as in a cell: `25k` is 25000. */
export function FilterNumber({ target, value, onChange }: Props<number | undefined>) {
  const context = useFilterContext()
  const [text, setText] = useState(value === undefined ? '' : String(value))
  return (
    <TextInput
      {...field}
      inputMode="decimal"
      value={text}
      error={text !== '' && value === undefined && 'Type a number.'}
      onChange={(event) => {
        setText(event.currentTarget.value)
        onChange(numberIn(event.currentTarget.value, target, context))
      }}
    />
  )
}

export function FilterNumbers({ target, value, onChange }: Props<number[]>) {
  const context = useFilterContext()
  return (
    <TagsInput
      {...field}
      value={value.map(String)}
      onChange={(typed) =>
        onChange(
          typed
            .map((text) => numberIn(text, target, context))
            .filter((number) => number !== undefined),
        )
      }
    />
  )
}

/** The number that a text means; undefined if it means none for certain. */
function numberIn(text: string, target: FilterTarget, { region }: TextContext): number | undefined {
  const type = target.column ? shownType(target.column) : 'number'
  return certainNumber(type, text.trim().replace(/^\p{Sc}/u, ''), region)
}
