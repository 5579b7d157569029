import { dealsOfPurgedRows } from './domains/accounting/deals/deals.ts'
import { rowsWithMoney } from './domains/accounting/figures/row-money.ts'
import { splitOwners } from './domains/accounting/splits/split-owners.ts'
import { mailboxes } from './domains/comms/receiving/emails/mailboxes.ts'
import { attachedFiles } from './domains/comms/threads/attached-files.ts'
import { threadsOfPurgedRows } from './domains/comms/threads/threads.ts'
import { importRuns } from './domains/imports/runs/kept-runs.ts'
import { keyNames } from './domains/ingest/keys/key-names.ts'
import { knownKeys } from './domains/ingest/keys/known-keys.ts'
import { blockedFiles } from './domains/ingest/writing/arrivals.ts'
import { pageOwnIds, purgeOwnIds } from './domains/ingest/writing/page-records.ts'
import { intakeMailboxes } from './domains/intake/addresses/received-mail.ts'
import { draftFiles } from './domains/intake/forms/drafts.ts'
import { intakeNames } from './domains/intake/sender-names.ts'
import { documentFiles } from './domains/obligations/documents/document-files.ts'
import { obligationsOfPurgedRows } from './domains/obligations/obligation/obligation-references.ts'
import { splits } from './domains/policies/money.ts'
import { definitionsForTokens } from './domains/records/definitions/definition-heads.ts'
import { senderNamers } from './domains/records/exports/senders.ts'
import { fileHolders } from './domains/records/files/file-holders.ts'
import { keys } from './domains/records/policies/keys.ts'
import { ownIds } from './domains/records/rows/own-ids.ts'
import { runs } from './domains/records/rows/runs.ts'
import { moneyRows } from './domains/records/trash/money-rows.ts'
import { rowPurgers } from './domains/records/trash/trash-purge.ts'
import { knownDefinitions } from './domains/workspaces/tokens/reach.ts'
import { tokenNames } from './domains/workspaces/tokens/token-names.ts'

// Connects what lower domains need with the higher ones that offer it. The app and the worker import this file.
splits.fill(splitOwners)
knownDefinitions.fill(definitionsForTokens)
keys.fill(knownKeys)
runs.fill(importRuns)
ownIds.fill(pageOwnIds)
senderNamers.fill([keyNames, intakeNames, tokenNames])
fileHolders.fill([documentFiles, attachedFiles, blockedFiles, draftFiles])
rowPurgers.fill([purgeOwnIds, dealsOfPurgedRows, threadsOfPurgedRows, obligationsOfPurgedRows])
moneyRows.fill(rowsWithMoney)
mailboxes.fill(intakeMailboxes)
