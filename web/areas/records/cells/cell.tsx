import type { CSSProperties } from 'react'
import { dialled } from '../../../../shared/phone-extension.ts'
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
  shownType,
  type TextContext,
} from './cell-text.rules.ts'
import { NumberContent } from './number-content.tsx'

interface Props {
  column: Column
  value: unknown
  row: Row | undefined
  context: TextContext
}

/** A cell's value, shown by its type. */
export function CellContent({ column, value, row, context }: Props) {
  if (isEmpty(value)) {
    return column.type === 'checkbox' ? <Tick on={false} /> : null
  }
  const error = errorOf(value)
  if (error) return <span className={classes.error}>#{error}</span>
  switch (shownType(column)) {
    case 'checkbox':
      return <Tick on={value === true} />
    case 'select':
    case 'multi_select':
      return labelsIn(value).map((label) => <Badge key={label} column={column} label={label} />)
    case 'link':
      return linkTexts(column, value, row, context).map((title, i) => (
        <span key={labelsIn(value)[i]} className={classes.chip}>
          {title}
        </span>
      ))
    case 'file':
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
          type={shownType(column) as keyof typeof reaches}
          value={String(value)}
          shown={shownText(column, value, row, context)}
          onWrite={
            row && context.onEmail && shownType(column) === 'email'
              ? () => context.onEmail?.(row.id, String(value))
              : undefined
          }
        />
      )
    case 'currency':
      if (typeof value === 'number') return <NumberContent column={column} value={value} />
      return shownText(column, value, row, context)
    default:
      return shownText(column, value, row, context)
  }
}

const parted: readonly Column['type'][] = [
  'checkbox',
  'select',
  'multi_select',
  'link',
  'file',
  'email',
  'phone',
  'url',
  'person',
]

/** Whether a column's cells are plain text, which is cut with an ellipsis if too long. */
export const isPlain = (column: Column): boolean => !parted.includes(shownType(column))

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
  type: keyof typeof reaches
  value: string
  /** The value as people read it. */
  shown: string
  /** Writes to the address in the record's own composer. */
  onWrite?: (() => void) | undefined
}

function Address({ type, value, shown, onWrite }: AddressProps) {
  const { scheme, icon: Icon, label } = reaches[type]
  const isSafe = scheme !== '' || /^https?:\/\//i.test(value)
  return (
    <>
      <span className={classes.text}>{shown}</span>
      {isSafe && (
        <a
          className={classes.go}
          href={scheme + (type === 'phone' ? dialled(value) : value)}
          {...(type === 'url' ? { target: '_blank', rel: 'noreferrer' } : {})}
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
