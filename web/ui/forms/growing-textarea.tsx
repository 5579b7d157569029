import { Textarea, type TextareaProps } from '@mantine/core'
import type { Ref } from 'react'

interface Props extends Omit<TextareaProps, 'autosize' | 'rows' | 'styles'> {
  ref?: Ref<HTMLTextAreaElement>
  minRows?: number
  maxRows?: number
}

/** Measuring the text makes the browser lay out the page for each field, so only older browsers do it. */
const isKnown = CSS.supports('field-sizing', 'content')

/** A field of several lines that is as high as its text. */
export function GrowingTextarea({ minRows = 1, maxRows, ...field }: Props) {
  if (!isKnown) return <Textarea {...field} autosize minRows={minRows} maxRows={maxRows} />
  const heightOf = (rows: number) => `calc(${rows}lh + 2 * var(--input-padding-y, 0.3rem) + 2px)`
  const input = {
    fieldSizing: 'content',
    // Where it stands among fields of one line, they have a height.
    height: 'auto',
    minHeight: heightOf(minRows),
    maxHeight: maxRows && heightOf(maxRows),
  } as const
  return <Textarea {...field} autosize={false} rows={minRows} styles={{ input }} />
}
