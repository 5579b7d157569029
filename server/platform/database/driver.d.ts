declare module 'pg/lib/utils.js' {
  /** A value as a parameter of a statement: text, bytes, or null. */
  export function prepareValue(value: unknown): string | Buffer | null
}
