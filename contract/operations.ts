import { accountingOperations } from './accounting.ts'
import { boardAddressOperations, pageAddressOperations } from './addresses.ts'
import { agreementOperations } from './agreements.ts'
import { authOperations } from './auth.ts'
import { channelOperations, optOutOperations } from './channels.ts'
import { boardCommentOperations, pageCommentOperations } from './comments.ts'
import { conversationOperations } from './conversations.ts'
import { documentOperations } from './documents.ts'
import { boardExportOperations, pageExportOperations } from './exports.ts'
import { feedOperations } from './feeds.ts'
import { fileOperations } from './files.ts'
import { boardFormOperations, pageFormOperations } from './forms.ts'
import { hookOperations } from './hooks.ts'
import { boardImportOperations, pageImportOperations } from './imports.ts'
import { boardKeyOperations, ingestOperations, pageKeyOperations } from './ingest.ts'
import { boardHookOperations, pageHookOperations, receiveHook } from './intake-hooks.ts'
import { mentionOperations } from './mentions.ts'
import { obligationOperations } from './obligations.ts'
import type { AnyOperation } from './operation.ts'
import { boardRelatedOperations, overviewOperations, pageRelatedOperations } from './overviews.ts'
import { policyOperations } from './policies.ts'
import { boardOperations, pageOperations } from './records.ts'
import { boardRowFileOperations, pageRowFileOperations } from './row-files.ts'
import { titleOperations } from './rows.ts'
import { templateOperations } from './templates.ts'
import { boardTimelineOperations, pageTimelineOperations } from './timeline.ts'
import { ownTokenOperations, workspaceTokenOperations } from './tokens.ts'
import { boardViewOperations, pageViewOperations } from './views.ts'
import { webhookOperations } from './webhooks.ts'
import { workspaceOperations } from './workspace.ts'

/** Every operation by group, as the client names it: `<group>.<operation>`. */
export const operationGroups = {
  auth: { ...authOperations, ...ownTokenOperations },
  workspace: { ...workspaceOperations, ...workspaceTokenOperations },
  boards: {
    ...boardOperations,
    ...boardCommentOperations,
    ...boardRowFileOperations,
    ...boardViewOperations,
    ...boardExportOperations,
    ...boardTimelineOperations,
    ...boardRelatedOperations,
    ...boardKeyOperations,
    ...boardFormOperations,
    ...boardAddressOperations,
    ...boardHookOperations,
    ...boardImportOperations,
  },
  definitions: {
    ...pageOperations,
    ...pageCommentOperations,
    ...pageRowFileOperations,
    ...pageViewOperations,
    ...pageExportOperations,
    ...pageTimelineOperations,
    ...pageRelatedOperations,
    ...pageKeyOperations,
    ...pageFormOperations,
    ...pageAddressOperations,
    ...pageHookOperations,
    ...pageImportOperations,
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
