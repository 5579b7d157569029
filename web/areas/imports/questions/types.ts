import type { Data } from '../../../api.ts'

export type Preview = Data<'definitions.previewImport'>
export type Run = Data<'definitions.getImport'>
