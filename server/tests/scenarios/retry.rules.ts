// A retry has no second effect and gets the first answer: a check on what was sent, answered and stored.

/** A request whose first answer was lost on the way, and its retry. */
export interface Retried {
  /** A text that what it makes contains, so that its effects can be counted. */
  request: string
  /** How many rows (or boards) it makes. */
  size: number
  /** The answer that never arrived, as the server sent it; undefined if the server was killed before it sent one. */
  first: { status: number; text: string } | undefined
  retry: { status: number; text: string; replayed: boolean }
}

/**
 * @param effects how many rows (or boards) of a request are stored
 * @param normalized the part of an answer that must be the same in both
 */
export function retryFaults(
  retried: readonly Retried[],
  effects: (request: string) => number,
  normalized: (text: string) => string = (text) => text,
): string[] {
  return retried.flatMap(({ request, size, first, retry }) => {
    const faults: string[] = []
    if (first && first.status !== 201) faults.push(`was first answered ${first.status}`)
    if (retry.status !== 201) faults.push(`was answered ${retry.status}: ${retry.text}`)
    if (first && normalized(first.text) !== normalized(retry.text))
      faults.push('was answered in another way')
    if (!retry.replayed) faults.push('was not said to be a replay')
    if (effects(request) !== size) faults.push(`made ${effects(request)} in place of ${size}`)
    return faults.map((fault) => `${request} ${fault}`)
  })
}

/** For requests sent at once under one key: only one may have the effect, and all must get the same answer. */
export function togetherFaults(
  answers: readonly { status: number; text: string; replayed: boolean }[],
  effects: number,
  size: number,
): string[] {
  const faults: string[] = []
  const refused = answers.filter(({ status }) => status !== 201)
  if (refused.length > 0) faults.push(`${refused.length} were refused: ${refused[0]!.text}`)
  const texts = new Set(answers.map(({ text }) => text))
  if (texts.size !== 1) faults.push(`${texts.size} different answers`)
  const first = answers.filter(({ replayed }) => !replayed).length
  if (first !== 1) faults.push(`${first} are not marked as replays`)
  if (effects !== size) faults.push(`made ${effects} in place of ${size}`)
  return faults
}
