import {
  boardFileOperations as boards,
  pageFileOperations as pages,
} from '../../../contract/imports/import-files.ts'
import { importOperations } from '../../../contract/imports/imports.ts'
import { undoOperations } from '../../../contract/imports/undo.ts'
import { SENT } from '../../platform/http/call.ts'
import type { Http } from '../../platform/http/http.ts'
import { workbookTurns } from './reading/workbook-reader.ts'
import { cancelImport } from './running/cancelling.ts'
import { type ImportDeps, importFile, previewImport } from './running/imports.ts'
import { failuresFile, listFailures } from './runs/failures.ts'
import * as runs from './runs/runs.ts'
import { previewUndo, redoImport, undoImport } from './undoing/undo.ts'

export function bindImports({ app, bindOwn, bindBoth, bindBothOwn }: Http, deps: ImportDeps): void {
  app.addHook('onClose', () => workbookTurns.settled())
  bindOwn(boards.importFile, (call) => importFile(deps, call, 'boardId'))
  bindOwn(boards.previewImport, (call) => previewImport(deps, call, 'boardId'))
  bindOwn(pages.importFile, (call) => importFile(deps, call, 'definitionKey'))
  bindOwn(pages.previewImport, (call) => previewImport(deps, call, 'definitionKey'))
  bindBoth(importOperations, {
    listImports: ({ params, query }, tx) => runs.listImports(tx, params, query),
    recordImport: async ({ actor, params, body }, tx) => ({
      data: await runs.recordImport(tx, actor, params, body),
    }),
    getImport: async ({ params }, tx) => ({ data: await runs.getImport(tx, params) }),
    listImportRows: ({ params, query }, tx) => runs.listImportRows(tx, params, query),
    cancelImport: async ({ actor, params }, tx) => ({
      data: await cancelImport(tx, actor, params),
    }),
  })
  bindBothOwn(importOperations, {
    listImportFailures: async (call) => {
      const { actor, params, query, reply } = call
      if (query.format !== 'csv') {
        return call.transaction((tx) => listFailures(tx, actor, params, query))
      }
      const file = await failuresFile(deps.db, actor, params, query.which)
      reply.header('content-disposition', 'attachment; filename="failures.csv"')
      reply.type('text/csv; charset=utf-8').send(file)
      return SENT
    },
  })
  bindBoth(undoOperations, {
    previewUndo: async ({ params }, tx) => ({ data: await previewUndo(tx, params) }),
    undoImport: async ({ actor, params }, tx) => ({
      data: await undoImport(tx, actor, params),
    }),
    redoImport: async ({ actor, params }, tx) => ({
      data: await redoImport(tx, actor, params),
    }),
  })
}
