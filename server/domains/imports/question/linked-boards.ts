import { isLink } from '../../../../shared/column-types.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import type { Column, DefinitionView } from '../../records/definitions/definition.rules.ts'
import { findViews } from '../../records/definitions/definition-views.ts'

/** The boards that columns link to, as the person sees them, by id. */
export const linkedBoards = (
  tx: Tx,
  { actor }: DefinitionView,
  columns: readonly Column[],
): Promise<Map<string, DefinitionView>> =>
  findViews(
    tx,
    actor,
    columns.flatMap(({ type, settings }) => (isLink(type) && settings.definitionId) || []),
  )
