import type { Data } from '../../../service/api.ts'

export type Preview = Data<'definitions.previewImport'>
export type Run = Data<'definitions.getImport'>
