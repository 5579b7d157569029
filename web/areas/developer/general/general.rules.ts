import type { Body } from '../../../service/api.ts'
import type { Definition } from '../board/developer.rules.ts'

type General = Pick<Definition, 'name' | 'description' | 'icon' | 'color'> & Definition['settings']

export const generalOf = ({ name, description, icon, color, settings }: Definition): General => ({
  name,
  description,
  icon,
  color,
  ...settings,
})

/** What to save: only what was changed, so that it does not undo somebody else's changes. */
export function definitionChanges(typed: General, before: General): Body<'definitions.update'> {
  const changed = Object.entries({ ...typed, name: typed.name.trim() }).filter(
    ([field, value]) => value !== before[field as keyof General],
  )
  const { name, description, icon, color, ...settings } = Object.fromEntries(
    changed,
  ) as Partial<General>
  return {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(icon && { icon }),
    ...(color && { color }),
    ...(Object.keys(settings).length > 0 && { settings }),
  }
}
