import type { CSSProperties } from 'react'
import { IconUser } from '../icons/icons.ts'
import classes from './avatar.module.css'
import { initialsOf } from './avatar.rules.ts'
import { tinted, tintOf } from './tint.rules.ts'

interface Props {
  /** A person's number, or the address of a contact; it decides the color. */
  id: number | string
  name: string
  /** In pixels. */
  size?: number
  /** Says who it is, where the name is not beside it. */
  label?: string
}

/** A person's initials on a color of their own. */
export function Avatar({ id, name, size = 20, label }: Props) {
  const initials = initialsOf(name)
  return (
    <span
      className={`${classes.avatar} tinted`}
      style={{ '--size': `${size}px`, ...tinted(tintOf(id)) } as CSSProperties}
      data-initials={initials}
      {...(label ? { role: 'img', 'aria-label': label, title: label } : { 'aria-hidden': true })}
    >
      {initials === '' && <IconUser size={size * 0.6} stroke={1.8} aria-hidden />}
    </span>
  )
}
