import type { DefinitionView } from '../../records/definitions/definition.rules.ts'
import { BYTE_ORDER_MARK, csvLine } from '../../records/exports/csv.rules.ts'
import { rearmed } from '../../records/exports/disarming.rules.ts'
import { ownIdColumn } from '../../records/rows/own-id-column.rules.ts'

/**
 * Whether a CSV begins to the byte as an export of the board does, with names of its columns. A spreadsheet that has saved
 * it again writes another first line, or separates values otherwise where numbers have a decimal comma.
 *
 * @param head the first bytes of the file.
 */
export function isExportOf(
  { columns }: DefinitionView,
  header: readonly string[],
  head: Buffer,
): boolean {
  const names = new Set([...columns.map(({ name }) => name), ownIdColumn.name])
  const firstLine = Buffer.from(BYTE_ORDER_MARK + csvLine(header))
  return (
    header.every((name) => names.has(rearmed(name))) &&
    head.subarray(0, firstLine.length).equals(firstLine)
  )
}
