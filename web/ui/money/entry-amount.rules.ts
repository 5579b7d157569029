interface Seen {
  amountMinor?: number
  allocations: readonly { amountMinor: number }[]
}

/** Whether an entry is told as a whole: of a receipt or clawback, people who see their own splits are told their part. */
export const isToldWhole = ({ amountMinor }: Seen): boolean => amountMinor !== undefined

/** What an entry is about, or the reader's own part of it where that is what they are told. */
export const amountOf = ({ amountMinor, allocations }: Seen): number =>
  amountMinor ?? allocations.reduce((sum, part) => sum + part.amountMinor, 0)
