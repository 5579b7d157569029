/** The columns in the order of a state; those it does not name follow in their own order. */
export function orderedColumns<C extends { key: string }>(
  columns: readonly C[],
  order: readonly string[],
): C[] {
  const named = order.flatMap((key) => columns.find((column) => column.key === key) ?? [])
  return [...new Set([...named, ...columns])]
}

/** The keys with one of them moved by one place; at an end it stays. */
export function moveKey(keys: readonly string[], key: string, by: -1 | 1): string[] {
  const at = keys.indexOf(key)
  const to = at + by
  if (at < 0 || to < 0 || to >= keys.length) return [...keys]
  const next = [...keys]
  ;[next[at], next[to]] = [next[to]!, next[at]!]
  return next
}
