import jsep from 'jsep'
import { FormulaFault } from './values.ts'

/** A formula as a tree. `at` is the place of a part in the text, from 0. */
export type Node =
  | { type: 'Literal'; value: unknown; raw: string; at: number }
  | { type: 'Column'; name: string; at: number; end: number }
  | { type: 'Unary'; operator: string; argument: Node; at: number }
  | { type: 'Binary'; operator: string; left: Node; right: Node; at: number }
  | { type: 'Conditional'; test: Node; consequent: Node; alternate: Node; at: number }
  | { type: 'Call'; name: string; args: Node[]; at: number }

const MAX_NODES = 500
const MAX_DEPTH = 50

// Only this module uses the parser, so it can be configured here.
jsep.removeAllUnaryOps()
jsep.removeAllBinaryOps()
jsep.removeAllLiterals()
for (const operator of ['-', '!']) jsep.addUnaryOp(operator)
const precedence = [
  ['||', 'or', 'OR'],
  ['&&', 'and', 'AND'],
  ['=', '==', '!=', '<>'],
  ['<', '>', '<=', '>='],
  ['&'],
  ['+', '-'],
  ['*', '/', '%'],
]
precedence.forEach((operators, nth) => {
  for (const operator of operators) jsep.addBinaryOp(operator, nth + 1)
})
const words: Record<string, unknown> = {
  true: true,
  TRUE: true,
  false: false,
  FALSE: false,
  null: null,
  NULL: null,
}

// Reads columns in braces, and adds the place to every token.
jsep.hooks.add('gobble-token', function (env) {
  const at = this.index
  if (this.char === '{') {
    const end = this.expr.indexOf('}', at)
    if (end < 0) this.throwError('the { has no }')
    this.index = end + 1
    env.node = { type: 'Column', name: this.expr.slice(at + 1, end).trim(), at, end: end + 1 }
  } else if (/[\d.]/.test(this.char)) {
    env.node = Object.assign(this.gobbleNumericLiteral()!, { at })
  } else if (/["']/.test(this.char)) {
    env.node = Object.assign(this.gobbleStringLiteral()!, { at })
  } else if (/[A-Za-z_$\u0080-\uffff]/.test(this.char)) {
    const { name } = this.gobbleIdentifier() as { name?: unknown }
    const raw = String(name)
    env.node = Object.hasOwn(words, raw)
      ? { type: 'Literal', value: words[raw]!, raw, at }
      : Object.assign(this.gobbleTokenProperty({ type: 'Identifier', name: raw, at }), { at })
  }
})

/** @throws FormulaFault if the text is not a formula, or has too many parts. */
export function parseFormula(text: string): Node {
  refuseDepth(text)
  let parsed: jsep.Expression
  try {
    parsed = jsep(text)
  } catch (error) {
    const { index, description, message } = error as Error & {
      index?: number
      description?: string
    }
    const what = error instanceof RangeError ? 'is nested too deep' : (description ?? message)
    throw new FormulaFault(`the formula cannot be read: ${what}`, (index ?? 0) + 1)
  }
  let nodes = 0
  const read = (node: jsep.Expression, depth: number): Node => {
    if (depth > MAX_DEPTH) throw tooDeep(leftmost(node))
    if (++nodes > MAX_NODES) {
      throw new FormulaFault(`the formula has more than ${MAX_NODES} parts; split it in two`, 1)
    }
    const inside = (child: unknown) => read(child as jsep.Expression, depth + 1)
    const at = leftmost(node)
    switch (node.type) {
      case 'Literal':
        if (node.value instanceof RegExp) break
        return { type: 'Literal', value: node.value, raw: String(node.raw), at }
      case 'Column':
        return { type: 'Column', name: String(node.name), at, end: Number(node.end) }
      case 'Identifier':
        return { type: 'Column', name: String(node.name), at, end: at + String(node.name).length }
      case 'UnaryExpression':
        return {
          type: 'Unary',
          operator: String(node.operator),
          argument: inside(node.argument),
          at,
        }
      case 'BinaryExpression':
        return {
          type: 'Binary',
          operator: String(node.operator),
          left: inside(node.left),
          right: inside(node.right),
          at,
        }
      case 'ConditionalExpression':
        return {
          type: 'Conditional',
          test: inside(node.test),
          consequent: inside(node.consequent),
          alternate: inside(node.alternate),
          at,
        }
      case 'CallExpression': {
        const { name, type } = node.callee as jsep.Expression
        if (type !== 'Identifier') break
        const args = (node.arguments as (jsep.Expression | null)[]).map((argument) => {
          if (!argument) throw new FormulaFault('a value is missing between commas', at + 1)
          return inside(argument)
        })
        return { type: 'Call', name: String(name), args, at }
      }
      case 'Compound':
      case 'SequenceExpression':
        throw new FormulaFault('the formula says two things; join them with an operator', at + 1)
    }
    throw new FormulaFault(
      'this form is not known here; a formula has columns, values, operators and functions',
      at + 1,
    )
  }
  return read(parsed, 1)
}

const tooDeep = (at: number) =>
  new FormulaFault(
    `the formula is nested deeper than ${MAX_DEPTH} levels; split it in two, or use SUM or CONCAT`,
    at + 1,
  )

/** Counts parentheses before the parser recurses into them. */
function refuseDepth(text: string): void {
  let depth = 0
  const bare = text.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, (quoted) =>
    ' '.repeat(quoted.length),
  )
  for (let at = 0; at < bare.length; at++) {
    if ('([?'.includes(bare[at]!)) depth++
    else if (')]'.includes(bare[at]!)) depth--
    if (depth > MAX_DEPTH) throw tooDeep(at)
  }
}

/** The place of the first part that has one. */
function leftmost(node: jsep.Expression): number {
  for (let part: jsep.Expression | undefined = node; part; ) {
    if (typeof part.at === 'number') return part.at
    part = (part.left ?? part.argument ?? part.test ?? part.callee ?? part.object) as
      | jsep.Expression
      | undefined
  }
  return 0
}

/** Every place that names a column, in the order of the text. */
export function columnsIn(node: Node): (Node & { type: 'Column' })[] {
  if (node.type === 'Column') return [node]
  const inside: Node[] =
    node.type === 'Unary'
      ? [node.argument]
      : node.type === 'Binary'
        ? [node.left, node.right]
        : node.type === 'Conditional'
          ? [node.test, node.consequent, node.alternate]
          : node.type === 'Call'
            ? node.args
            : []
  return inside.flatMap(columnsIn)
}

/** Words that need braces if a column has them as its key. */
export const isReserved = (name: string): boolean =>
  Object.hasOwn(words, name) || precedence.some((operators) => operators.includes(name))
