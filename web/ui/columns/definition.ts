import type { Data } from '../../service/api.ts'

export type Definition = Data<'definitions.get'>
export type Column = Definition['columns'][number]
