/** Of the type uuid. */
const OID = 2950
/** One dimension, no nulls, and how many items there are, from 1 on. */
const headOf = (count: number): string => [1, 0, OID, count, 1].map(int32).join('')
const int32 = (n: number): string => n.toString(16).padStart(8, '0')
/** Each id comes after its length. */
const LENGTH = int32(16)

/** Ids as a parameter of the type uuid[], in PostgreSQL's binary form, which it reads in a tenth of the time of a text. */
export function uuidArray(ids: readonly string[]): Buffer {
  const items = ids.length === 0 ? '' : LENGTH + ids.join(LENGTH).replaceAll('-', '')
  return Buffer.from(headOf(ids.length) + items, 'hex')
}
