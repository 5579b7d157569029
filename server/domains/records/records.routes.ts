import { columnOperations } from '../../../contract/records/columns.ts'
import {
  boardOperations as boards,
  definitionOperations,
  pageOperations as pages,
} from '../../../contract/records/definitions.ts'
import { rowOperations, titleOperations } from '../../../contract/records/rows.ts'
import type { Http } from '../../platform/http/http.ts'
import * as definitions from './boards/boards.ts'
import { listTrashedColumns } from './columns/column-trash.ts'
import * as columns from './columns/columns.ts'
import { listLinks } from './links/links.ts'
import * as rows from './rows/rows.ts'
import { listNewest } from './titles/newest-rows.ts'
import { listTitles } from './titles/row-titles.ts'

export function bindRecords({ bind, bindBoth }: Http): void {
  bind(boards.list, ({ actor, query }, tx) =>
    definitions.listDefinitions(tx, actor, { ...query, kind: 'board' }),
  )
  bind(boards.create, async ({ actor, body }, tx) => ({
    data: await definitions.createDefinition(tx, actor, 'board', body),
  }))
  bind(pages.list, ({ actor, query }, tx) => definitions.listDefinitions(tx, actor, query))
  bind(pages.create, async ({ actor, body: { kind = 'page', ...body } }, tx) => ({
    data: await definitions.createDefinition(tx, actor, kind, body),
  }))

  bind(titleOperations.listTitles, ({ actor, query }, tx) => listTitles(tx, actor, query))
  bind(titleOperations.listNewest, ({ actor, query }, tx) => listNewest(tx, actor, query))

  bindBoth(rowOperations, {
    createRows: ({ actor, params, body }, tx) => rows.createRows(tx, actor, params, body),
    listLinks: ({ actor, params }, tx) => listLinks(tx, actor, params),
    getRow: ({ actor, params, query }, tx) => rows.getRow(tx, actor, params, query),
  })
  bindBoth(definitionOperations, {
    get: ({ actor, params, query }, tx) => definitions.getDefinition(tx, actor, params, query),
    update: async ({ actor, params, body }, tx) => ({
      data: await definitions.updateDefinition(tx, actor, params, body),
    }),
    remove: ({ actor, params }, tx) => definitions.removeDefinition(tx, actor, params),
  })
  bindBoth(columnOperations, {
    listColumns: ({ actor, params, query }, tx) =>
      query.trashed
        ? listTrashedColumns(tx, actor, params, query)
        : columns.listColumns(tx, actor, params, query),
    createColumn: async ({ actor, params, body }, tx) => ({
      data: await columns.createColumn(tx, actor, params, body),
    }),
    getColumn: async ({ actor, params }, tx) => ({
      data: await columns.getColumn(tx, actor, params),
    }),
    updateColumn: async ({ actor, params, body }, tx) => ({
      data: await columns.updateColumn(tx, actor, params, body),
    }),
    removeColumn: ({ actor, params }, tx) => columns.removeColumn(tx, actor, params),
  })
}
