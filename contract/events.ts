import Type, { type Static, type TSchema } from 'typebox'
import { agreementKinds } from './agreements.ts'
import { plans, roles } from './auth.ts'
import { DefinitionKind } from './columns.ts'
import { closed, integerId, nullable, oneOf, uuid } from './common.ts'
import { named } from './named.ts'
import { CellChange } from './row-changes.ts'
import { Row } from './rows.ts'
import { moneyVisibilities } from './workspace.ts'

// Every event that the service writes, once: what it is called, what it holds, and who gets it. The lists in
// docs/events.md, the client's types and the audit's words are made from this file.

/** What a board or page is called in an event. */
export const EventDefinition = named(
  'EventDefinition',
  'The board or page that an event is about.',
  closed({ id: uuid(), key: Type.String(), kind: DefinitionKind }),
)

/** Everything that an event about rows may hold. */
export const ofRows = {
  rows: Type.Optional(
    Type.Array(Row, {
      description: 'The rows that were made, changed or restored, as they are now.',
    }),
  ),
  changes: Type.Optional(
    Type.Array(
      named(
        'EventRowChange',
        'The cells of one row that changed.',
        closed({
          rowId: uuid(),
          entryId: uuid('The entry in the history of the row.'),
          cells: Type.Array(CellChange),
        }),
      ),
    ),
  ),
  rowIds: Type.Optional(
    Type.Array(uuid(), { description: 'The rows that were deleted, or that are too many.' }),
  ),
  runs: Type.Optional(
    Type.Array(Type.Array(Type.Integer()), {
      description: 'Of more than 500 rows: `[first position, how many]`, to be listed.',
    }),
  ),
  rowCount: Type.Optional(Type.Integer()),
}

/** Marks a member that only admins and owners get, in an event that everyone gets. */
const adminsOnly = { 'x-admins-only': true, description: 'Only for admins and owners.' }

const { rows, changes, rowIds, runs, rowCount } = ofRows
const definition = EventDefinition
const column = closed({ id: uuid(), key: Type.String() })
const rowId = Type.Optional(uuid('The row that it belongs to.'))
const dealRowId = Type.Optional(uuid('The row of the deal.'))
const name = Type.String()
const role = oneOf(roles)
const teamIds = Type.Array(uuid())

/** What an event holds in `data`, by the name that the client gives it. */
export const eventData = {
  RowsAddedData: closed({ definition, rows, rowIds, runs, rowCount }),
  RowsUpdatedData: closed({ definition, rows, changes, rowIds, rowCount }),
  RowsDeletedData: closed({ definition, rowIds, runs, rowCount }),
  CommentData: closed({
    definition,
    rowId: uuid(),
    commentId: uuid(),
    mentions: Type.Array(Type.Integer(), { description: 'The `crmUserId` of each person.' }),
  }),
  ViewData: closed({ definition, viewId: uuid() }),
  ImportData: closed({ definition, definitionId: Type.Optional({ ...uuid(), ...adminsOnly }) }),
  DefinitionData: closed({ definition }),
  DefinitionCreatedData: closed({
    definition,
    key: Type.Optional({ ...Type.String(), ...adminsOnly }),
  }),
  ColumnData: closed({ definition, column }),
  ColumnPolicyData: closed({
    definition,
    column: Type.Optional({ ...column, description: 'Only for people who can see the column.' }),
  }),
  ConversationData: closed({ conversationId: integerId(), rowId }),
  MessageData: closed({ conversationId: integerId(), messageId: integerId(), rowId }),
  ObligationData: closed({ obligationId: integerId(), dealRowId }),
  DocumentData: closed({ documentId: integerId() }),
  DealData: closed({ dealId: integerId(), dealRowId }),
  DealEntryData: closed({
    dealId: integerId(),
    entryId: Type.Optional(
      uuid('The entry in the ledger. Only for people who can see all the money.'),
    ),
    dealRowId,
  }),
  SplitData: closed({ dealId: integerId(), dealSplitId: integerId() }),
  DrawData: closed({ dealId: integerId(), dealSplitId: integerId(), drawId: uuid() }),
  SeatCreatedData: closed({ role }),
  SeatInvitedData: closed({ role, teamIds }),
  SeatUpdatedData: closed({
    name: Type.Optional(name),
    role: Type.Optional(role),
    status: Type.Optional(oneOf(['active', 'suspended'])),
    teamIds: Type.Optional(teamIds),
  }),
  WorkspaceUpdatedData: closed({
    name: Type.Optional(name),
    plan: Type.Optional(oneOf(plans)),
    region: Type.Optional(Type.String()),
    timeZone: Type.Optional(Type.String()),
    currency: Type.Optional(Type.String()),
    escalationUserId: Type.Optional(nullable(Type.Integer())),
    moneyVisibleTo: Type.Optional(oneOf(moneyVisibilities)),
  }),
  AgreementData: closed({ agreementKind: oneOf(agreementKinds), version: Type.String() }),
  AgreementOverriddenData: closed({ agreementKind: oneOf(agreementKinds) }),
  NameData: closed({ name }),
  NoData: closed({}),
}

/** Who gets an event. */
export const audiences = {
  everyone: 'Everyone',
  rows: 'Everyone; changes only if they can see a column that changed',
  column: 'People who can see the column',
  policy: 'Everyone; the column only if they can see it',
  money: 'People who can see the money',
  admins: 'Admins and owners',
} as const

export type Audience = keyof typeof audiences

/** What events are about, as headings of lists. */
export const eventTopics = [
  'Records',
  'Columns and policies',
  'Conversations',
  'Obligations',
  'Money',
  'People and workspace',
  'Keys and webhooks',
] as const

interface Noun {
  /** What it is called in a sentence. */
  name: string
  topic: (typeof eventTopics)[number]
  /** What `subject` looks like. `<id>` is a UUID, `<number>` an integer. */
  subjects: readonly `${string}:<${string}>`[]
  audience: Audience
  verbs: Record<string, Verb>
}

interface Verb {
  /** What somebody did, in the past tense. `%` stands for what they did it to. */
  words: string
  /** What the documentation says besides. */
  note?: string
  data: (typeof eventData)[keyof typeof eventData]
}

const inDefinition = ['board:<id>', 'page:<id>'] as const
const d = eventData

/** Every event. The type of an event is its noun and its verb: `rows.created`. */
export const events = {
  rows: {
    name: 'rows',
    topic: 'Records',
    subjects: inDefinition,
    audience: 'rows',
    verbs: {
      created: { words: 'added %', data: d.RowsAddedData },
      updated: { words: 'changed %', data: d.RowsUpdatedData },
      deleted: { words: 'moved % to the trash', data: d.RowsDeletedData },
      restored: { words: 'restored %', note: 'from the trash', data: d.RowsAddedData },
    },
  },
  comment: {
    name: 'a comment',
    topic: 'Records',
    subjects: inDefinition,
    audience: 'everyone',
    verbs: {
      created: { words: 'added %', note: 'to a row', data: d.CommentData },
      updated: { words: 'edited %', data: d.CommentData },
      deleted: { words: 'deleted %', data: d.CommentData },
    },
  },
  view: {
    name: 'a view',
    topic: 'Records',
    subjects: inDefinition,
    audience: 'everyone',
    verbs: {
      created: { words: 'created %', note: 'that is shared', data: d.ViewData },
      updated: { words: 'updated %', note: 'that is shared', data: d.ViewData },
      deleted: { words: 'deleted %', note: 'that was shared', data: d.ViewData },
    },
  },
  import: {
    name: 'an import',
    topic: 'Records',
    subjects: ['import:<id>'],
    audience: 'everyone',
    verbs: {
      started: { words: 'started %', data: d.ImportData },
      finished: { words: 'finished %', note: 'or gave it up', data: d.ImportData },
      recorded: { words: 'recorded %', note: 'that another program made', data: d.ImportData },
      undone: { words: 'undid %', data: d.ImportData },
      redone: { words: 'redid %', data: d.ImportData },
    },
  },
  board: {
    name: 'a board',
    topic: 'Columns and policies',
    subjects: ['board:<id>'],
    audience: 'everyone',
    verbs: {
      created: { words: 'created %', data: d.DefinitionCreatedData },
      updated: { words: 'updated %', data: d.DefinitionData },
      deleted: { words: 'deleted %', data: d.DefinitionData },
    },
  },
  page: {
    name: 'a page',
    topic: 'Columns and policies',
    subjects: ['page:<id>'],
    audience: 'everyone',
    verbs: {
      created: { words: 'created %', data: d.DefinitionCreatedData },
      updated: { words: 'updated %', data: d.DefinitionData },
      deleted: { words: 'deleted %', data: d.DefinitionData },
    },
  },
  column: {
    name: 'a column',
    topic: 'Columns and policies',
    subjects: ['column:<id>'],
    audience: 'column',
    verbs: {
      created: { words: 'created %', data: d.ColumnData },
      updated: { words: 'updated %', data: d.ColumnData },
      deleted: { words: 'deleted %', data: d.ColumnData },
      restored: { words: 'restored %', data: d.ColumnData },
    },
  },
  columns: {
    name: 'the columns',
    topic: 'Columns and policies',
    subjects: inDefinition,
    audience: 'everyone',
    verbs: {
      reordered: { words: 'reordered %', note: 'of a board or page', data: d.DefinitionData },
    },
  },
  column_policy: {
    name: 'a column',
    topic: 'Columns and policies',
    // People who cannot see the column get the board or page in its place.
    subjects: ['column:<id>', 'board:<id>', 'page:<id>'],
    audience: 'policy',
    verbs: {
      updated: { words: 'changed who can see or edit %', data: d.ColumnPolicyData },
      deleted: { words: 'opened % to everyone', data: d.ColumnPolicyData },
    },
  },
  conversation: {
    name: 'a conversation',
    topic: 'Conversations',
    subjects: ['conversation:<number>'],
    audience: 'everyone',
    verbs: {
      created: { words: 'created %', data: d.ConversationData },
      updated: { words: 'updated %', data: d.ConversationData },
    },
  },
  message: {
    name: 'a message',
    topic: 'Conversations',
    subjects: ['message:<number>'],
    audience: 'everyone',
    verbs: {
      queued: { words: 'wrote %', note: 'to be sent', data: d.MessageData },
      sent: { words: 'sent %', data: d.MessageData },
      delivered: { words: 'delivered %', data: d.MessageData },
      failed: { words: 'could not send %', data: d.MessageData },
      uncertain: {
        words: 'may or may not have sent %',
        note: '(the provider cannot tell)',
        data: d.MessageData,
      },
      cancelled: { words: 'cancelled %', note: 'before it was sent', data: d.MessageData },
      received: { words: 'wrote %', note: 'to the desk', data: d.MessageData },
      updated: { words: 'updated %', data: d.MessageData },
      read: { words: 'read %', data: d.MessageData },
      deleted: { words: 'deleted %', data: d.MessageData },
    },
  },
  template: {
    name: 'a template',
    topic: 'Conversations',
    subjects: ['template:<id>'],
    audience: 'everyone',
    verbs: {
      created: { words: 'created %', data: d.NameData },
      updated: { words: 'updated %', data: d.NameData },
      deleted: { words: 'deleted %', data: d.NameData },
    },
  },
  opt_out: {
    name: 'an address',
    topic: 'Conversations',
    subjects: ['opt_out:<medium>:<address>'],
    audience: 'everyone',
    verbs: {
      changed: { words: 'recorded whether % wants messages', data: d.NoData },
    },
  },
  channel: {
    name: 'a channel',
    topic: 'Conversations',
    subjects: ['channel:<id>'],
    audience: 'admins',
    verbs: {
      created: { words: 'connected %', data: d.NameData },
      updated: { words: 'updated %', data: d.NameData },
      deleted: { words: 'disconnected %', data: d.NameData },
      secret_rotated: { words: 'made a new hook secret for %', data: d.NameData },
    },
  },
  obligation: {
    name: 'an obligation',
    topic: 'Obligations',
    subjects: ['obligation:<number>'],
    audience: 'everyone',
    verbs: {
      created: { words: 'created %', data: d.ObligationData },
      updated: { words: 'updated %', data: d.ObligationData },
      started: { words: 'started %', data: d.ObligationData },
      submitted: { words: 'submitted %', data: d.ObligationData },
      rejected: { words: 'rejected %', data: d.ObligationData },
      completed: { words: 'completed %', data: d.ObligationData },
      waived: { words: 'waived %', data: d.ObligationData },
      cancelled: { words: 'cancelled %', data: d.ObligationData },
      reopened: { words: 'reopened %', data: d.ObligationData },
      escalated: { words: 'escalated %', note: 'that is late', data: d.ObligationData },
    },
  },
  document: {
    name: 'a document',
    topic: 'Obligations',
    subjects: ['document:<number>'],
    audience: 'everyone',
    verbs: {
      created: { words: 'added %', data: d.DocumentData },
    },
  },
  deal: {
    name: 'a deal',
    topic: 'Money',
    subjects: ['deal:<number>'],
    audience: 'money',
    verbs: {
      created: { words: 'created %', data: d.DealData },
      updated: { words: 'updated %', data: d.DealData },
      expected: { words: 'recorded the commission expected on %', data: d.DealEntryData },
      collected: { words: 'recorded money collected on %', data: d.DealEntryData },
      clawed_back: { words: 'recorded a clawback on %', data: d.DealEntryData },
      reversed: { words: 'reversed an entry of %', data: d.DealEntryData },
    },
  },
  deal_split: {
    name: 'a split',
    topic: 'Money',
    subjects: ['deal_split:<number>'],
    audience: 'money',
    verbs: {
      created: { words: 'added % to the deal', data: d.SplitData },
      updated: { words: 'updated %', data: d.SplitData },
      held: { words: 'held %', data: d.SplitData },
      released: { words: 'released %', data: d.SplitData },
      deactivated: { words: 'deactivated %', data: d.SplitData },
    },
  },
  draw: {
    name: 'a draw',
    topic: 'Money',
    subjects: ['draw:<id>'],
    audience: 'money',
    verbs: {
      requested: { words: 'requested %', data: d.DrawData },
      paid: { words: 'paid %', data: d.DrawData },
      voided: { words: 'voided %', data: d.DrawData },
    },
  },
  seat: {
    name: 'a person',
    topic: 'People and workspace',
    subjects: ['seat:<number>'],
    audience: 'admins',
    verbs: {
      created: { words: 'gave % a seat', note: '(the operator)', data: d.SeatCreatedData },
      invited: { words: 'invited %', data: d.SeatInvitedData },
      accepted: { words: 'accepted the invitation', data: d.NoData },
      updated: { words: 'updated the seat of %', data: d.SeatUpdatedData },
      removed: { words: 'removed %', data: d.NameData },
    },
  },
  team: {
    name: 'a team',
    topic: 'People and workspace',
    subjects: ['team:<id>'],
    audience: 'everyone',
    verbs: {
      created: { words: 'created %', data: d.NameData },
      updated: { words: 'updated %', data: d.NameData },
      deleted: { words: 'deleted %', data: d.NameData },
    },
  },
  workspace: {
    name: 'the workspace',
    topic: 'People and workspace',
    subjects: ['workspace:<id>'],
    audience: 'admins',
    verbs: {
      created: { words: 'created %', data: d.NoData },
      updated: { words: 'updated %', data: d.WorkspaceUpdatedData },
    },
  },
  agreement: {
    name: 'an agreement',
    topic: 'People and workspace',
    subjects: ['agreement:<kind>'],
    audience: 'admins',
    verbs: {
      viewed: { words: 'viewed %', data: d.AgreementData },
      signed: { words: 'signed %', data: d.AgreementData },
      overridden: {
        words: 'changed the minimum in %',
        note: '(the operator)',
        data: d.AgreementOverriddenData,
      },
    },
  },
  key: {
    name: 'a key',
    topic: 'Keys and webhooks',
    subjects: ['key:<id>'],
    audience: 'admins',
    verbs: {
      created: { words: 'created %', data: d.NameData },
      revoked: { words: 'revoked %', data: d.NameData },
    },
  },
  webhook: {
    name: 'a webhook',
    topic: 'Keys and webhooks',
    subjects: ['webhook:<id>'],
    audience: 'admins',
    verbs: {
      created: { words: 'created %', data: d.NoData },
      updated: { words: 'updated %', data: d.NoData },
      deleted: { words: 'deleted %', data: d.NoData },
      secret_rotated: { words: 'made a new secret for %', data: d.NoData },
    },
  },
} as const satisfies Record<string, Noun>

type Events = typeof events
export type EventNoun = keyof Events
export type EventVerb<N extends EventNoun> = keyof Events[N]['verbs'] & string
/** `<noun>.<verb>`, such as `seat.invited`. */
export type EventType = { [N in EventNoun]: `${N}.${EventVerb<N>}` }[EventNoun]

/** What the events of a type hold in `data`. */
export type EventData<T extends EventType> = T extends `${infer N extends EventNoun}.${infer V}`
  ? DataOf<Events[N]['verbs'], V>
  : never
type DataOf<Verbs, V> = V extends keyof Verbs
  ? Verbs[V] extends { data: infer S extends TSchema }
    ? Static<S>
    : never
  : never

/** Every type of event with all that is said of it, in the order of the catalogue. */
export const eventTypes = Object.entries<Noun>(events).flatMap(([noun, { verbs, ...about }]) =>
  Object.entries(verbs).map(([verb, said]) => ({
    type: `${noun}.${verb}` as EventType,
    noun: noun as EventNoun,
    ...about,
    ...said,
  })),
)
