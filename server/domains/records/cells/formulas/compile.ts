import { isComputed, type Nature, natureOf } from '../../../../../shared/column-types.ts'
import { isStoredDate, isStoredInstant } from '../calendar.ts'
import type { CellValue, ColumnType, ResultType } from '../column.ts'
import { named } from '../words.ts'
import { add, divide, multiply, remainder, subtract } from './decimals.ts'
import { type FormulaFunction, functions } from './functions.ts'
import type { Node } from './parse.ts'
import {
  asText,
  FormulaFault,
  failed,
  isError,
  numeric,
  type Type,
  textual,
  type Value,
} from './values.ts'

/** Cells by slot, as rows hold them. */
type Cells = Readonly<Record<string, CellValue>>

/** What the formulas of a row may still read, in characters and items. Past it, they have no result. */
export interface Work {
  left: number
}

interface Part {
  type: Type
  run(cells: Cells, work: Work): Value
  at: number
  /** A text that is written out in the formula. */
  literal?: string
}

/** A column that the formula can read: where its cells are, and the type that they have in formulas. */
export interface Input {
  slot: number
  type: Type
}

export interface Compiled {
  type: ResultType
  /** The result for a row with these cells; `undefined` if it is empty. */
  run(cells: Cells, work: Work): CellValue | undefined
}

const ofNatures: Record<Nature, Type> = {
  text: 'text',
  choice: 'text',
  actor: 'text',
  number: 'number',
  person: 'number',
  checkbox: 'checkbox',
  date: 'date',
  datetime: 'datetime',
  choices: 'list',
  links: 'list',
  files: 'list',
}

/** The type that a column has in formulas; undefined if its values are not kept in cells. */
export function inputType(type: ColumnType, resultType?: ResultType): Type | undefined {
  if (type === 'formula') return resultType
  return isComputed(type) ? undefined : ofNatures[natureOf({ type })]
}

/**
 * Compiles a formula.
 *
 * @param inputOf finds the column that a name stands for. It can throw a FormulaFault too.
 * @throws FormulaFault if types do not fit, with the place and what to write instead.
 */
export function compileFormula(node: Node, inputOf: (name: string, at: number) => Input): Compiled {
  const whole = compile(node, inputOf)
  const { type } = whole
  if (type === 'empty') throw fault(whole, 'is always empty; name a column or a value')
  if (type === 'list') throw fault(whole, 'is a list; use COUNT, CONTAINS or TEXT on it')
  return {
    type,
    run(cells, work) {
      const value = whole.run(cells, work)
      if (value === null) return undefined
      return (typeof value === 'string' ? textual(value) : value) as CellValue
    },
  }
}

const fault = ({ at }: { at: number }, message: string) => new FormulaFault(message, at + 1)
const nouns: Record<Type, string> = {
  number: 'a number',
  text: 'text',
  checkbox: 'yes or no',
  date: 'a date',
  datetime: 'a time',
  list: 'a list',
  empty: 'always empty',
}

function compile(node: Node, inputOf: (name: string, at: number) => Input): Part {
  const { at } = node
  const inner = (child: Node) => compile(child, inputOf)
  switch (node.type) {
    case 'Literal':
      return literal(node.value, at)
    case 'Column': {
      const { slot, type } = inputOf(node.name, at + 1)
      const key = String(slot)
      return { type, at, run: (cells) => cellValue(cells[key]) }
    }
    case 'Unary':
      return node.operator === '-'
        ? called('-', minus, [inner(node.argument)], at)
        : called('!', functions.NOT!, [inner(node.argument)], at)
    case 'Conditional':
      return called(
        'IF',
        functions.IF!,
        [inner(node.test), inner(node.consequent), inner(node.alternate)],
        at,
      )
    case 'Binary':
      return binary(node.operator, inner(node.left), inner(node.right), at)
    case 'Call': {
      const name = node.name.toUpperCase()
      const known = Object.hasOwn(functions, name) ? functions[name] : undefined
      if (!known) {
        const why = ['NOW', 'TODAY', 'RAND', 'RANDOM'].includes(name)
          ? 'does not exist: results are stored, so none can change by itself'
          : `is not a function; there are ${Object.keys(functions).join(', ')}`
        throw fault(node, `${name} ${why}`)
      }
      return called(name, known, node.args.map(inner), at)
    }
  }
}

/** A stored cell, its texts in composed letters, so that equal ones are the same; a missing one is empty. */
function cellValue(cell: CellValue | undefined): Value {
  if (typeof cell === 'string') return cell.normalize('NFC')
  if (!Array.isArray(cell)) return cell ?? null
  return cell.map((item) => (typeof item === 'string' ? item.normalize('NFC') : item)) as Value
}

function literal(value: unknown, at: number): Part {
  if (value === null) return { type: 'empty', at, run: () => null }
  if (typeof value === 'number') {
    const number = numeric(value)
    return { type: 'number', at, run: () => number }
  }
  if (typeof value === 'boolean') return { type: 'checkbox', at, run: () => value }
  const text = String(value).normalize('NFC')
  return { type: 'text', at, literal: text, run: () => text }
}

/** A text written out in the formula counts as a date where a date is wanted. */
function asDate(part: Part, wanted: readonly Type[]): Part {
  const { literal: text, type, at } = part
  if (text === undefined || wanted.includes(type)) return part
  if (wanted.includes('date') && isStoredDate(text)) return { type: 'date', at, run: () => text }
  if (wanted.includes('datetime') && isStoredInstant(text)) {
    return { type: 'datetime', at, run: () => text }
  }
  return part
}

/** The type that several parts share, and the parts as that type; an empty part fits every type. */
function alike(parts: Part[], what: string): { type: Type; parts: Part[] } {
  const types = [...new Set(parts.map(({ type }) => type))]
  const dates = types.filter((type) => type === 'date' || type === 'datetime')
  const read = parts.map((part) => (dates.length > 0 ? asDate(part, dates) : part))
  const named = read.filter(({ type }) => type !== 'empty')
  const first = named[0]
  const other = named.find(({ type }) => type !== first!.type)
  if (first && other) {
    throw fault(
      other,
      `${what} mixes ${nouns[first.type]} and ${nouns[other.type]}; make them the same type with TEXT, NUMBER or DATE`,
    )
  }
  return { type: first?.type ?? 'empty', parts: read }
}

const minus: FormulaFunction = {
  usage: '-number',
  does: '',
  takes: [['number']],
  type: 'number',
  empty: 'spread',
  run: ([value]) => 0 - (value as number),
  examples: [],
}

const arithmetic: Record<string, (a: number, b: number) => Value> = {
  '+': (a, b) => numeric(add(a, b)),
  '-': (a, b) => numeric(subtract(a, b)),
  '*': (a, b) => numeric(multiply(a, b)),
  '/': (a, b) => (b === 0 ? failed('division_by_zero') : numeric(divide(a, b))),
  '%': (a, b) => (b === 0 ? failed('division_by_zero') : numeric(remainder(a, b))),
}
const orders: Record<string, (a: number | string, b: number | string) => boolean> = {
  '<': (a, b) => a < b,
  '>': (a, b) => a > b,
  '<=': (a, b) => a <= b,
  '>=': (a, b) => a >= b,
}

function binary(operator: string, left: Part, right: Part, at: number): Part {
  const compute = arithmetic[operator]
  if (compute) {
    for (const part of [left, right]) {
      if (part.type !== 'number') throw notNumber(operator, part)
    }
    return {
      type: 'number',
      at,
      run: strict(left, right, (a, b) =>
        a === null || b === null ? null : compute(a as number, b as number),
      ),
    }
  }
  if (operator === '&') {
    return { type: 'text', at, run: strict(left, right, (a, b) => textual(asText(a) + asText(b))) }
  }
  const logical = { '&&': 'AND', and: 'AND', AND: 'AND', '||': 'OR', or: 'OR', OR: 'OR' }[operator]
  if (logical) return called(operator, functions[logical]!, [left, right], at)
  const { type, parts } = alike([left, right], operator)
  const [a, b] = parts as [Part, Part]
  const order = orders[operator]
  if (order) {
    if (type === 'list' || type === 'checkbox') {
      throw fault(left, `${operator} cannot compare ${nouns[type]}; use =`)
    }
    return {
      type: 'checkbox',
      at,
      run: strict(a, b, (x, y) =>
        x === null || y === null ? false : order(x as number, y as number),
      ),
    }
  }
  if (type === 'list') throw fault(left, `${operator} cannot compare lists; use CONTAINS or COUNT`)
  const equal = operator === '=' || operator === '=='
  // A box that nobody ever ticked is not ticked, unless it is compared with nothing.
  const isBoxes = a.type === 'checkbox' && b.type === 'checkbox'
  const compared = (value: Value) => (isBoxes ? (value ?? false) : value)
  return {
    type: 'checkbox',
    at,
    run: strict(a, b, (x, y) => (compared(x) === compared(y)) === equal),
  }
}

/** Applies `run` to both sides. If a side is an error, that is the result. */
const strict =
  (left: Part, right: Part, run: (a: Value, b: Value) => Value) =>
  (cells: Cells, work: Work): Value => {
    const a = read(left, cells, work)
    if (isError(a)) return a
    const b = read(right, cells, work)
    return isError(b) ? b : run(a, b)
  }

/** A part's value, which takes as much work as it is long. */
function read(part: Part, cells: Cells, work: Work): Value {
  const value = part.run(cells, work)
  if (typeof value === 'string' || Array.isArray(value)) work.left -= value.length
  return work.left < 0 ? failed('out_of_range') : value
}

function notNumber(operator: string, part: Part): FormulaFault {
  const remedy =
    part.type === 'text'
      ? operator === '+'
        ? 'join texts with & or CONCAT, or make it a number with NUMBER'
        : 'make it a number with NUMBER'
      : part.type === 'date' || part.type === 'datetime'
        ? 'use DATE_DIFF or DATE_ADD'
        : part.type === 'checkbox'
          ? 'use IF'
          : 'name a column of numbers'
  return fault(part, `${operator} works on numbers, but this is ${nouns[part.type]}; ${remedy}`)
}

function called(name: string, fn: FormulaFunction, sent: Part[], at: number): Part {
  const { takes, optional = 0, rest, usage } = fn
  const most = rest ? Number.POSITIVE_INFINITY : takes.length
  if (sent.length < takes.length - optional || sent.length > most) {
    throw fault({ at }, `${name} is used as ${usage}`)
  }
  let args = sent.map((part, nth) => {
    const wanted = takes[Math.min(nth, takes.length - 1)]!
    const read = asDate(part, wanted)
    if (read.type !== 'empty' && !wanted.includes(read.type)) {
      const taken = wanted.map((type) => nouns[type]).join(' or ')
      throw fault(part, `${usage} takes ${taken} here, but this is ${nouns[read.type]}`)
    }
    return read
  })
  let type: Type
  if (typeof fn.type === 'object') {
    const { same } = fn.type
    const end = fn.word ? same + 1 : args.length
    const common = alike(args.slice(same, end), name)
    args = [...args.slice(0, same), ...common.parts, ...args.slice(end)]
    type = common.type
  } else {
    type = fn.type
  }
  if (fn.word) refuseWord(fn.word, args, usage)
  const types = args.map((part) => part.type)
  const { lazy } = fn
  const run = lazy
    ? (cells: Cells, work: Work) => lazy(args.map((part) => () => read(part, cells, work)))
    : (cells: Cells, work: Work): Value => {
        const values: Value[] = []
        for (const part of args) {
          const value = read(part, cells, work)
          if (isError(value)) return value
          if (value === null && fn.empty === 'spread') return null
          values.push(value)
        }
        return fn.run(values, types)
      }
  return { type, at, run }
}

/** @throws FormulaFault if a unit is not one of the allowed words, written out in the formula. */
function refuseWord(
  { at: place, of, ofDates = of }: NonNullable<FormulaFunction['word']>,
  args: Part[],
  usage: string,
): void {
  const allowed = args[0]!.type === 'date' ? ofDates : of
  const part = args[place]!
  if (part.literal === undefined || !allowed.includes(part.literal)) {
    const sent = part.literal === undefined ? '' : `, not ${named(part.literal)}`
    const list = allowed.map((word) => `"${word}"`).join(', ')
    throw fault(part, `${usage}: the unit is one of ${list}${sent}`)
  }
}
