/** The report on a paste that did not go in unchanged. */
export interface PasteReport {
  /** `Pasted 1,000 cells, added 12 rows.` */
  summary: string
  notes: ReportNote[]
  /** Whether it opens by itself, or is only offered. */
  open: boolean
}

export interface ReportNote {
  kind: 'coerced' | 'ignored' | 'refused'
  /** The row's number from 1, as in the grid; `null` if it belongs to no row. */
  row: number | null
  column: string | null
  says: string
}
