import type { CSSProperties } from 'react'
import { type Input, inputOf, shownType } from '../../../../shared/column-types.ts'
import { dialled } from '../../../../shared/phone-extension.ts'
import { unresolvedText } from '../../../../shared/unresolved-names.ts'
import { IconExternalLink, IconMail, IconPaperclip, IconPhone } from '../../../ui/icons/icons.ts'
import { isPlainClick } from '../../../ui/links/app-link.tsx'
import { Avatar } from '../../../ui/values/avatar.tsx'
import { optionColor } from '../../../ui/values/tint.rules.ts'
import classes from '../list/grid.module.css'
import type { Column, Row } from '../list/types.ts'
import { shownText } from './cell-shown.rules.ts'
import {
  errorOf,
  filesIn,
  isEmpty,
  labelsIn,
  linkTexts,
  type TextContext,
} from './cell-text.rules.ts'
import { NumberContent } from './number-content.tsx'
import { unresolvedIn } from './unresolved.rules.ts'

interface Props {
  column: Column
  value: unknown
  row: Row | undefined
  context: TextContext
}

/** A cell's value, shown by its type, and the names in it that lead nowhere yet. */
export function CellContent(props: Props) {
  const names = unresolvedIn(props.column, props.row)
  if (names.length === 0) return <CellValue {...props} />
  return (
    <>
      <CellValue {...props} />
      {names.map((name) => (
        <span key={JSON.stringify(name)} className={classes.unresolved}>
          <span className="visually-hidden">Not resolved: </span>
          {unresolvedText(name)}
        </span>
      ))}
    </>
  )
}

function CellValue({ column, value, row, context }: Props) {
  if (isEmpty(value)) {
    return inputOf(column.type) === 'tick' ? <Tick on={false} /> : null
  }
  const error = errorOf(value)
  if (error) return <span className={classes.error}>#{error}</span>
  const input = inputOf(shownType(column))
  switch (input) {
    case 'tick':
      return <Tick on={value === true} />
    case 'option':
    case 'options':
      return labelsIn(value).map((label) => <Badge key={label} column={column} label={label} />)
    case 'rows':
      return linkTexts(column, value, row, context).map((title, i) => (
        <span key={labelsIn(value)[i]} className={classes.chip}>
          {title}
        </span>
      ))
    case 'files':
      return filesIn(value).map(({ id, name }) => (
        <span key={id} className={classes.chip}>
          <IconPaperclip size={12} aria-hidden /> {name}
        </span>
      ))
    case 'person':
      return <Person id={Number(value)} name={shownText(column, value, row, context)} />
    case 'email':
    case 'phone':
    case 'url':
      return (
        <Address
          input={input}
          value={String(value)}
          shown={shownText(column, value, row, context)}
          onWrite={
            row && context.onEmail && input === 'email'
              ? () => context.onEmail?.(row.id, String(value))
              : undefined
          }
        />
      )
    case 'number':
      if (typeof value === 'number') return <NumberContent column={column} value={value} />
      return shownText(column, value, row, context)
    case 'line':
    case 'lines':
    case 'day':
    case 'time':
    case 'none':
      return shownText(column, value, row, context)
  }
}

/** The types whose values are shown as more than a text. */
const PARTED: readonly Input[] = [
  'tick',
  'option',
  'options',
  'rows',
  'files',
  'email',
  'phone',
  'url',
  'person',
]

/** Whether a column's cells are plain text, which is cut with an ellipsis if too long. */
export const isPlain = (column: Column): boolean => !PARTED.includes(inputOf(shownType(column)))

const Person = ({ id, name }: { id: number; name: string }) => (
  <>
    <Avatar id={id} name={name} size={18} />
    <span className={classes.text}>{name}</span>
  </>
)

const Tick = ({ on }: { on: boolean }) => (
  <span className={classes.tick} data-on={on || undefined}>
    <span className="visually-hidden">{on ? 'Yes' : 'No'}</span>
  </span>
)

function Badge({ column, label }: { column: Column; label: string }) {
  const color = column.settings.options?.find((option) => option.label === label)?.color
  return (
    <span className={classes.badge} style={tintOf(color)}>
      {label}
    </span>
  )
}

/** Gives what shows an option the color of the option. */
export const tintOf = (color: string | null | undefined): CSSProperties =>
  color ? ({ '--tint': optionColor(color) } as CSSProperties) : {}

const reaches = {
  email: { scheme: 'mailto:', icon: IconMail, label: 'Email' },
  phone: { scheme: 'tel:', icon: IconPhone, label: 'Call' },
  url: { scheme: '', icon: IconExternalLink, label: 'Open' },
} as const

interface AddressProps {
  input: keyof typeof reaches
  value: string
  /** The value as people read it. */
  shown: string
  /** Writes to the address in the record's own composer. */
  onWrite?: (() => void) | undefined
}

function Address({ input, value, shown, onWrite }: AddressProps) {
  const { scheme, icon: Icon, label } = reaches[input]
  const isSafe = scheme !== '' || /^https?:\/\//i.test(value)
  return (
    <>
      <span className={classes.text}>{shown}</span>
      {isSafe && (
        <a
          className={classes.go}
          href={scheme + (input === 'phone' ? dialled(value) : value)}
          {...(input === 'url' ? { target: '_blank', rel: 'noreferrer' } : {})}
          tabIndex={-1}
          aria-label={`${label} ${shown}`}
          onClick={(event) => {
            if (!onWrite || !isPlainClick(event)) return
            event.preventDefault()
            onWrite()
          }}
        >
          <Icon size={14} aria-hidden />
        </a>
      )}
    </>
  )
}
