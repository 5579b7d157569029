export type ParameterType =
  | 'text'
  | 'float8'
  | 'bigint'
  | 'timestamptz'
  | 'jsonb'
  | 'uuid'
  | 'integer'

/** Collects the parameters of a statement while it is built: its text has only their numbers. */
export class Parameters {
  readonly values: unknown[] = []

  /** @param type the type that PostgreSQL reads it as. */
  add(value: unknown, type: ParameterType | `${ParameterType}[]`): string {
    this.values.push(value)
    return `$${this.values.length}::${type}`
  }
}
