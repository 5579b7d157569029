import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { parsed } from '../cell-parse.rules.ts'
import { isNumeric } from '../cell-shown.rules.ts'
import { plainText } from '../cell-text.rules.ts'
import classes from '../grid.module.css'
import { type EditorProps, type Then, thenOf } from './editor.ts'

/** Edits what is typed as text: texts, numbers, addresses. Long texts have lines, which Shift or Alt+Enter begin. */
export function TextEditor({
  column,
  value,
  row,
  typed,
  context,
  onCommit,
  onCancel,
}: EditorProps) {
  const before = plainText(column, value, row, context)
  const [text, setText] = useState(typed ?? before)
  const [problem, setProblem] = useState<string | null>(null)
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  const long = column.type === 'long_text'
  useEffect(() => {
    const input = field.current!
    input.focus({ preventScroll: true })
    const end = input.value.length
    input.setSelectionRange(end, end)
  }, [])

  const commit = (then: Then) => {
    if (text === before) return onCommit(value ?? null, then)
    const read = parsed(column, text)
    if ('problem' in read) setProblem(read.problem)
    else onCommit(read.value, then)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') return onCancel()
    const then = thenOf(event)
    if (!then || (long && event.key === 'Enter' && (event.shiftKey || event.altKey))) return
    event.preventDefault()
    commit(then)
  }
  const Field = long ? 'textarea' : 'input'
  return (
    <>
      <Field
        ref={field}
        className={classes.input}
        data-numeric={isNumeric(column) || undefined}
        inputMode={isNumeric(column) ? 'decimal' : undefined}
        aria-label={column.name}
        aria-invalid={problem !== null}
        aria-describedby={problem ? 'cell-problem' : undefined}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setProblem(null)
        }}
        onKeyDown={onKeyDown}
        // What cannot be is not kept by going elsewhere.
        onBlur={() => (problem ? onCancel() : commit('stay'))}
      />
      {problem && (
        <div id="cell-problem" role="alert" className={classes.problem}>
          {problem}
        </div>
      )}
    </>
  )
}
