/** An option that is being edited. It has an `id` once the service has given it one. */
export interface OptionDraft {
  id?: string
  label: string
  color: string | null
}

/** The fields of the settings form, for every type. */
export interface SettingsDraft {
  options?: OptionDraft[]
  allowNewOptions?: boolean
  currency?: string
  precision?: number | null
  min?: number | null
  max?: number | null
  definitionKey?: string
  multiple?: boolean
  maxFiles?: number | null
  accept?: string[]
  expression?: string
}
