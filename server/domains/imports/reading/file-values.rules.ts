import type { FileRecord, FileValue } from './records.ts'

// The thread that reads a workbook loads this, so it imports nothing that takes long to load.

/** A value as people read it, and as failures store it. */
export function textOf(value: FileValue): string {
  if (typeof value !== 'object') return String(value)
  return 'error' in value ? value.error : `${value.percent}%`
}

/** A row of a workbook as it is stored: its number and its values. */
export const jsonLine = ({ line, values }: FileRecord): string =>
  `${JSON.stringify([line, ...values])}\n`
