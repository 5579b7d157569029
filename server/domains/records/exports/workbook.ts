import { type CellValue, writeXlsxStream } from 'hucre/xlsx'
import type { SheetCell } from './export-cells.rules.ts'

export interface SheetColumn {
  header: string
  format: string | undefined
  width: number
}

/**
 * A workbook that is written while its rows are read, so that memory does not grow with them.
 *
 * @param large whether parts of it may pass 4 GiB, which needs a form of ZIP that some readers cannot open.
 */
export function workbook(
  name: string,
  columns: readonly SheetColumn[],
  rows: AsyncIterable<SheetCell[]>,
  large: boolean,
): ReadableStream<Uint8Array> {
  return writeXlsxStream(rows as AsyncIterable<CellValue[]>, {
    name,
    columns: columns.map(({ header, format, width }) => ({
      header,
      width,
      ...(format === undefined ? {} : { numFmt: format }),
    })),
    freezePane: { rows: 1 },
    zip64: large,
  })
}
