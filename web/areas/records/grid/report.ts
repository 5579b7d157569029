/** What happened to a paste where not all of it went in as it was. */
export interface PasteReport {
  /** `Pasted 1,000 cells, added 12 rows.` */
  summary: string
  notes: ReportNote[]
  /** Whether it is shown, or only offered. */
  open: boolean
}

export interface ReportNote {
  kind: 'coerced' | 'ignored' | 'refused'
  /** As the grid counts, from 1; `null` where it is of no row. */
  row: number | null
  column: string | null
  says: string
}
