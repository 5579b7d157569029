import type { CSSProperties } from 'react'

/** Colors of the theme in which initials stand apart from one another. */
const tints = [
  'blue',
  'orange',
  'teal',
  'grape',
  'green',
  'pink',
  'indigo',
  'yellow',
  'cyan',
  'red',
  'lime',
  'violet',
] as const

/** The color that belongs to an id: the same one everywhere, and another one for the next person. */
export function tintOf(id: number | string): string {
  if (typeof id === 'number') return tints[id % tints.length]!
  let sum = 0
  for (const letter of id) sum = (sum * 31 + letter.codePointAt(0)!) % 1_000_003
  return tints[sum % tints.length]!
}

/** Makes an element with the class `tinted` that color. */
export const tinted = (color: string) =>
  ({ '--tint': `var(--mantine-color-${color}-6)` }) as CSSProperties

/** An option's color in CSS: by its name in the theme, or as it was given. */
export const optionColor = (color: string): string =>
  color.startsWith('#') ? color : `var(--mantine-color-${color}-5)`
