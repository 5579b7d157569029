export type ParameterType =
  | 'text'
  | 'float8'
  | 'bigint'
  | 'timestamptz'
  | 'jsonb'
  | 'uuid'
  | 'integer'

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/

/** An id for the text of a statement: an index over the rows of one board serves only a statement that names the board. */
export function idSql(id: string): string {
  if (!UUID.test(id)) throw new Error(`${id} is no id`)
  return `'${id}'`
}

/** A number of rows, for the text of a statement: a plan that has to guess it is a poor one. */
export function countSql(count: number): string {
  if (!Number.isSafeInteger(count) || count < 0) throw new Error(`${count} is no number of rows`)
  return `${count}`
}

/** Collects the parameters of a statement while it is built: its text has only their numbers. */
export class Parameters {
  readonly values: unknown[] = []

  /** @param type the type that PostgreSQL reads it as. */
  add(value: unknown, type: ParameterType | `${ParameterType}[]`): string {
    this.values.push(value)
    return `$${this.values.length}::${type}`
  }
}
