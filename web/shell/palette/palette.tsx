import { Loader } from '@mantine/core'
import {
  type KeyboardEvent,
  lazy,
  Suspense,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { useSession } from '../../service/session.ts'
import { useReturnFocus } from '../../ui/focus/use-return-focus.ts'
import { IconSearch } from '../../ui/icons/icons.ts'
import { useGo } from '../../ui/links/use-go.ts'
import { DefinitionMark } from '../../ui/records/definition-mark.tsx'
import { MOST_DEFINITIONS } from '../../ui/records/use-rows-everywhere.ts'
import { takeTyped } from '../keyboard/typed-ahead.ts'
import type { Command } from './command.ts'
import classes from './palette.module.css'
import { firstOfGroups, foundCommands, groups, nextIn, withoutRepeats } from './palette.rules.ts'
import { useCommands } from './palette-commands.ts'
import { useFoundRecords } from './palette-records.ts'
import { addRecent } from './recents.ts'

const NewDefinitionDialog = lazy(() =>
  import('../../ui/boards/new-definition.tsx').then((m) => ({ default: m.NewDefinitionDialog })),
)

/**
 * Goes anywhere, creates anything and finds any record, by typing. It has to be there with the next frame, so it is drawn
 * in one step with plain elements.
 */
export function Palette({ onClose }: { onClose: () => void }) {
  const layer = useRef<HTMLDivElement>(null)
  useReturnFocus()
  // Not before it is known what had the focus.
  useLayoutEffect(() => layer.current?.querySelector('input')?.focus(), [])
  const [making, setMaking] = useState<'board' | 'page' | null>(null)
  if (making) {
    return (
      <Suspense>
        <NewDefinitionDialog kind={making} onClose={onClose} />
      </Suspense>
    )
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) {
      event.stopPropagation()
      onClose()
    }
    // Its field is all that can have the focus.
    if (event.key === 'Tab') event.preventDefault()
  }
  return createPortal(
    <div ref={layer} className={classes.layer}>
      <div className={classes.shade} onClick={onClose} aria-hidden />
      <div
        role="dialog"
        aria-modal="true"
        aria-label="Go to, create, search"
        className={classes.dialog}
        onKeyDown={onKeyDown}
        onMouseDown={(event) => {
          if (!(event.target instanceof HTMLInputElement)) event.preventDefault()
        }}
      >
        <Search onMake={setMaking} onClose={onClose} />
      </div>
    </div>,
    document.body,
  )
}

function Search({
  onMake,
  onClose,
}: {
  onMake: (kind: 'board' | 'page') => void
  onClose: () => void
}) {
  const go = useGo()
  const listId = useId()
  const { workspace } = useSession()
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  const { commands, definitions } = useCommands(typed)
  const { records, isLooking } = useFoundRecords(definitions, typed)
  const all = [...withoutRepeats(foundCommands(commands, typed), records), ...records]
  const found = firstOfGroups(all)
  const at = Math.min(active, Math.max(0, found.length - 1))
  const optionId = (index: number) => `${listId}-${index}`
  const lastAt = useRef(at)
  useEffect(() => {
    // Not when it opens: the first one is in view, and to find that out takes the page’s whole layout.
    if (lastAt.current === at) return
    lastAt.current = at
    document.getElementById(`${listId}-${at}`)?.scrollIntoView({ block: 'nearest' })
  }, [listId, at])

  const run = (command: Command | undefined) => {
    if (!command) return
    if ('make' in command) return onMake(command.make)
    if ('run' in command) {
      onClose()
      return command.run()
    }
    if (command.group === 'Records') {
      addRecent(workspace.id, { to: command.to, title: command.label })
    }
    onClose()
    go(command.to)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key] as 1 | -1 | undefined
    if (step) setActive(nextIn(found.length, at, step))
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) run(found[at])
    else return
    event.preventDefault()
  }
  return (
    <>
      <div className={classes.search}>
        <IconSearch size={18} aria-hidden />
        <input
          className={classes.field}
          placeholder="Go to, create, or search records"
          aria-label="Go to, create, or search records"
          role="combobox"
          aria-expanded={found.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={found.length > 0 ? optionId(at) : undefined}
          autoComplete="off"
          value={typed}
          onFocus={() => {
            const ahead = takeTyped()
            setTyped((before) => before + ahead)
          }}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setActive(0)
          }}
          onKeyDown={onKeyDown}
        />
        {isLooking && <Loader size="xs" />}
      </div>
      <div id={listId} role="listbox" aria-label="Results" className={classes.list}>
        {groups.map((group) => {
          const here = found.flatMap((command, index) =>
            command.group === group ? [{ command, index }] : [],
          )
          if (here.length === 0) return null
          return (
            // biome-ignore lint/a11y/useSemanticElements: no element exists for a group of options
            <div key={group} role="group" aria-label={group}>
              <div className={classes.group} aria-hidden>
                {group}
              </div>
              {here.map(({ command, index }) => (
                <Option
                  key={command.id}
                  id={optionId(index)}
                  command={command}
                  selected={index === at}
                  onPoint={() => setActive(index)}
                  onRun={() => run(command)}
                />
              ))}
            </div>
          )
        })}
      </div>
      <div className={classes.words} role="status">
        {statusText(all.length, typed, isLooking)}
        {found.length < all.length && ' The first are listed: type more to find others.'}
        {definitions.length > MOST_DEFINITIONS &&
          ` The search covers the ${MOST_DEFINITIONS} largest boards and pages.`}
      </div>
    </>
  )
}

interface OptionProps {
  id: string
  command: Command
  selected: boolean
  onPoint: () => void
  onRun: () => void
}

function Option({ id, command, selected, onPoint, onRun }: OptionProps) {
  const { icon: Shown, label, hint, group, keys = [] } = command
  // The kind of place stays visible, however long the name is.
  const cut = group === 'Go to' ? label.lastIndexOf(': ') : -1
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the search field keeps the focus and handles the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the search field names it as its active one
    <div
      id={id}
      role="option"
      aria-selected={selected}
      className={classes.option}
      data-record={group === 'Records' || undefined}
      onMouseMove={selected ? undefined : onPoint}
      title={label}
      onClick={onRun}
    >
      {'look' in command && command.look ? (
        <DefinitionMark of={command.look} size={18} />
      ) : (
        <Shown size={18} stroke={1.7} aria-hidden />
      )}
      <span className={classes.label}>{cut < 0 ? label : label.slice(0, cut)}</span>
      {cut >= 0 && <span className={classes.what}>{label.slice(cut)}</span>}
      {hint && <span className={classes.hint}>{hint}</span>}
      {keys.length > 0 && (
        <span className={classes.keys}>
          {keys.map((key) => (
            <kbd key={key} className={classes.key}>
              {key}
            </kbd>
          ))}
        </span>
      )}
    </div>
  )
}

function statusText(count: number, typed: string, isLooking: boolean): string {
  if (isLooking) return 'Searching records…'
  if (count === 0) return `No results for “${typed.trim()}”.`
  return typed.trim()
    ? `${count} found. Enter opens, ↑ ↓ choose, Esc closes.`
    : '↑ ↓ choose, Enter opens, Esc closes.'
}
