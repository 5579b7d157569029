// What a restored service must have, and report, of what was written while its backup was taken.

export interface Written {
  /** The writes of each writer that were acknowledged, in order. */
  acknowledged: readonly (readonly string[])[]
  /** How many of those were acknowledged before the backup began. */
  before: readonly number[]
  /** What the restored service has. */
  restored: readonly string[]
}

/** The restored rows must be of one moment: of each writer the first ones, and all that were acknowledged before. */
export function momentFaults({ acknowledged, before, restored }: Written): string[] {
  const there = new Set(restored)
  const faults = restored.length === there.size ? [] : ['there are doubles']
  for (const [writer, names] of acknowledged.entries()) {
    const missing = names.findIndex((name) => !there.has(name))
    const has = missing < 0 ? names.length : missing
    if (has < before[writer]!) faults.push(`${names[has]} was acknowledged before, and is lost`)
    const later = names.slice(has).find((name) => there.has(name))
    if (later) faults.push(`${later} is there, and not ${names[has]}, which came before it`)
  }
  return faults
}

/** Everything must be reported once, in order. `heard` is what was reported before the backup and after the restore. */
export function tellingFaults(
  by: string,
  happened: readonly string[],
  heard: readonly string[],
): string[] {
  const counts = Map.groupBy(heard, (name) => name)
  const faults = happened.flatMap((name) => {
    const times = counts.get(name)?.length ?? 0
    return times === 1 ? [] : [`${by} was told of ${name} ${times} times`]
  })
  const known = new Set(happened)
  faults.push(...heard.filter((name) => !known.has(name)).map((name) => `${by} heard of ${name}`))
  if (faults.length === 0 && heard.join() !== happened.join())
    faults.push(`${by} was told in disorder`)
  return faults
}
