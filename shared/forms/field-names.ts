/** The names of a form's own fields. The names of columns begin with `c.`. */
export const FIELD = {
  stamp: 'stamp',
  proof: 'proof',
  trap: 'second_homepage',
  kept: 'kept',
  drop: 'drop',
  draft: 'draft',
  save: 'save',
} as const

export const fieldOf = (key: string): string => `c.${key}`
