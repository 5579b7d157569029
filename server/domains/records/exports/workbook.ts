import type * as Xlsx from 'hucre/xlsx'
import { lazily } from '../../../platform/lazy.ts'
import type { SheetCell } from './export-cells.rules.ts'

const xlsx = lazily<typeof Xlsx>('hucre/xlsx')

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
  return xlsx().writeXlsxStream(rows as AsyncIterable<Xlsx.CellValue[]>, {
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
