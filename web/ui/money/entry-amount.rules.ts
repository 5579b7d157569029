interface Seen {
  amountMinor?: number
  allocations: readonly { amountMinor: number }[]
}

/**
 * Whether the whole amount of an entry is shown. People who see only their own splits see their part of a collection or
 * clawback.
 */
export const isShownWhole = ({ amountMinor }: Seen): boolean => amountMinor !== undefined

/** The amount of an entry, or the reader's own part of it if that is what they see. */
export const amountOf = ({ amountMinor, allocations }: Seen): number =>
  amountMinor ?? allocations.reduce((sum, part) => sum + part.amountMinor, 0)
