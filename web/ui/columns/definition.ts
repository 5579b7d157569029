import type { Data } from '../../api.ts'

export type Definition = Data<'definitions.get'>
export type Column = Definition['columns'][number]
