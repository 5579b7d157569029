import { type Why, why } from '../../../../contract/refusals/reasons.ts'
import { wrong } from '../../../platform/read.rules.ts'
import { NOTHING, readFilter } from './filter.rules.ts'
import type { Condition, FilterContext } from './plan.rules.ts'
import type { ReadPart } from './problems.rules.ts'

/** Reads a filter from a query, where it is JSON text. It cannot hold anything that a body cannot hold. */
export function readFilterText(
  filter: unknown,
  context: FilterContext,
  path: string,
): ReadPart<Condition> {
  if (typeof filter !== 'string') return readFilter(filter, context, path)
  let value: unknown
  try {
    value = JSON.parse(filter)
  } catch {
    return wrong(NOTHING, why('not_json', {}), path)
  }
  const misfit = misfitIn(value)
  return misfit ? wrong(NOTHING, misfit, path) : readFilter(value, context, path)
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
