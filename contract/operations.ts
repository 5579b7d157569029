import { accountingOperations } from './accounting/accounting.ts'
import { agreementOperations } from './agreements/agreements.ts'
import { channelOperations, optOutOperations } from './comms/channels.ts'
import { conversationOperations } from './comms/conversations.ts'
import { hookOperations } from './comms/hooks.ts'
import { templateOperations } from './comms/templates.ts'
import { feedOperations } from './feeds/feeds.ts'
import { webhookOperations } from './feeds/webhooks.ts'
import { boardImportOperations, pageImportOperations } from './imports/imports.ts'
import { boardKeyOperations, ingestOperations, pageKeyOperations } from './ingest/ingest.ts'
import { boardAddressOperations, pageAddressOperations } from './intake/addresses.ts'
import { boardFormOperations, pageFormOperations } from './intake/forms.ts'
import { boardHookOperations, pageHookOperations, receiveHook } from './intake/hooks.ts'
import type { AnyOperation } from './language/operation.ts'
import { documentOperations } from './obligations/documents.ts'
import { obligationOperations } from './obligations/obligations.ts'
import {
  boardRelatedOperations,
  overviewOperations,
  pageRelatedOperations,
} from './overviews/overviews.ts'
import { policyOperations } from './policies/policies.ts'
import { boardCommentOperations, pageCommentOperations } from './records/comments.ts'
import { boardOperations, pageOperations } from './records/definitions.ts'
import { boardExportOperations, pageExportOperations } from './records/exports.ts'
import { fileOperations } from './records/files.ts'
import { mentionOperations } from './records/mentions.ts'
import { boardRowFileOperations, pageRowFileOperations } from './records/row-files.ts'
import { titleOperations } from './records/rows.ts'
import { boardViewOperations, pageViewOperations } from './records/views.ts'
import { boardTimelineOperations, pageTimelineOperations } from './timelines/timeline.ts'
import { authOperations } from './workspaces/auth.ts'
import { ownTokenOperations, workspaceTokenOperations } from './workspaces/tokens.ts'
import { workspaceOperations } from './workspaces/workspace.ts'

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
