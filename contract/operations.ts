import { accountingOperations } from './accounting/accounting.ts'
import { agreementOperations } from './agreements/agreements.ts'
import { channelOperations, optOutOperations } from './comms/channels.ts'
import { conversationOperations } from './comms/conversations.ts'
import { hookOperations } from './comms/hooks.ts'
import { templateOperations } from './comms/templates.ts'
import { feedOperations } from './feeds/feeds.ts'
import { webhookOperations } from './feeds/webhooks.ts'
import { boardFileOperations, pageFileOperations } from './imports/import-files.ts'
import { importOperations } from './imports/imports.ts'
import { undoOperations } from './imports/undo.ts'
import { ingestOperations, keyOperations } from './ingest/ingest.ts'
import { receiptOperations } from './ingest/receipts.ts'
import { addressOperations } from './intake/addresses.ts'
import { formOperations } from './intake/forms.ts'
import { hookSampleOperations } from './intake/hook-samples.ts'
import { intakeHookOperations, receiveHook } from './intake/hooks.ts'
import { onDefinitions } from './language/on-definitions.ts'
import type { AnyOperation } from './language/operation.ts'
import { documentOperations } from './obligations/documents.ts'
import { obligationOperations } from './obligations/obligations.ts'
import { overviewOperations, relatedOperations } from './overviews/overviews.ts'
import { policyOperations } from './policies/policies.ts'
import { columnChangeOperations } from './records/column-changes.ts'
import { columnOperations } from './records/columns.ts'
import { commentOperations } from './records/comments.ts'
import { boardOperations, definitionOperations, pageOperations } from './records/definitions.ts'
import { exportOperations } from './records/exports.ts'
import { fileOperations } from './records/files.ts'
import { historyOperations } from './records/history.ts'
import { mentionOperations } from './records/mentions.ts'
import { rowChangeOperations } from './records/row-changes.ts'
import { rowFileOperations } from './records/row-files.ts'
import { rowOperations, titleOperations } from './records/rows.ts'
import { trashOperations } from './records/trash.ts'
import { viewOperations } from './records/views.ts'
import { timelineOperations } from './timelines/timeline.ts'
import { authOperations } from './workspaces/auth.ts'
import { ownTokenOperations, workspaceTokenOperations } from './workspaces/tokens.ts'
import { workspaceOperations } from './workspaces/workspace.ts'

/** The operations that boards and pages share. A file is imported through two different forms, so those are not among them. */
const { boards, definitions } = onDefinitions(({ group }) => ({
  ...definitionOperations[group],
  ...columnOperations[group],
  ...columnChangeOperations[group],
  ...rowOperations[group],
  ...rowChangeOperations[group],
  ...trashOperations[group],
  ...historyOperations[group],
  ...commentOperations[group],
  ...rowFileOperations[group],
  ...viewOperations[group],
  ...exportOperations[group],
  ...timelineOperations[group],
  ...relatedOperations[group],
  ...keyOperations[group],
  ...receiptOperations[group],
  ...formOperations[group],
  ...addressOperations[group],
  ...intakeHookOperations[group],
  ...hookSampleOperations[group],
}))

/** Every operation by group, as the client names it: `<group>.<operation>`. */
export const operationGroups = {
  auth: { ...authOperations, ...ownTokenOperations },
  workspace: { ...workspaceOperations, ...workspaceTokenOperations },
  boards: {
    ...boardOperations,
    ...boards,
    ...boardFileOperations,
    ...importOperations.boards,
    ...undoOperations.boards,
  },
  definitions: {
    ...pageOperations,
    ...definitions,
    ...pageFileOperations,
    ...importOperations.definitions,
    ...undoOperations.definitions,
  },
  rows: titleOperations,
  overviews: overviewOperations,
  mentions: mentionOperations,
  policies: policyOperations,
  files: fileOperations,
  obligations: obligationOperations,
  documents: documentOperations,
  accounting: accountingOperations,
  agreements: agreementOperations,
  conversations: conversationOperations,
  templates: templateOperations,
  optOuts: optOutOperations,
  channels: channelOperations,
  hooks: hookOperations,
  feeds: feedOperations,
  webhooks: webhookOperations,
  ingest: { ...ingestOperations, receiveHook },
}

/** Every operation of the API, once. Nothing else has a route. */
export const operations: readonly AnyOperation[] = Object.values(operationGroups).flatMap(
  (group) => Object.values(group) as AnyOperation[],
)
