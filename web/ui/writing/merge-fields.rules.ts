/** The merge field of a column, with its fallback for an empty cell. */
export const fieldOf = (key: string, standIn = ''): string =>
  standIn.trim() === '' ? `{{${key}}}` : `{{${key}|${standIn.trim()}}}`
