import { Popover } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { IconCheck } from '../../../../ui/icons/icons.ts'
import classes from '../../list/grid.module.css'
import type { Then } from '../actions/edit-actions.ts'
import { thenOf } from './editor.ts'

export interface Choice {
  value: string
  label: string
  shown?: ReactNode
}

interface Props {
  label: string
  choices: readonly Choice[]
  chosen: readonly string[]
  multiple: boolean
  typed: string | null
  /** Called with the typed text, if the caller searches for choices; otherwise they are narrowed here. */
  onSearch?: (text: string) => void
  /** The label of the choice that creates a new one; absent if that is not allowed. */
  makes?: (text: string) => string
  busy?: boolean
  /** Whether there are more choices, which only a search finds. */
  goesOn?: boolean
  required: boolean
  /** @param made the new ones among the chosen. */
  onCommit: (chosen: string[], then: Then, made: readonly string[]) => void
  onCancel: () => void
}

const NEW = '\u0000new'

/** Chooses from a list by typing and with keys: arrows, Enter to choose, Tab to choose and move on. */
export function PickList(props: Props) {
  const { label, choices, multiple, typed, onSearch, makes, busy, goesOn, required } = props
  const { onCommit, onCancel } = props
  const [text, setText] = useState(typed ?? '')
  const [chosen, setChosen] = useState(props.chosen)
  const [active, setActive] = useState(() =>
    typed
      ? 0
      : Math.max(
          0,
          choices.findIndex(({ value }) => props.chosen.includes(value)),
        ),
  )
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const done = useRef(false)
  useLayoutEffect(() => field.current!.focus({ preventScroll: true }), [])

  const word = text.trim().toLowerCase()
  const made = chosen
    .filter((one) => one.startsWith(NEW))
    .map((value) => ({ value, label: value.slice(NEW.length) }))
  const known: readonly Choice[] = [...choices, ...made]
  const found = onSearch ? known : known.filter((one) => one.label.toLowerCase().includes(word))
  const isNew = makes && word !== '' && !known.some((one) => one.label.toLowerCase() === word)
  const offered: Choice[] = isNew
    ? [...found, { value: NEW + text.trim(), label: makes(text.trim()) }]
    : [...found]
  const at = Math.min(active, offered.length - 1)
  const finish = (values: readonly string[], then: Then) => {
    if (done.current) return
    done.current = true
    const named = (value: string) => (value.startsWith(NEW) ? value.slice(NEW.length) : value)
    const made = values.filter((value) => value.startsWith(NEW)).map(named)
    onCommit(values.map(named), then, made)
  }
  const choose = (value: string, then: Then) => {
    if (!multiple) return finish([value], then)
    const next = chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]
    setChosen(next)
    setText('')
    onSearch?.('')
    if (then !== 'stay') finish(next, then)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      event.preventDefault()
      setActive((at + step + offered.length) % Math.max(1, offered.length))
      return
    }
    if (event.key === 'Escape') return onCancel()
    if (event.key === 'Backspace' && text === '' && chosen.length > 0) {
      if (multiple) setChosen(chosen.slice(0, -1))
      else if (!required) finish([], 'stay')
      return
    }
    const then = thenOf(event)
    if (!then) return
    event.preventDefault()
    const one = offered[at]
    const wants = word !== '' || (!multiple && event.key === 'Enter')
    if (one && wants) choose(one.value, multiple && event.key === 'Enter' ? 'stay' : then)
    else finish(chosen, then)
  }
  return (
    <Popover opened position="bottom-start" width={260} withRoles={false} offset={2}>
      <Popover.Target>
        <input
          ref={field}
          className={classes.input}
          role="combobox"
          aria-label={label}
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={offered[at] && `${id}-${at}`}
          placeholder={multiple ? `${chosen.length} chosen` : 'Type to search'}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setActive(0)
            onSearch?.(event.currentTarget.value.trim())
          }}
          onKeyDown={onKeyDown}
          onBlur={() => (multiple ? finish(chosen, 'stay') : onCancel())}
        />
      </Popover.Target>
      <Popover.Dropdown p={4} role="dialog" aria-label={label}>
        <div
          id={`${id}-list`}
          role="listbox"
          aria-label={label}
          aria-multiselectable={multiple}
          className={classes.list}
          // The field keeps the focus.
          onPointerDown={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
        >
          {offered.map(({ value, label, shown }, i) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
            <div
              key={value}
              id={`${id}-${i}`}
              role="option"
              aria-selected={chosen.includes(value)}
              className={classes.option}
              data-active={i === at || undefined}
              ref={i === at ? (element) => element?.scrollIntoView({ block: 'nearest' }) : null}
              onClick={() => choose(value, 'stay')}
            >
              {shown ?? label}
              {chosen.includes(value) && <IconCheck size={14} aria-hidden />}
            </div>
          ))}
          {goesOn && offered.length > 0 && (
            <div className={classes.option} role="option" aria-disabled aria-selected={false}>
              Type to find others
            </div>
          )}
          {offered.length === 0 && (
            <div className={classes.option} role="option" aria-disabled aria-selected={false}>
              {busy ? 'Searching…' : 'No match'}
            </div>
          )}
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
