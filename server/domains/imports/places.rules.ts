import type { Column, DefinitionView } from '../records/definitions/definition.rules.ts'

/** Where a column of the file goes, and how that was decided. */
export interface Place {
  header: string
  column: Column | null
  why: 'mapping' | 'remembered' | 'name' | 'content' | 'none'
}

export const isWritable = (view: DefinitionView, column: Column): boolean =>
  !column.readOnly && view.mayWrite(column)

/** A name in lower case, without spaces and marks. */
export const bareName = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
