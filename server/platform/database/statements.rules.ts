/** What a semicolon can stand in without ending a statement: comments, quoted names and texts, and bodies of functions. */
const OPAQUE = [
  /--[^\n]*/y,
  /\/\*[\s\S]*?\*\//y,
  /"(?:[^"]|"")*"/y,
  /(?<=\b[eE])'(?:[^'\\]|\\.|'')*'/sy,
  /'(?:[^']|'')*'/y,
  /\$(\w*)\$[\s\S]*?\$\1\$/y,
]

/**
 * The statements of a file, one by one, as `runStatements` sends them. Comments inside of comments, and bodies of functions that are
 * not quoted (BEGIN ATOMIC), are not known.
 */
export function statementsOf(sql: string): string[] {
  const statements: string[] = []
  let from = 0
  for (let at = 0; at < sql.length; ) {
    const end = opaqueEnd(sql, at)
    if (end > at) at = end
    else if (sql[at++] === ';') {
      statements.push(sql.slice(from, at - 1))
      from = at
    }
  }
  statements.push(sql.slice(from))
  return statements.map((one) => one.trim()).filter(saysSomething)
}

function opaqueEnd(sql: string, at: number): number {
  for (const part of OPAQUE) {
    part.lastIndex = at
    if (part.test(sql)) return part.lastIndex
  }
  return at
}

const saysSomething = (statement: string): boolean =>
  statement.replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, '').trim() !== ''
