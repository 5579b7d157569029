import type { CSSProperties } from 'react'
import {
  type DefinitionColor,
  type DefinitionIcon,
  definitionIcons,
} from '../../../shared/definition-looks.ts'
import { tinted } from '../values/tint.rules.ts'
import classes from './definition-mark.module.css'

/** One of the icons, in the color of the text around it. All are in one file, so a page loads no code for them. */
export function DefinitionPicture({ icon, size }: { icon: DefinitionIcon; size: number }) {
  // A later version of the service may have more icons; the first one stands in.
  const nth = Math.max(0, definitionIcons.indexOf(icon))
  return (
    <span
      className={classes.picture}
      style={{ width: size, height: size, '--nth': nth } as CSSProperties}
      data-icon={icon}
      aria-hidden
    />
  )
}

interface Props {
  of: { icon: DefinitionIcon; color: DefinitionColor }
  /** In pixels. */
  size?: number
}

/** The icon of a board or page in its color; its name is beside it. */
export function DefinitionMark({ of: { icon, color }, size = 20 }: Props) {
  return (
    <span
      className={`${classes.mark} tinted`}
      style={{ width: size, height: size, ...tinted(color) }}
      aria-hidden
    >
      <DefinitionPicture icon={icon} size={size * 0.7} />
    </span>
  )
}
