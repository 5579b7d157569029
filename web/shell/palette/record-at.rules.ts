/** A record by the key of its board or page and its id. */
export interface RecordAt {
  key: string
  rowId: string
}

const PLACE = /^\/records\/([^/?]+)(?:\/rows\/|\?(?:.*&)?row=)([^/?&#]+)/

/** The record that an address opens, beside the grid or on a page of its own. */
export function recordAt(address: string): RecordAt | undefined {
  const [, key, rowId] = PLACE.exec(address) ?? []
  if (key === undefined || rowId === undefined) return undefined
  return { key: decodeURIComponent(key), rowId: decodeURIComponent(rowId) }
}
