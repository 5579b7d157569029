import type { StoredCells } from '../definitions/definition.rules.ts'

export interface NewRow {
  id: string
  definitionId: string
  position: number
  source: 'api' | 'page' | 'import' | 'manual'
  cells: StoredCells
  /** The sender's own id for it. */
  externalId?: string | undefined
  importRunId?: string | undefined
  createdBy: string
}

/** Rows of one definition and one creator at consecutive positions, as text with a line for each. */
export interface RowLine extends Pick<NewRow, 'definitionId' | 'source' | 'createdBy'> {
  importRunId?: string | undefined
  ids: string
  cells: string
  externalIds: string
}

export const lineOf = (rows: readonly Omit<NewRow, 'position'>[]): RowLine => {
  const { definitionId, source, createdBy, importRunId } = rows[0]!
  return {
    definitionId,
    source,
    createdBy,
    importRunId,
    ids: rows.map(({ id }) => id).join('\n'),
    cells: rows.map(({ cells }) => JSON.stringify(cells)).join('\n'), // which has no line breaks
    externalIds: rows
      .map(({ externalId }) => (externalId === undefined ? '' : JSON.stringify(externalId)))
      .join('\n'),
  }
}
