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
