import { parameterType } from '../filters/conditions.rules.ts'
import { type Order, type Phase, phasesOf } from '../filters/order.rules.ts'
import type { Parameters, ParameterType } from '../filters/statement.rules.ts'
import type { Figure, FigureRow } from './figures.rules.ts'

/** The phases of a list, in one figure: the number of a rank, 0 for another value, -1 for none. */
export function phaseFigure({ ranks, keys }: Order): Figure {
  const { target } = keys[0]!
  const key = target.key!
  return {
    by: {
      sql: (parameters) => {
        const rank = ranks
          ? `coalesce(array_position(${parameters.add(ranks, 'text[]')}, ${key}), 0)`
          : '0'
        return `(CASE WHEN ${key} IS NULL THEN -1 ELSE ${rank} END)::float8`
      },
      targets: [target],
      valueType: 'float8',
      limit: (ranks?.length ?? 0) + 3,
    },
    sums: [],
  }
}

/** How many rows a phase has, in the figure of the phases. */
export function countIn(rows: readonly FigureRow[], { ranks = [] }: Order, phase: Phase): number {
  const at = typeof phase === 'object' ? ranks.indexOf(phase.rank) + 1 : phase === 'empty' ? -1 : 0
  return rows.find(([value]) => value === at)?.[1] ?? 0
}

/** A part of a list, in its order. */
export interface Stretch {
  phase: Phase | undefined
  /** How many rows it has, if that is known. */
  count?: number
  /** Rows whose first key, or position, is from `from` on and below `to`, as texts; missing if it has no such end. */
  bounds?: { from?: string | undefined; to?: string | undefined }
}

/** The SQL that a list is sorted by first, and the type of its values. */
export function bucketKey({ keys }: Order): { sql: string; type: ParameterType } {
  const target = keys[0]?.target
  return target
    ? { sql: target.key!, type: parameterType[target.comparison] }
    : { sql: 'position', type: 'bigint' }
}

/**
 * How many rows a list without ranks has between each two bounds of its first key; -1 for those without it.
 *
 * @param bounds values of the key in ascending order, as texts.
 */
export function bucketFigure(
  order: Order,
  bounds: readonly string[],
): Figure & { stretches: (rows: readonly FigureRow[]) => Stretch[] } {
  const { sql: key, type } = bucketKey(order)
  const first = order.keys[0]
  const phases = phasesOf(order, undefined)
  return {
    by: {
      sql: (parameters) =>
        `(CASE WHEN ${key} IS NULL THEN -1 ELSE width_bucket(${key}, ${parameters.add(bounds, `${type}[]`)}) END)::float8`,
      targets: first ? [first.target] : [],
      valueType: 'float8',
      limit: bounds.length + 3,
    },
    sums: [],
    stretches: (rows) => {
      const counts = new Map(rows.map(([value, count]) => [value, count]))
      const buckets = Array.from({ length: bounds.length + 1 }, (_, at) => ({
        phase: phases[0],
        count: counts.get(at) ?? 0,
        bounds: { from: bounds[at - 1], to: bounds[at] },
      }))
      if (first?.descending ?? order.descending) buckets.reverse()
      return phases.length > 1
        ? [...buckets, { phase: 'empty', count: counts.get(-1) ?? 0 }]
        : buckets
    },
  }
}

/** The rows of a stretch, among those of its phase. */
export function betweenSql(order: Order, { bounds }: Stretch, parameters: Parameters): string {
  const { sql, type } = bucketKey(order)
  const parts = [
    bounds?.from !== undefined && `${sql} >= ${parameters.add(bounds.from, type)}`,
    bounds?.to !== undefined && `${sql} < ${parameters.add(bounds.to, type)}`,
  ]
  return parts.filter(Boolean).join(' AND ') || 'true'
}
