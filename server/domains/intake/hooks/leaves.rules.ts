import { isName, isScalar, pathText, type Step, textAt } from './paths.rules.ts'

/** A value of a body that a column can take: a text, number, boolean, or a list of them. */
export interface Leaf {
  path: string
  /** Whether it is the answer to a question, which has a title. */
  isAnswer: boolean
  /** What people would call it. */
  label: string
  value: unknown
}

/** Members that tell the items of a list apart, the surest first. An `id` differs in each body, so it is none. */
const TELLING = [['field', 'ref'], ['ref'], ['key'], ['question'], ['slug'], ['name']]
/** Members that hold what people call an item. */
const TITLES = ['label', 'title', 'question', 'name']
/** Members in which services put the value of an answer; the others describe it. */
const VALUES = new Set(
  'value values answer answers text email number boolean date phone_number url file_url choice choices payment'.split(
    ' ',
  ),
)

/** The values of a body in its order, each with its path. */
export function leavesOf(body: unknown, most: number): Leaf[] {
  const titles = titlesIn(body)
  const leaves: Leaf[] = []
  const walk = (value: unknown, steps: readonly Step[], item: string | undefined): void => {
    if (leaves.length === most) return
    if (isScalar(value) || value === null || isListOfScalars(value)) {
      const label = labelOf(steps, item)
      leaves.push({ path: pathText(steps), label, isAnswer: label === item, value })
    } else if (Array.isArray(value)) {
      const by = tellingIn(value)
      for (const [at, one] of value.entries()) {
        const is = by && textAt(one, by)
        const title = is === undefined ? undefined : (titles.get(is) ?? titleOf(one) ?? is)
        walk(one, [...steps, by ? { by, is: is! } : at], title)
      }
    } else {
      for (const [name, one] of Object.entries(value as object)) {
        walk(one, [...steps, name], item)
      }
    }
  }
  walk(body, [], undefined)
  return leaves.filter(({ path }) => path !== '')
}

const isListOfScalars = (value: unknown): boolean => Array.isArray(value) && value.every(isScalar)

/** By which member the items of a list are told apart, if there is one. */
function tellingIn(items: readonly unknown[]): string[] | undefined {
  return TELLING.find((by) => {
    const texts = items.map((item) => textAt(item, by))
    return (
      by.every(isName) &&
      texts.every((text) => text !== undefined && text.length <= 200) &&
      new Set(texts).size === items.length
    )
  })
}

const titleOf = (item: unknown): string | undefined =>
  TITLES.map((name) => textAt(item, [name])).find((text) => text !== undefined && text !== '')

/** What a body calls things elsewhere, by their `ref`, `key` or `id`: the questions of a form. */
function titlesIn(body: unknown): Map<string, string> {
  const titles = new Map<string, string>()
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const title = titleOf(value)
    if (title !== undefined) {
      for (const name of ['ref', 'key', 'id']) {
        const known = textAt(value, [name])
        if (known !== undefined && !titles.has(known)) titles.set(known, title)
      }
    }
    for (const one of Object.values(value)) walk(one)
  }
  walk(body)
  return titles
}

/** The title of the item for its value, and the last name of the path for everything else. */
function labelOf(steps: readonly Step[], item: string | undefined): string {
  const told = steps.findLastIndex((step) => typeof step === 'object')
  const rest = steps.slice(told + 1)
  const name = rest.findLast((step) => typeof step === 'string') ?? ''
  if (item === undefined) {
    return words(name || String(steps.findLast((step) => typeof step === 'string') ?? ''))
  }
  return (VALUES.has(String(rest[0])) ? item : `${item}: ${words(name)}`).slice(0, 200)
}

/** `first_name` and `q3_firstName` as people write them. */
const words = (name: string): string =>
  name
    .replace(/^q\d+_(?=.)/, '')
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .replaceAll('_', ' ')
    .trim()
    .slice(0, 200) || name.slice(0, 200)
