import type { defaultOptionsFilter } from '@mantine/core'

type Choices = ReturnType<typeof defaultOptionsFilter>

/** The choices that match, those that begin with the typed text first: Enter takes the first. */
export function bestFirst(items: Choices, typed: string): Choices {
  const search = typed.trim().toLowerCase()
  const wanted = (label: string) => (label.toLowerCase().startsWith(search) ? 0 : 1)
  const place = (item: Choices[number]) =>
    'group' in item ? Math.min(...item.items.map(({ label }) => wanted(label))) : wanted(item.label)
  return items
    .map((item) =>
      'group' in item
        ? { ...item, items: item.items.toSorted((a, b) => wanted(a.label) - wanted(b.label)) }
        : item,
    )
    .toSorted((a, b) => place(a) - place(b))
}

/** More would take a browser long to draw. All time zones fit. */
const MOST_LISTED = 500

/** The first choices, and a last one that says that there are others. */
export function firstListed(items: Choices): Choices {
  let left = MOST_LISTED
  const listed = items.flatMap((item): Choices => {
    if (left === 0) return []
    const inside = 'group' in item ? item.items.slice(0, left) : [item]
    left -= inside.length
    return 'group' in item ? [{ ...item, items: inside }] : [item]
  })
  if (countOf(listed) === countOf(items)) return items
  return [...listed, { value: 'others', label: 'Type to find others', disabled: true }]
}

const countOf = (items: Choices): number =>
  items.reduce((sum, item) => sum + ('group' in item ? item.items.length : 1), 0)
