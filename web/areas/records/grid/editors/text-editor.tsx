import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { inputOf } from '../../../../../shared/column-types.ts'
import { parsed } from '../../cells/cell-parse.rules.ts'
import { isNumeric } from '../../cells/cell-shown.rules.ts'
import { plainText } from '../../cells/cell-text.rules.ts'
import classes from '../../list/grid.module.css'
import type { Then } from '../actions/edit-actions.ts'
import { movedIntoView } from '../layout/place.ts'
import { type EditorProps, thenOf } from './editor.ts'

/**
 * Edits values that are typed: texts, numbers, addresses. In a long text, Shift+Enter or Alt+Enter starts a new line.
 */
export function TextEditor(props: EditorProps) {
  const { column, value, row, typed, context, onCommit, onCancel } = props
  const before = plainText(column, value, row, context)
  const [text, setText] = useState(typed ?? before)
  const [problem, setProblem] = useState(props.problem)
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  const long = inputOf(column.type) === 'lines'
  useLayoutEffect(() => {
    const input = field.current!
    input.focus({ preventScroll: true })
    const end = input.value.length
    input.setSelectionRange(end, end)
  }, [])

  const commit = (then: Then) =>
    onCommit(text === before ? (value ?? null) : parsed(column, text, context.region), then)
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') return onCancel()
    const then = thenOf(event)
    if (!then) return
    if (long && event.key === 'Enter' && event.shiftKey) return
    event.preventDefault()
    // The browser itself only handles Shift+Enter.
    if (long && event.key === 'Enter' && event.altKey)
      document.execCommand('insertText', false, '\n')
    else commit(then)
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
        // A refused text that is left as it is stays refused.
        onBlur={() => (problem ? onCancel() : commit('stay'))}
      />
      {problem && (
        <div id="cell-problem" role="alert" className={classes.problem} ref={movedIntoView}>
          {problem}
        </div>
      )}
    </>
  )
}
