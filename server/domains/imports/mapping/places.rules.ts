import type { Column, DefinitionView } from '../../records/definitions/definition.rules.ts'
import type { OddBytes } from '../reading/encodings.rules.ts'
import type { FileReading } from '../reading/records.ts'
import type { Unnamed } from '../reading/tally.ts'

/** Where a column of the file goes, and how that was decided. */
export interface Place {
  header: string
  column: Column | null
  why: 'mapping' | 'remembered' | 'name' | 'content' | 'none'
}

/** A run's file: how to read it, and where its columns go. */
export interface RunFile extends FileReading {
  header: string[]
  /** Ids of columns by place in the file. */
  columns: (string | null)[]
  matchOn: string | null
  /** The columns without a header that have values and go nowhere. Runs of releases up to 0.2 have none. */
  ignored?: Unnamed[]
  odd?: OddBytes
}

/** The columns that a file's columns go into. */
export const mappedColumns = (places: readonly Place[]): Column[] =>
  places.flatMap(({ column }) => column ?? [])

export const isWritable = (view: DefinitionView, column: Column): boolean =>
  !column.readOnly && view.mayWrite(column)

/** A name in lower case, without spaces and marks. */
export const bareName = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
