import { isFormula } from '../../../../shared/column-types.ts'
import { MOST_FORMULA_CHARS, MOST_FORMULA_WORK } from '../../../../shared/limits.ts'
import { systemActor } from '../../../platform/actor.ts'
import type { ResultType } from '../cells/column.ts'
import { type Compiled, compileFormula, inputType } from '../cells/formulas/compile.ts'
import { columnsIn, isReserved, parseFormula } from '../cells/formulas/parse.ts'
import { type ErrorCode, FormulaFault, failed } from '../cells/formulas/values.ts'
import {
  type Column,
  type Definition,
  type StoredCells,
  viewOf,
} from '../definitions/definition.rules.ts'

/** A formula as it is stored: it names columns by their keys, which never change; `inputs` has the columns' ids. */
export interface Formula {
  expression: string
  inputs: Record<string, string>
  resultType: ResultType
}

/**
 * Reads a formula as it was sent. It names columns by key, or in braces by key, name or id.
 *
 * @param self the formula's own column, if it exists already.
 * @throws FormulaFault with the place and the remedy.
 */
export function readFormula(definition: Definition, sent: string, self?: Column): Formula {
  if (sent.length > MOST_FORMULA_CHARS) {
    throw new FormulaFault(
      `it has ${sent.length} characters; send at most ${MOST_FORMULA_CHARS}`,
      1,
    )
  }
  const node = parseFormula(sent)
  const { find } = viewOf(definition, systemActor(definition.workspaceId))
  const inputs: Record<string, string> = {}
  let expression = ''
  let from = 0
  const places = columnsIn(node).sort((a, b) => a.at - b.at)
  for (const { name, at, end } of places) {
    const column = find(name)
    if (!column) {
      throw new FormulaFault(
        `${name === '' ? '{}' : name} is not a column here; write its key, or its name in braces: {Deal amount}`,
        at + 1,
      )
    }
    refuseCircle(definition, column, self, at + 1)
    inputs[column.key] = column.id
    const plain = /^[a-z][a-z0-9_]*$/.test(column.key) && !isReserved(column.key)
    expression += sent.slice(from, at) + (plain ? column.key : `{${column.key}}`)
    from = end
  }
  expression += sent.slice(from)
  const formula = { expression: expression.trim(), inputs }
  // Compiles what was sent, so that the places in faults are those that the sender sees.
  const { type } = compileFormula(node, (name, at) => inputOf(find(name)!, at))
  return { ...formula, resultType: type }
}

function inputOf(column: Column, at: number) {
  const type = inputType(column.type, column.settings.resultType)
  if (!type) {
    throw new FormulaFault(
      `${column.key} is filled by the service when a row is stored, after formulas; it cannot be computed with`,
      at,
    )
  }
  return { slot: column.slot, type }
}

/** @throws FormulaFault if the column reads the formula that is being written, directly or through others. */
function refuseCircle(
  { columns }: Definition,
  column: Column,
  self: Column | undefined,
  at: number,
): void {
  if (!self) return
  const way = (from: Column, seen: readonly Column[]): readonly Column[] | undefined => {
    if (from.id === self.id) return seen
    if (seen.includes(from)) return undefined
    for (const id of Object.values(from.settings.inputs ?? {})) {
      const next = columns.find((candidate) => candidate.id === id)
      const found = next && way(next, [...seen, from])
      if (found) return found
    }
    return undefined
  }
  const round = way(column, [])
  if (!round) return
  const keys = [self, ...round, self].map(({ key }) => key).join(' → ')
  throw new FormulaFault(`the formulas would read each other in a circle: ${keys}`, at)
}

interface Step {
  column: Column
  slot: string
  run: Compiled['run']
}

const programs = new WeakMap<readonly Column[], readonly Step[]>()

/** The compiled formulas of a definition, each after the ones that it reads. */
function programOf({ columns }: Definition): readonly Step[] {
  const known = programs.get(columns)
  if (known) return known
  const steps: Step[] = []
  const done = new Set<Column>()
  const visit = (column: Column) => {
    if (!isFormula(column.type) || done.has(column)) return
    done.add(column)
    for (const id of Object.values(column.settings.inputs ?? {})) {
      const input = columns.find((candidate) => candidate.id === id)
      if (input) visit(input)
    }
    steps.push({ column, slot: String(column.slot), run: runOf(column, columns) })
  }
  columns.forEach(visit)
  programs.set(columns, steps)
  return steps
}

/** The type of a formula's result now: the columns that it reads may have changed since it was written. */
export function typeOf(column: Column, columns: readonly Column[]): ResultType | ErrorCode {
  const compiled = compiledOf(column, columns)
  return typeof compiled === 'string' ? compiled : compiled.type
}

function runOf(column: Column, columns: readonly Column[]): Compiled['run'] {
  const compiled = compiledOf(column, columns)
  if (typeof compiled !== 'string' && compiled.type === column.settings.resultType) {
    return compiled.run
  }
  const error = failed(typeof compiled === 'string' ? compiled : 'wrong_type')
  return () => error
}

function compiledOf({ settings }: Column, columns: readonly Column[]): Compiled | ErrorCode {
  const { expression = '', inputs = {} } = settings
  let missing = false
  try {
    const compiled = compileFormula(parseFormula(expression), (key, at) => {
      const input = columns.find(({ id }) => id === inputs[key.toLowerCase()])
      if (input) return inputOf(input, at)
      missing = true
      throw new FormulaFault(`${key} was deleted`, at)
    })
    return compiled
  } catch (error) {
    if (!(error instanceof FormulaFault)) throw error
    return missing ? 'missing_column' : 'wrong_type'
  }
}

/** Cells with the results of the definition's formulas in place of any old ones. */
export function withFormulas(definition: Definition, cells: StoredCells): StoredCells {
  const program = programOf(definition)
  if (program.length === 0) return cells
  const filled = { ...cells }
  const work = { left: MOST_FORMULA_WORK }
  for (const { slot, run } of program) {
    const value = run(filled, work)
    if (value === undefined) delete filled[slot]
    else filled[slot] = value
  }
  return filled
}

/** The formulas among these columns, and all that read one of them, directly or through others. */
export function formulasOver(definition: Definition, columnIds: readonly string[]): Column[] {
  const touched = new Set(columnIds)
  return programOf(definition).flatMap(({ column }) => {
    const reads = Object.values(column.settings.inputs ?? {})
    if (!touched.has(column.id) && !reads.some((id) => touched.has(id))) return []
    touched.add(column.id)
    return [column]
  })
}
