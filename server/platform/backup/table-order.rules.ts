/**
 * Orders tables so that rows find the rows that they reference: each comes after those that it references.
 *
 * @throws Error if tables reference each other in a circle.
 */
export function referencedFirst<T extends { name: string; references: readonly string[] }>(
  tables: readonly T[],
): T[] {
  const placed = new Map<string, T>()
  let waiting = [...tables]
  while (waiting.length > 0) {
    const free = waiting.filter(({ references }) => references.every((name) => placed.has(name)))
    if (free.length === 0) {
      const names = waiting.map(({ name }) => name).join(', ')
      throw new Error(`there is no order in which to fill tables: ${names}`)
    }
    for (const table of free) placed.set(table.name, table)
    waiting = waiting.filter(({ name }) => !placed.has(name))
  }
  return [...placed.values()]
}
