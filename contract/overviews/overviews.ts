import Type from 'typebox'
import { Deal } from '../accounting/accounting.ts'
import { AgreementToSign } from '../agreements/agreements.ts'
import { Conversation } from '../comms/conversations.ts'
import { addressed, rowId } from '../language/addressed.ts'
import { closed, list, nullable, one, timestamp } from '../language/common.ts'
import { named } from '../language/named.ts'
import { onDefinitions } from '../language/on-definitions.ts'
import { operation } from '../language/operation.ts'
import { Obligation } from '../obligations/obligation-fields.ts'
import { RowGroup } from '../records/listing.ts'
import { RowFile } from '../records/row-files.ts'
import { Backlinks, NewestRow } from '../records/rows.ts'

const Stages = named(
  'Stages',
  'The rows of a page by its column `stage`.',
  closed({
    definitionKey: Type.String(),
    amount: nullable(
      Type.String({ description: 'The key of the column that is summed: the first of amounts.' }),
    ),
    groups: Type.Array(RowGroup, { description: 'In the order of the rows.' }),
  }),
)

const Setup = named(
  'Setup',
  'What is set up already.',
  closed({
    sends: Type.Boolean({ description: 'Whether a channel sends texts or emails.' }),
    hasKey: Type.Boolean({ description: 'Whether a board or page has a key.' }),
    usedKey: Type.Boolean({ description: 'Whether a key has been used.' }),
    hasForm: Type.Boolean({ description: 'Whether a board or page has a form.' }),
  }),
)

export const overviewOperations = {
  getToday: operation({
    method: 'GET',
    path: '/v1/today',
    tag: 'Workspace',
    access: 'workspace',
    scope: 'records:read',
    summary: 'Get what there is to do today',
    description:
      'The agreements that the caller still has to sign, open obligations by their deadline, the rows that were added last, and the stages of up to two pages that have a column `stage`, in one answer.',
    query: named(
      'TodayQuery',
      'Until when obligations are listed.',
      closed({
        deadlineTo: timestamp('Obligations with a deadline before this time, up to 50.'),
      }),
    ),
    answer: one(
      named(
        'Today',
        'What there is to do today.',
        closed({
          agreements: Type.Array(AgreementToSign, {
            description:
              'Those that the caller has not signed and, for admins and owners, those that nobody has signed for the workspace.',
          }),
          nextAgreementAt: nullable(
            timestamp('When the next version of an agreement takes effect, if one is published.'),
          ),
          obligations: list(Obligation),
          newestRows: Type.Array(NewestRow, { description: 'Up to 8, the newest first.' }),
          stages: Type.Array(Stages),
          setup: nullable(Setup),
        }),
      ),
    ),
  }),
}

export const relatedOperations = onDefinitions(({ base, tag }) => ({
  getRelated: operation({
    method: 'GET',
    path: `${base}/rows/{rowId}/related`,
    tag,
    access: 'workspace',
    scope: 'records:read',
    summary: 'Get what belongs to a row',
    description:
      'The rows that link to it, its files, conversations, obligations (by their deadline) and deals: the first page of each list, as its own operation answers it.',
    params: addressed(base, { rowId }),
    answer: one(
      named(
        'RelatedToRow',
        'What belongs to a row.',
        closed({
          links: Type.Array(Backlinks),
          files: list(RowFile),
          conversations: list(Conversation),
          obligations: list(Obligation),
          deals: list(Deal),
        }),
      ),
    ),
  }),
}))
