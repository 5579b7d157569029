import type { Entry, Split } from '../deal/types.ts'

type Allocation = Entry['allocations'][number]

/** A part of an amount; undefined until it is known. */
export interface PartShown {
  dealSplitId: number | null
  amountMinor: number | undefined
}

type Of = Pick<Split, 'id' | 'status' | 'availability'>

/** The splits that can have a part of a collection or clawback; the house, which is last, always can. */
export function candidatesOf(of: 'collection' | 'clawback', splits: readonly Of[]): number[] {
  const takesPart = ({ status, availability: { collectedMinor, clawbackShareMinor } }: Of) =>
    of === 'collection' ? status === 'active' : collectedMinor > clawbackShareMinor
  return splits.filter(takesPart).map(({ id }) => id)
}

/** A part for everybody who can have one: 0 for those who get none, and unknown for all before there are any. */
export function withEverybody(
  candidates: readonly number[],
  parts: readonly Allocation[] | undefined,
): PartShown[] {
  const partOf = (dealSplitId: number | null) =>
    parts && (parts.find((part) => part.dealSplitId === dealSplitId)?.amountMinor ?? 0)
  const ids = new Set([
    ...candidates,
    ...(parts ?? []).flatMap(({ dealSplitId }) => dealSplitId ?? []),
  ])
  return [...[...ids].toSorted((one, other) => one - other), null].map((dealSplitId) => ({
    dealSplitId,
    amountMinor: partOf(dealSplitId),
  }))
}

/** What a split has left to draw after giving a part back; below 0 it is owed. The house's is not known here. */
export function afterClawback(
  splits: readonly Of[],
  dealSplitId: number | null,
  amountMinor: number | undefined,
): number | undefined {
  const split = splits.find(({ id }) => id === dealSplitId)
  return split && amountMinor !== undefined
    ? split.availability.unpaidMinor - amountMinor
    : undefined
}
