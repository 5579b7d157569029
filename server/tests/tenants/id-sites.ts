import type { AnyOperation } from '../../../contract/language/operation.ts'

/** Where an operation takes an id: `path.<what is named>`, `query.keyId`, `body.rows[].cells`. */
export type IdSite = string

interface Node {
  type?: unknown
  format?: string
  properties?: Record<string, Node>
  patternProperties?: object
  additionalProperties?: unknown
  items?: Node
  anyOf?: Node[]
}

/**
 * Every place in a query or body where there may be an id: because of its format or name, or because it takes anything.
 * Read from the schema, so that a new field is found without being listed.
 */
export function idSitesOf({ query, body }: AnyOperation): IdSite[] {
  return [...new Set([...idsIn(query, 'query'), ...idsIn(body, 'body')])]
}

function idsIn(node: Node | undefined, at: string): IdSite[] {
  if (!node || node.type === 'boolean') return []
  if (node.anyOf) return node.anyOf.flatMap((choice) => idsIn(choice, at))
  if (node.items) return idsIn(node.items, `${at}[]`)
  if (node.properties && node.additionalProperties !== true) {
    return Object.entries(node.properties).flatMap(([name, child]) => idsIn(child, `${at}.${name}`))
  }
  const isOpen = node.type === undefined || node.type === 'object'
  const isNamed = /(?:\.ids?|Ids?|_ids?|\.cursor)(?:\[\])?$/.test(at)
  return isOpen || isNamed || node.format === 'uuid' ? [at] : []
}
