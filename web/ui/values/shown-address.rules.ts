/** An address as people read it: North American numbers in groups, everything else as it is. */
export function shownAddress(address: string): string {
  const [, area, exchange, line] = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(address) ?? []
  return area ? `+1 (${area}) ${exchange}-${line}` : address
}
