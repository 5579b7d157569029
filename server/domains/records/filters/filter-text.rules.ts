import { type Why, why } from '../../../../contract/refusals/reasons.ts'
import type { Problems } from './filter.rules.ts'

/** Reads a filter from a query, where it is JSON text. It cannot hold anything that a body cannot hold. */
export function parseFilterText(filter: unknown, problems: Problems): unknown {
  if (typeof filter !== 'string') return filter
  try {
    const value: unknown = JSON.parse(filter)
    const misfit = misfitIn(value)
    if (!misfit) return value
    problems.add('query.filter', misfit)
  } catch {
    problems.add('query.filter', why('not_json', {}))
  }
  return { and: [] }
}

/** Finds texts that the database cannot hold. The text's length bounds the depth, which `readFilter` checks. */
function misfitIn(value: unknown): Why | undefined {
  const found = [value]
  for (let i = 0; i < found.length; i++) {
    const item = found[i]
    if (typeof item === 'string') {
      if (item.includes('\0')) return why('nul_character', {})
      if (!item.isWellFormed()) return why('half_character', {})
    } else if (typeof item === 'object' && item !== null) {
      for (const inner of Object.values(item)) found.push(inner)
    }
  }
  return undefined
}
