// What several people have typed into the cells of one board, or set by moving cards, and whether it was kept.

/** A cell, by the id of its row and the key of its column. */
export type CellName = `${string} ${string}`

export interface Committed {
  who: string
  cell: CellName
  text: string
  /**
   * When a card was moved there, in ms. A moved card may have been there before, so only what its cell holds from then on
   * counts. 0 for what was typed: no text is typed twice.
   */
  movedAt: number
  /** Whether it need not be anywhere: it was undone, given up, or broken off. */
  isFree: boolean
}

/** What is kept beside a cell for one person: a conflict to answer, or a refused text to correct. */
export interface Beside {
  who: string
  cell: CellName
  text: string
}

/** A value of a cell, and from when on it was there, in ms. */
export interface Held {
  text: string
  at: number
}

export interface Found {
  /** Every value that a cell has held, the first one first. */
  held: ReadonlyMap<CellName, readonly Held[]>
  beside: readonly Beside[]
}

/** Notes what somebody has typed, or where they have moved a card. */
export function commit(
  all: Committed[],
  who: string,
  cell: CellName,
  text: string,
  movedAt = 0,
): void {
  all.push({ who, cell, text, movedAt, isFree: false })
}

/** Notes that somebody has given up what they typed into a cell: the last of it, or all of it. */
export function giveUp(all: readonly Committed[], who: string, cell: CellName): void {
  for (const one of all) if (one.who === who && one.cell === cell) one.isFree = true
}

/** Notes that typing was broken off, so that any beginning of the text may have been saved. */
export function breakOff(all: Committed[], who: string, cell: CellName, text: string): void {
  for (let length = 1; length <= text.length; length++) {
    all.push({ who, cell, text: text.slice(0, length), movedAt: 0, isFree: true })
  }
}

/**
 * What is wrong: a cell has held what nobody typed there, a move was made twice, or what somebody typed last into a cell
 * was never saved and is not beside it either. What they typed into it before that has been replaced by themselves.
 */
export function faultsOf(all: readonly Committed[], { held, beside }: Found): string[] {
  const typed = Map.groupBy(all, ({ cell }) => cell)
  const strange = [...held].flatMap(([cell, values]) =>
    values
      .filter((value) => !typed.get(cell)?.some(({ text }) => text === value.text))
      .map(({ text }) => `nobody typed “${text}” into ${cell}`),
  )
  const doubled = [...held].flatMap(([cell, values]) =>
    [...Map.groupBy(values, ({ text }) => text)].flatMap(([text, times]) => {
      const moves = typed.get(cell)?.filter((one) => one.text === text) ?? []
      const isMoved = moves.some(({ movedAt }) => movedAt > 0)
      return isMoved && times.length > moves.length
        ? [`${cell} became “${text}” ${times.length} times, by ${moves.length} moves`]
        : []
    }),
  )
  const misplaced = beside
    .filter(
      ({ who, cell, text }) =>
        !typed.get(cell)?.some((one) => one.who === who && one.text === text),
    )
    .map(({ who, cell, text }) => `${who} did not type “${text}”, which is kept at ${cell}`)
  const last = new Map(all.map((one) => [`${one.who} ${one.cell}`, one]))
  const lost = [...last.values()]
    .filter(({ isFree }) => !isFree)
    .filter(({ cell, text, movedAt }) => !heldSince(held.get(cell) ?? [], movedAt).includes(text))
    .filter(
      (one) =>
        !beside.some(
          ({ who, cell, text }) => who === one.who && cell === one.cell && text === one.text,
        ),
    )
    .map(({ who, cell, text }) => `lost: “${text}”, which ${who} typed into ${cell}`)
  return [...strange, ...doubled, ...misplaced, ...lost]
}

/** What a cell held at a time and later. */
function heldSince(values: readonly Held[], time: number): string[] {
  const now = values.findLastIndex(({ at }) => at <= time)
  return values.slice(Math.max(0, now)).map(({ text }) => text)
}
