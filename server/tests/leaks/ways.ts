import type { AnyOperation } from '../../../contract/language/operation.ts'
import { operationGroups } from '../../../contract/operations.ts'

// Every operation, and what it would reveal about a hidden column if its answer did not depend on the reader. The test
// (leak-matrix.test.ts) sends each one as every reader who may not see the column. docs/leak-matrix.md comes from here.

/** One operation as a way out. */
export interface Way {
  operation: AnyOperation
  /** What it would reveal; the test checks that it does, where nothing is hidden. */
  tells?: string
  /** Why it reveals nothing about any column; the test checks that it does not, even where nothing is hidden. */
  silent?: string
  /** Whether it takes the names of columns. */
  names?: boolean
}

const tell = (tells: string, operations: readonly AnyOperation[]): Way[] =>
  operations.map((operation) => ({ operation, tells }))
/** Like `tell`, for operations that also take the names of columns. */
const named = (tells: string, operations: readonly AnyOperation[]): Way[] =>
  tell(tells, operations).map((way) => ({ ...way, names: true }))
const silent = (why: string, operations: readonly AnyOperation[]): Way[] =>
  operations.map((operation) => ({ operation, silent: why }))

const { boards, definitions, rows, mentions, overviews, policies, files, feeds, webhooks, ingest } =
  operationGroups
const { obligations, documents, accounting, agreements, workspace } = operationGroups
const { conversations, templates, optOuts, channels, hooks } = operationGroups
type Shared = keyof typeof boards & keyof typeof definitions

/** The operations of these names, of boards and of pages. */
export const both = (...names: Shared[]): AnyOperation[] =>
  names.flatMap((name) => [boards[name], definitions[name]] as AnyOperation[])

const NO_BODY = 'answers with no body'
const SENT = 'answers only what was sent, about something new'

export const ways: readonly Way[] = [
  ...tell('columns', both('list', 'get', 'update', 'listColumns', 'reorderColumns')),
  ...named('a column', both('getColumn')),
  ...tell('a column', both('updateColumn', 'changeColumnType', 'restoreColumn')),
  ...tell('cells, converted to another type', both('previewColumnType')),
  ...silent(SENT, both('create', 'createColumn')),
  ...silent(NO_BODY, both('remove', 'removeColumn')),

  ...named('cells, and the order, groups, sums and counts made from them', both('listRows')),
  ...tell('cells', both('getRow', 'restoreRow')),
  ...tell('columns that link to a row, and titles', both('listLinks', 'getRelated')),
  ...tell('titles, which are cells', [
    rows.listTitles,
    rows.listNewest,
    mentions.list,
    overviews.getToday,
  ]),
  ...named('cells', both('revertCell')),
  ...named('cells, and receipts for writing them', both('createRows', 'updateRow', 'updateRows')),
  ...named('cells, their order and the names of columns, as a file', both('exportRows')),
  ...tell('cells before and after each change', both('listHistory', 'getTimeline')),
  ...silent('answers only ids of comments', [mentions.markRead]),
  ...silent('answers only ids of rows', both('removeRows', 'restoreRows', 'purgeRows')),
  ...silent(NO_BODY, both('removeRow', 'removeComment', 'removeRowFile')),
  ...silent(
    'answers what people wrote, no cells',
    both('listComments', 'createComment', 'updateComment'),
  ),
  ...silent('is about files of the row itself, not in cells', both('listRowFiles', 'addRowFile')),

  ...tell('columns by key, and the values of filters', both('listViews', 'getView')),
  ...named('columns by key, and the values of filters', both('createView', 'updateView')),
  ...silent(NO_BODY, both('removeView')),

  ...tell('who can see and edit each column', [policies.list]),
  ...named('who can see and edit a column', [policies.get]),
  ...tell('who can see and edit a column', [policies.put]),

  ...named('the columns it proposes, and cells', both('previewImport')),
  ...tell('the refused lines of the file, with reasons', both('listImportFailures')),
  ...named('with dryRun, the same as a preview', both('importFile')),
  ...silent(
    'answers only counts and ids of rows',
    both(
      ...(['listImports', 'recordImport', 'getImport', 'listImportRows'] as const),
      ...(['cancelImport', 'previewUndo', 'undoImport', 'redoImport'] as const),
    ),
  ),

  ...silent('answers only what was uploaded', [files.create, ingest.uploadFile]),
  ...tell('the names and bytes of files in cells', [files.get, files.content]),

  ...tell('the rows, changes and columns that events are about', Object.values(feeds)),
  ...silent('is about where events are sent', [
    webhooks.list,
    webhooks.create,
    webhooks.get,
    webhooks.update,
    webhooks.rotateSecret,
    webhooks.test,
    webhooks.listDeliveries,
    webhooks.replay,
  ]),
  ...silent(NO_BODY, [webhooks.remove]),

  ...silent('is about what is owed, and has only the id of a row', Object.values(obligations)),
  ...silent('is about documents, which are not in cells', Object.values(documents)),
  ...silent('is about money, which is not in cells', Object.values(accounting)),
  ...silent('is about what the operator published', Object.values(agreements)),

  ...tell('cells that a template merges', [
    conversations.reply,
    conversations.send,
    templates.preview,
  ]),
  ...tell('the columns that the template merges, by key', [templates.list, templates.get]),
  ...named('the columns that the template merges, by key', [templates.create, templates.update]),
  ...silent(NO_BODY, [templates.remove, channels.remove, conversations.removeMessage]),
  ...silent('is about the recipient', [conversations.create, conversations.logCall]),
  ...named('cells that a message merges', [templates.previewWords]),
  ...named('the columns of a template that a row leaves empty', [conversations.sendMany]),
  ...silent('answers messages as they were written at the time', [
    conversations.list,
    conversations.get,
    conversations.update,
    conversations.markRead,
    conversations.listMessages,
    conversations.getMessage,
    conversations.listAttachments,
    conversations.retry,
    conversations.cancel,
  ]),
  ...silent('is about channels', [
    channels.list,
    channels.create,
    channels.get,
    channels.update,
    channels.rotateSecret,
    channels.test,
  ]),
  ...silent('is about addresses', Object.values(optOuts)),
  ...silent('takes what providers send, and gives them the files of texts', Object.values(hooks)),

  ...tell('what was sent, converted and refused, by column', both('listReceipts')),
  ...silent(
    'counts only cells of columns that the person can see, and names none',
    both('countReceipts'),
  ),
  ...silent('answers only the id of a row', both('acceptBlocked')),
  ...tell('the columns that a form asks for', both('listForms', 'getForm')),
  ...silent(SENT, both('createForm', 'updateForm')),
  ...silent(NO_BODY, both('removeForm')),
  ...tell('columns, as a key sees them', both('keyGuide')),
  ...tell('columns that emails fill', both('listAddresses', 'updateAddress')),
  ...silent(SENT, both('createAddress')),
  ...silent(NO_BODY, both('removeAddress')),
  ...tell('columns that hooks fill', both('listHooks', 'updateHook')),
  ...tell('the columns that values likely go to', both('listHookSamples')),
  ...tell('cells, as a sample would fill them', both('previewHook')),
  ...silent(SENT, both('createHook')),
  ...silent(NO_BODY, both('removeHook')),
  ...silent('answers only the id of a row, and where a body is wrong', [ingest.receiveHook]),
  ...silent('is about keys', both('listKeys', 'createKey', 'updateKey', 'rotateKey')),
  ...silent('is about keys, forms, addresses and hooks', both('listSenders')),
  ...silent(NO_BODY, both('revokeKey')),
  ...tell('columns, cells and the write guide', [ingest.readBoard, ingest.readPage]),
  ...named('cells, and receipts for writing them', [ingest.writeRows, ingest.writeRecords]),

  ...silent('is about people, not records', [
    ...Object.values(operationGroups.auth),
    workspace.listTokens,
    workspace.revokeToken,
    workspace.listTokenNames,
    workspace.listSeats,
    workspace.inviteSeat,
    workspace.getSeat,
    workspace.updateSeat,
    workspace.removeSeat,
    workspace.listTeams,
    workspace.createTeam,
    workspace.getTeam,
    workspace.updateTeam,
    workspace.deleteTeam,
  ]),
  ...silent('is about the workspace itself', [
    workspace.getWorkspace,
    workspace.updateWorkspace,
    workspace.deleteWorkspace,
  ]),
]

/**
 * Every operation whose answer has money of deals, and what it has of it. The test (money-leaks.test.ts) sends each as
 * members and viewers who may not see the money, and checks that no other operation answers any.
 */
export const moneyWays: readonly { operation: AnyOperation; tells: string }[] = [
  ...tell('deals, splits, entries and what follows from them', Object.values(accounting)),
  ...tell('entries of a row’s deals', both('getTimeline')),
  ...tell('a row’s deals', both('getRelated')),
  ...tell('which deals, splits, entries and draws there are', [feeds.pull, feeds.stream]),
].map(({ operation, tells = '' }) => ({ operation, tells }))

/** Operations that the table has no line for, and those that it has several for. */
export const unplaced = (operations: readonly AnyOperation[], table = ways): string[] =>
  operations.flatMap(({ operationId }) => {
    const lines = table.filter(({ operation }) => operation.operationId === operationId)
    return lines.length === 1 ? [] : [`${operationId} has ${lines.length} lines`]
  })
