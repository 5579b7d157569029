import { pagesWithStages, stageColumns } from '../../../shared/pipelines.ts'
import type { Item } from '../../service/api.ts'

type Definition = Item<'definitions.list'>
type Column = Definition['columns'][number]

/** A page whose records go through stages, and the column of their amounts if there is one. */
export interface Pipeline {
  key: string
  name: string
  stage: Column
  amount: Column | undefined
}

/** A page with a column `stage`; undefined for others. */
export function pipelineOf(definition: Definition): Pipeline | undefined {
  const { key, name } = definition
  const columns = stageColumns(definition)
  return columns && { key, name, stage: columns.stage, amount: columns.amount }
}

/** The pages that Today shows by stage. */
export const pipelinesOf = (definitions: readonly Definition[]): Pipeline[] =>
  pagesWithStages(definitions).flatMap((definition) => pipelineOf(definition) ?? [])

/** How a page’s stages are asked for. */
export const stagesInput = (key: string, stage: string, amount: string | null) => ({
  params: { key },
  query: { group: stage, fields: stage, limit: 1, ...(amount ? { sum: amount } : {}) },
})

export interface Stage {
  /** Null for records without one. */
  label: string | null
  color: string | null
  count: number
  /** In units of the currency; undefined if the page has no amounts. */
  sum: number | undefined
}

interface Group {
  value?: unknown
  count: number
  sums: Record<string, number>
}

/** Every stage in the order of the options, with what is in it; then labels that are no option any more, and none. */
export function stagesOf({ stage, amount }: Pipeline, groups: readonly Group[]): Stage[] {
  const options = stage.settings.options ?? []
  const ofGroup = ({ value, count, sums }: Group): Stage => ({
    label: typeof value === 'string' ? value : null,
    color: options.find(({ label }) => label === value)?.color ?? null,
    count,
    sum: amount && (sums[amount.key] ?? 0),
  })
  const known = options.map(({ label, color }): Stage => {
    const group = groups.find(({ value }) => value === label)
    return group ? ofGroup(group) : { label, color: color ?? null, count: 0, sum: amount && 0 }
  })
  const others = groups.filter(({ value }) => !options.some(({ label }) => label === value))
  return [...known, ...others.map(ofGroup)]
}
