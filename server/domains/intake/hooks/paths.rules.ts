import { SentNumber } from '../../../platform/http/sent-numbers.rules.ts'

/** A member by its name, an item by its place, or the item of a list in which a member has a value. */
export type Step = string | number | { by: readonly string[]; is: string }

/** A name that needs no quotes. */
const NAME = /[\p{L}\p{N}_$-]+/uy
const QUOTED = /"(?:[^"\\]|\\.)*"/y
const INDEX = /\d{1,6}(?=\])/y
const EQUALS = /([\p{L}\p{N}_$.-]+)=/uy
const BARE = /[^\]"]*/y

/** Reads a path such as `answers[field.ref=amount].number`; undefined if it is none. */
export function parsePath(path: string): Step[] | undefined {
  const steps: Step[] = []
  let at = 0
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    const found = pattern.exec(path)
    if (found) at = pattern.lastIndex
    return found
  }
  const takeQuoted = (): string | undefined => {
    const quoted = take(QUOTED)
    return quoted ? unquoted(quoted[0]) : undefined
  }
  while (at < path.length) {
    if (path[at] === '[') {
      at++
      const step = takeBracket(take, takeQuoted)
      if (step === undefined || path[at++] !== ']') return undefined
      steps.push(step)
    } else {
      if (at > 0 && path[at++] !== '.') return undefined
      const name = take(NAME)
      if (!name) return undefined
      steps.push(name[0])
    }
  }
  return steps.length > 0 ? steps : undefined
}

function takeBracket(
  take: (pattern: RegExp) => RegExpExecArray | null,
  takeQuoted: () => string | undefined,
): Step | undefined {
  const name = takeQuoted()
  if (name !== undefined) return name
  const index = take(INDEX)
  if (index) return Number(index[0])
  const equals = take(EQUALS)
  if (!equals) return undefined
  const is = takeQuoted() ?? take(BARE)?.[0]
  return is === undefined ? undefined : { by: equals[1]!.split('.'), is }
}

function unquoted(text: string): string | undefined {
  try {
    return JSON.parse(text) as string
  } catch {
    return undefined
  }
}

/** The path as text, which `parsePath` reads as the same. */
export function pathText(steps: readonly Step[]): string {
  let text = ''
  for (const step of steps) {
    if (typeof step === 'number') text += `[${step}]`
    else if (typeof step === 'object') {
      const bare = step.is !== '' && !/[\]"]/.test(step.is)
      text += `[${step.by.join('.')}=${bare ? step.is : JSON.stringify(step.is)}]`
    } else if (isName(step)) text += text === '' ? step : `.${step}`
    else text += `[${JSON.stringify(step)}]`
  }
  return text
}

export const isName = (name: string): boolean => /^[\p{L}\p{N}_$-]+$/u.test(name)

/** How many items of a list are looked at for the one with a value: each path may look at all of them. */
const MOST_ITEMS = 1000

/** The value at a path; undefined if there is none. Only the body's own members count. */
export function valueAt(body: unknown, steps: readonly Step[]): unknown {
  let value = body
  for (const step of steps) {
    if (typeof value !== 'object' || value === null) return undefined
    if (typeof step === 'object') {
      if (!Array.isArray(value)) return undefined
      value = value.slice(0, MOST_ITEMS).find((item) => textAt(item, step.by) === step.is)
    } else if (Array.isArray(value)) {
      value = typeof step === 'number' ? value[step] : undefined
    } else {
      value = Object.hasOwn(value, step) ? (value as Record<string, unknown>)[step] : undefined
    }
  }
  return value
}

/** A text, number or boolean at a path of names, as text. */
export const textAt = (body: unknown, names: readonly string[]): string | undefined =>
  idText(valueAt(body, names))

/** The text by which things are told apart: `5.0` is `5`. Undefined for lists and objects. */
export function idText(value: unknown): string | undefined {
  if (value instanceof SentNumber) return value.plain
  return isScalar(value) ? String(value) : undefined
}

export const isScalar = (value: unknown): value is string | number | boolean | SentNumber =>
  ['string', 'number', 'boolean'].includes(typeof value) || value instanceof SentNumber
