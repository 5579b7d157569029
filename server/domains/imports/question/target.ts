import type { DefinitionAddress } from '../../../../contract/language/addressed.ts'
import { NewColumn } from '../../../../contract/records/columns.ts'
import { why } from '../../../../contract/refusals/reasons.ts'
import { hasScope, holdsRole, type UserActor } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { checkOf } from '../../../platform/http/validation.ts'
import {
  type Issue,
  invalid,
  Refusal,
  refusalWith,
  unknownReference,
} from '../../../platform/refusal.ts'
import type { CellContext } from '../../records/cells/column.ts'
import { type NewColumnBody, withNewColumns } from '../../records/columns/columns.ts'
import { type AddedOptions, withNewOptions } from '../../records/columns/new-options.ts'
import { cellContext } from '../../records/definitions/cell-context.ts'
import type { Definition, DefinitionView } from '../../records/definitions/definition.rules.ts'
import { locate } from '../../records/definitions/locate.ts'
import { viewWithOwnId } from '../../records/rows/own-id-column.rules.ts'
import { type AddedColumn, type MappedColumn, newColumnsIn } from '../mapping/new-columns.rules.ts'
import { newOptionsIn } from '../mapping/new-options.rules.ts'
import type { Upload } from '../reading/uploads.ts'

/** The part of a form that names the board or page. */
export type TargetField = 'boardId' | 'definitionKey'

/** The board or page that a file goes into. */
export interface Target {
  /** The importer. */
  actor: UserActor
  view: DefinitionView
  context: CellContext
  /** Columns that the import adds when it starts; the view has them already. */
  added: AddedColumn[]
  /** Options that the import adds when it starts; the view has them already. */
  newOptions: readonly AddedOptions[]
}

/**
 * Finds the board or page that a form names, with the columns and options that the form adds.
 *
 * @param adds whether the mapping can have columns that are not there yet.
 * @throws Refusal invalid_request, unknown_reference, forbidden, and what a new column is refused for.
 */
export async function targetOf(
  tx: Tx,
  actor: UserActor,
  { fields }: Upload,
  field: TargetField,
  adds: boolean,
): Promise<Target> {
  const address = addressOf(field, fields[field])
  const news = adds ? newColumnsIn(fields.mapping) : []
  const located = await locate(tx, address).catch((error) => {
    const isMissing = error instanceof Refusal && error.code === 'not_found'
    throw isMissing ? unknownReference(field) : error
  })
  const { definition: widened, added } = await withAddedColumns(tx, actor, located, news)
  const newOptions = newOptionsIn(viewWithOwnId(widened, actor), fields.newOptions)
  const mayAdd = holdsRole(actor, 'admin') && hasScope(actor, 'definitions:write')
  if (newOptions.length > 0 && !mayAdd) throw new Refusal('forbidden', 'add_options')
  const { definition } = withNewOptions(widened, newOptions)
  const view = viewWithOwnId(definition, actor)
  return { actor, view, context: await cellContext(tx, definition), added, newOptions }
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function addressOf(field: TargetField, named: string | undefined): DefinitionAddress {
  if (named === undefined) throw invalid(`body.${field}`, why('missing', {}))
  if (field === 'definitionKey') {
    if (named.length > 64 || named.includes('\0')) throw unknownReference(field)
    return { key: named }
  }
  if (!UUID.test(named)) throw unknownReference(field)
  return { id: named }
}

const fitsNewColumn = checkOf(NewColumn, 'body')

/** @throws Refusal forbidden, and what a new column is refused for. */
async function withAddedColumns(
  tx: Tx,
  actor: UserActor,
  located: Definition,
  news: readonly MappedColumn[],
): Promise<{ definition: Definition; added: AddedColumn[] }> {
  if (news.length === 0) return { definition: located, added: [] }
  if (!holdsRole(actor, 'admin')) throw new Refusal('forbidden', 'add_columns')
  const issues = news.flatMap(({ body, path }) => {
    const found = issuesOf(() => fitsNewColumn(body))
    return found.map((issue) => ({ ...issue, path: issue.path.replace(/^body/, () => path) }))
  })
  if (issues.length > 0) throw refusalWith('invalid_request', issues)
  const bodies = news.map(({ body, path }) => ({ body: body as NewColumnBody, path }))
  const { definition, added } = await withNewColumns(tx, located, bodies)
  return { definition, added: news.map(({ at }, i) => ({ at, id: added[i]!.id })) }
}

function issuesOf(check: () => void): Issue[] {
  try {
    check()
    return []
  } catch (error) {
    if (!(error instanceof Refusal) || !error.details.issues) throw error
    return error.details.issues
  }
}
