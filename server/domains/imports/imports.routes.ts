import {
  boardImportOperations as boards,
  pageImportOperations as pages,
} from '../../../contract/imports/imports.ts'
import { SENT } from '../../platform/http/call.ts'
import type { Http } from '../../platform/http/http.ts'
import { workbookTurns } from './reading/workbook-reader.ts'
import { cancelImport } from './running/cancelling.ts'
import { type ImportDeps, importFile, previewImport } from './running/imports.ts'
import { failuresFile, listFailures } from './runs/failures.ts'
import * as runs from './runs/runs.ts'
import { previewUndo, redoImport, undoImport } from './undoing/undo.ts'

export function bindImports({ app, bind, bindOwn }: Http, deps: ImportDeps): void {
  app.addHook('onClose', () => workbookTurns.settled())
  for (const [op, place] of [
    [boards, 'boardId'],
    [pages, 'definitionKey'],
  ] as const) {
    bindOwn(op.importFile, (call) => importFile(deps, call as never, place))
    bindOwn(op.previewImport, (call) => previewImport(deps, call as never, place))
    bind(op.listImports, ({ params, query }, tx) => runs.listImports(tx, params, query))
    bind(op.recordImport, async ({ actor, params, body }, tx) => ({
      data: await runs.recordImport(tx, actor, params, body),
    }))
    bind(op.getImport, async ({ params }, tx) => ({ data: await runs.getImport(tx, params) }))
    bind(op.listImportRows, ({ params, query }, tx) => runs.listImportRows(tx, params, query))
    bindOwn(op.listImportFailures, async (call) => {
      const { actor, params, query, reply } = call
      if (query.format !== 'csv') {
        return call.transaction((tx) => listFailures(tx, actor, params, query))
      }
      const file = await failuresFile(deps.db, actor, params, query.which)
      reply.header('content-disposition', 'attachment; filename="failures.csv"')
      reply.type('text/csv; charset=utf-8').send(file)
      return SENT
    })
    bind(op.cancelImport, async ({ actor, params }, tx) => ({
      data: await cancelImport(tx, actor, params),
    }))
    bind(op.previewUndo, async ({ params }, tx) => ({ data: await previewUndo(tx, params) }))
    bind(op.undoImport, async ({ actor, params }, tx) => ({
      data: await undoImport(tx, actor, params),
    }))
    bind(op.redoImport, async ({ actor, params }, tx) => ({
      data: await redoImport(tx, actor, params),
    }))
  }
}
