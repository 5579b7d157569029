import type { ColumnType } from '../column-types.ts'

/** A column of a form with what the form says about it. */
export interface AskedField {
  column: {
    id: string
    key: string
    type: ColumnType
    settings: {
      options?: readonly { label: string }[] | undefined
      currency?: string | undefined
      multiple?: boolean | undefined
      maxFiles?: number | undefined
      accept?: readonly string[] | undefined
    }
  }
  label: string
  help: string | null
  required: boolean
}
