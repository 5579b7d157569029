import Type, { type Static, type TSchema } from 'typebox'
import { plans } from '../../shared/plans.ts'
import { roles } from '../../shared/roles.ts'
import { agreementKinds } from '../agreements/agreements.ts'
import { closed, integerId, nullable, oneOf, uuid } from '../language/common.ts'
import { named } from '../language/named.ts'
import { DefinitionKind } from '../records/columns.ts'
import { CellChange } from '../records/history.ts'
import { Row } from '../records/rows.ts'
import { moneyVisibilities } from '../workspaces/money-visibility.ts'

// Every event that the service writes: its type, what it holds, and who gets it. The lists in docs/events.md, the
// client's types and the words of the activity page are made from this file.

/** How an event names a board or page. */
export const EventDefinition = named(
  'EventDefinition',
  'The board or page that an event is about.',
  closed({ id: uuid(), key: Type.String(), kind: DefinitionKind }),
)

/** Everything that an event about rows can hold. */
export const ofRows = {
  rows: Type.Optional(
    Type.Array(Row, {
      description: 'The rows that were created, changed or restored, as they are now.',
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
    Type.Array(uuid(), {
      description: 'The ids of rows that were deleted, or of rows that are too many to include.',
    }),
  ),
  runs: Type.Optional(
    Type.Array(Type.Array(Type.Integer()), {
      description:
        'For more than 500 rows: pairs of `[first position, number of rows]`, which you can list.',
    }),
  ),
  rowCount: Type.Optional(Type.Integer()),
}

/** Marks a member that only admins and owners get in an event for everyone. */
const adminsOnly = { 'x-admins-only': true, description: 'Only for admins and owners.' }

const { rows, changes, rowIds, runs, rowCount } = ofRows
const definition = EventDefinition
const column = closed({ id: uuid(), key: Type.String() })
const rowId = Type.Optional(uuid('The row that it belongs to.'))
const dealRowId = Type.Optional(uuid('The row of the deal.'))
const name = Type.String()
const role = oneOf(roles)
const teamIds = Type.Array(uuid())

/** What an event holds in `data`. */
const eventData = {
  rowsAdded: named(
    'RowsAddedData',
    'Rows that were added, or restored from the trash.',
    closed({ definition, rows, rowIds, runs, rowCount }),
  ),
  rowsUpdated: named(
    'RowsUpdatedData',
    'Rows that were changed, and which of their cells.',
    closed({ definition, rows, changes, rowIds, rowCount }),
  ),
  rowsDeleted: named(
    'RowsDeletedData',
    'Rows that were moved to the trash, or deleted for good.',
    closed({ definition, rowIds, runs, rowCount }),
  ),
  comment: named(
    'CommentData',
    'A comment on a row.',
    closed({
      definition,
      rowId: uuid(),
      commentId: uuid(),
      mentions: Type.Array(Type.Integer(), { description: 'The `crmUserId` of each person.' }),
    }),
  ),
  rowFile: named(
    'RowFileData',
    'A file of a row.',
    closed({ definition, rowId: uuid(), fileId: uuid() }),
  ),
  blocked: named(
    'BlockedData',
    'Something that came through a form or an email address and looks like spam.',
    closed({ definition, receiptId: uuid('The receipt that has what was sent.') }),
  ),
  view: named(
    'ViewData',
    'A saved view of a board or page.',
    closed({ definition, viewId: uuid() }),
  ),
  import: named(
    'ImportData',
    'An import into a board or page.',
    closed({ definition, definitionId: Type.Optional({ ...uuid(), ...adminsOnly }) }),
  ),
  definition: named('DefinitionData', 'A board or page.', closed({ definition })),
  definitionCreated: named(
    'DefinitionCreatedData',
    'A board or page that was created.',
    closed({
      definition,
      key: Type.Optional({ ...Type.String(), ...adminsOnly }),
    }),
  ),
  column: named('ColumnData', 'A column of a board or page.', closed({ definition, column })),
  columnPolicy: named(
    'ColumnPolicyData',
    'A column whose policy changed.',
    closed({
      definition,
      column: Type.Optional({ ...column, description: 'Only for people who can see the column.' }),
    }),
  ),
  conversation: named(
    'ConversationData',
    'A conversation.',
    closed({ conversationId: integerId(), rowId }),
  ),
  message: named(
    'MessageData',
    'A message of a conversation.',
    closed({ conversationId: integerId(), messageId: integerId(), rowId }),
  ),
  messageSent: named(
    'MessageSentData',
    'A message that was sent, or that stayed in the local outbox.',
    closed({
      conversationId: integerId(),
      messageId: integerId(),
      rowId,
      inOutbox: Type.Optional(
        Type.Literal(true, {
          description: 'The message stayed in the local outbox, so nobody else got it.',
        }),
      ),
    }),
  ),
  obligation: named(
    'ObligationData',
    'An obligation.',
    closed({ obligationId: integerId(), dealRowId }),
  ),
  document: named('DocumentData', 'A document.', closed({ documentId: integerId() })),
  deal: named('DealData', 'A deal.', closed({ dealId: integerId(), dealRowId })),
  dealEntry: named(
    'DealEntryData',
    'An entry in the ledger of a deal.',
    closed({
      dealId: integerId(),
      entryId: Type.Optional(
        uuid('The entry in the ledger. Only for people who can see all the money.'),
      ),
      dealRowId,
    }),
  ),
  split: named(
    'SplitData',
    'A split of a deal.',
    closed({ dealId: integerId(), dealSplitId: integerId() }),
  ),
  draw: named(
    'DrawData',
    'A draw from a split.',
    closed({ dealId: integerId(), dealSplitId: integerId(), drawId: uuid() }),
  ),
  seatCreated: named(
    'SeatCreatedData',
    'A seat that the operator gave somebody.',
    closed({ role }),
  ),
  seatInvited: named(
    'SeatInvitedData',
    'A seat that somebody was invited to.',
    closed({ role, teamIds }),
  ),
  seatUpdated: named(
    'SeatUpdatedData',
    'What changed about a seat.',
    closed({
      name: Type.Optional(name),
      role: Type.Optional(role),
      status: Type.Optional(oneOf(['active', 'suspended'])),
      teamIds: Type.Optional(teamIds),
    }),
  ),
  workspaceUpdated: named(
    'WorkspaceUpdatedData',
    'What changed about the workspace.',
    closed({
      name: Type.Optional(name),
      plan: Type.Optional(oneOf(plans)),
      region: Type.Optional(Type.String()),
      timeZone: Type.Optional(Type.String()),
      currency: Type.Optional(Type.String()),
      escalationUserId: Type.Optional(nullable(Type.Integer())),
      moneyVisibleTo: Type.Optional(oneOf(moneyVisibilities)),
    }),
  ),
  agreement: named(
    'AgreementData',
    'A version of an agreement.',
    closed({ agreementKind: oneOf(agreementKinds), version: Type.String() }),
  ),
  agreementOverridden: named(
    'AgreementOverriddenData',
    'An agreement whose minimum the operator changed.',
    closed({ agreementKind: oneOf(agreementKinds) }),
  ),
  signIn: named(
    'SignInData',
    'A sign-in, and where it came from.',
    closed({
      address: Type.Optional(
        Type.String({ description: 'The network address. Absent once the person is erased.' }),
      ),
    }),
  ),
  export: named(
    'ExportData',
    'What somebody took out as a spreadsheet.',
    closed({
      definition: Type.Optional(definition),
      dealId: Type.Optional(integerId('The deal whose ledger it was.')),
      format: oneOf(['csv', 'xlsx']),
      as: Type.Optional(
        Type.String({ description: 'Whom it was seen as, if not as the person themselves.' }),
      ),
    }),
  ),
  seenAs: named(
    'SeenAsData',
    'A look at a board or page as somebody else sees it.',
    closed({
      definition,
      as: Type.String({ description: '`role:<role>`, `account:<id>` or `key:<id>`.' }),
    }),
  ),
  name: named('NameData', 'The name of what the event is about.', closed({ name })),
  nothing: named('NoData', 'Nothing: the subject says it all.', closed({})),
}

/** Who gets an event. */
export const audiences = {
  everyone: 'Everyone',
  rows: 'Everyone; changes only if they can see a column that changed',
  column: 'People who can see the column',
  policy: 'Everyone; the column only if they can see it',
  money: 'People who can see the money',
  admins: 'Admins and owners',
  audit: 'Admins and owners; webhooks only if they name the type',
} as const

export type Audience = keyof typeof audiences

/** What events are about, as headings of lists. */
export const eventTopics = [
  'Records',
  'Columns and policies',
  'Conversations',
  'Obligations',
  'Commissions',
  'People and workspace',
  'Keys, forms and webhooks',
  'Sign-ins and downloads',
] as const

interface Noun {
  /** How a sentence names it. */
  name: string
  topic: (typeof eventTopics)[number]
  /** What `subject` looks like. `<id>` is a UUID, `<number>` an integer. */
  subjects: readonly `${string}:<${string}>`[]
  audience: Audience
  verbs: Record<string, Verb>
}

interface Verb {
  /** What somebody did, in the past tense. `%` stands for the thing they did it to. */
  words: string
  /** What the documentation adds. */
  note?: string
  /** Who gets it, if not those who get the others of its noun. */
  audience?: Audience
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
      created: { words: 'added %', data: d.rowsAdded },
      updated: { words: 'changed %', data: d.rowsUpdated },
      deleted: { words: 'moved % to the trash', data: d.rowsDeleted },
      restored: { words: 'restored %', note: 'from the trash', data: d.rowsAdded },
      purged: { words: 'deleted % for good', data: d.rowsDeleted },
    },
  },
  comment: {
    name: 'a comment',
    topic: 'Records',
    subjects: inDefinition,
    audience: 'everyone',
    verbs: {
      created: { words: 'added %', note: 'to a row', data: d.comment },
      updated: { words: 'edited %', data: d.comment },
      deleted: { words: 'deleted %', data: d.comment },
    },
  },
  row_file: {
    name: 'a file',
    topic: 'Records',
    subjects: inDefinition,
    audience: 'everyone',
    verbs: {
      added: { words: 'added %', note: 'to a row', data: d.rowFile },
      removed: { words: 'removed %', note: 'from a row', data: d.rowFile },
    },
  },
  arrival: {
    name: 'something sent to a form or an email address',
    topic: 'Records',
    subjects: inDefinition,
    audience: 'everyone',
    verbs: {
      blocked: { words: 'blocked %', note: 'because it looks like spam', data: d.blocked },
      accepted: { words: 'accepted %', note: 'although it was blocked', data: d.blocked },
    },
  },
  view: {
    name: 'a view',
    topic: 'Records',
    subjects: inDefinition,
    audience: 'everyone',
    verbs: {
      created: { words: 'created %', note: 'that is shared', data: d.view },
      updated: { words: 'updated %', note: 'that is shared', data: d.view },
      deleted: { words: 'deleted %', note: 'that was shared', data: d.view },
    },
  },
  import: {
    name: 'an import',
    topic: 'Records',
    subjects: ['import:<id>'],
    audience: 'everyone',
    verbs: {
      started: { words: 'started %', data: d.import },
      finished: { words: 'finished %', note: 'or gave up on it', data: d.import },
      recorded: { words: 'recorded %', note: 'that another program made', data: d.import },
      undone: { words: 'undid %', data: d.import },
      redone: { words: 'redid %', data: d.import },
    },
  },
  board: {
    name: 'a board',
    topic: 'Columns and policies',
    subjects: ['board:<id>'],
    audience: 'everyone',
    verbs: {
      created: { words: 'created %', data: d.definitionCreated },
      updated: { words: 'updated %', data: d.definition },
      deleted: { words: 'deleted %', data: d.definition },
    },
  },
  page: {
    name: 'a page',
    topic: 'Columns and policies',
    subjects: ['page:<id>'],
    audience: 'everyone',
    verbs: {
      created: { words: 'created %', data: d.definitionCreated },
      updated: { words: 'updated %', data: d.definition },
      deleted: { words: 'deleted %', data: d.definition },
    },
  },
  column: {
    name: 'a column',
    topic: 'Columns and policies',
    subjects: ['column:<id>'],
    audience: 'column',
    verbs: {
      created: { words: 'created %', data: d.column },
      updated: { words: 'updated %', data: d.column },
      deleted: { words: 'deleted %', data: d.column },
      restored: { words: 'restored %', data: d.column },
    },
  },
  columns: {
    name: 'the columns',
    topic: 'Columns and policies',
    subjects: inDefinition,
    audience: 'everyone',
    verbs: {
      reordered: { words: 'reordered %', note: 'of a board or page', data: d.definition },
    },
  },
  column_policy: {
    name: 'a column',
    topic: 'Columns and policies',
    // People who cannot see the column get the board or page in its place.
    subjects: ['column:<id>', 'board:<id>', 'page:<id>'],
    audience: 'policy',
    verbs: {
      updated: { words: 'changed who can see or edit %', data: d.columnPolicy },
      deleted: { words: 'opened % to everyone', data: d.columnPolicy },
    },
  },
  conversation: {
    name: 'a conversation',
    topic: 'Conversations',
    subjects: ['conversation:<number>'],
    audience: 'everyone',
    verbs: {
      created: { words: 'created %', data: d.conversation },
      updated: { words: 'updated %', data: d.conversation },
    },
  },
  message: {
    name: 'a message',
    topic: 'Conversations',
    subjects: ['message:<number>'],
    audience: 'everyone',
    verbs: {
      queued: { words: 'wrote %', note: 'to be sent', data: d.message },
      sent: { words: 'sent %', data: d.messageSent },
      delivered: { words: 'delivered %', data: d.message },
      failed: { words: 'could not send %', data: d.message },
      uncertain: {
        words: 'may or may not have sent %',
        note: '(the provider cannot tell)',
        data: d.message,
      },
      cancelled: { words: 'cancelled %', note: 'before it was sent', data: d.message },
      received: { words: 'wrote %', note: 'to the desk', data: d.message },
      updated: { words: 'updated %', data: d.message },
      read: { words: 'read %', data: d.message },
      deleted: { words: 'deleted %', data: d.message },
    },
  },
  template: {
    name: 'a template',
    topic: 'Conversations',
    subjects: ['template:<id>'],
    audience: 'everyone',
    verbs: {
      created: { words: 'created %', data: d.name },
      updated: { words: 'updated %', data: d.name },
      deleted: { words: 'deleted %', data: d.name },
    },
  },
  opt_out: {
    name: 'an address',
    topic: 'Conversations',
    subjects: ['opt_out:<medium>:<address>'],
    audience: 'everyone',
    verbs: {
      changed: { words: 'recorded whether % wants messages', data: d.nothing },
    },
  },
  channel: {
    name: 'a channel',
    topic: 'Conversations',
    subjects: ['channel:<id>'],
    audience: 'admins',
    verbs: {
      created: { words: 'connected %', data: d.name },
      updated: { words: 'updated %', data: d.name },
      deleted: { words: 'disconnected %', data: d.name },
      secret_rotated: { words: 'made a new hook secret for %', data: d.name },
    },
  },
  obligation: {
    name: 'an obligation',
    topic: 'Obligations',
    subjects: ['obligation:<number>'],
    audience: 'everyone',
    verbs: {
      created: { words: 'created %', data: d.obligation },
      updated: { words: 'updated %', data: d.obligation },
      started: { words: 'started %', data: d.obligation },
      submitted: { words: 'submitted %', data: d.obligation },
      rejected: { words: 'rejected %', data: d.obligation },
      completed: { words: 'completed %', data: d.obligation },
      waived: { words: 'waived %', data: d.obligation },
      cancelled: { words: 'cancelled %', data: d.obligation },
      reopened: { words: 'reopened %', data: d.obligation },
      escalated: { words: 'escalated %', note: 'that is late', data: d.obligation },
    },
  },
  document: {
    name: 'a document',
    topic: 'Obligations',
    subjects: ['document:<number>'],
    audience: 'everyone',
    verbs: {
      created: { words: 'added %', data: d.document },
    },
  },
  deal: {
    name: 'a deal',
    topic: 'Commissions',
    subjects: ['deal:<number>'],
    audience: 'money',
    verbs: {
      created: { words: 'created %', data: d.deal },
      updated: { words: 'updated %', data: d.deal },
      expected: { words: 'recorded the commission expected on %', data: d.dealEntry },
      collected: { words: 'recorded money collected on %', data: d.dealEntry },
      clawed_back: { words: 'recorded a clawback on %', data: d.dealEntry },
      reversed: { words: 'reversed an entry of %', data: d.dealEntry },
    },
  },
  deal_split: {
    name: 'a split',
    topic: 'Commissions',
    subjects: ['deal_split:<number>'],
    audience: 'money',
    verbs: {
      created: { words: 'added %', data: d.split },
      updated: { words: 'changed the terms of %', data: d.split },
      held: { words: 'held %', data: d.split },
      released: { words: 'released %', data: d.split },
      deactivated: { words: 'retired %', data: d.split },
    },
  },
  draw: {
    name: 'a draw',
    topic: 'Commissions',
    subjects: ['draw:<id>'],
    audience: 'money',
    verbs: {
      requested: { words: 'requested %', data: d.draw },
      paid: { words: 'paid %', data: d.draw },
      voided: { words: 'voided %', data: d.draw },
    },
  },
  seat: {
    name: 'a person',
    topic: 'People and workspace',
    subjects: ['seat:<number>'],
    audience: 'admins',
    verbs: {
      created: { words: 'gave % a seat', note: '(the operator)', data: d.seatCreated },
      invited: { words: 'invited %', data: d.seatInvited },
      accepted: { words: 'accepted the invitation', data: d.nothing },
      updated: { words: 'updated the seat of %', data: d.seatUpdated },
      removed: { words: 'removed %', data: d.name },
      erased: {
        words: 'erased %',
        note: 'whose name is then nowhere any more',
        data: d.nothing,
      },
    },
  },
  team: {
    name: 'a team',
    topic: 'People and workspace',
    subjects: ['team:<id>'],
    audience: 'everyone',
    verbs: {
      created: { words: 'created %', data: d.name },
      updated: { words: 'updated %', data: d.name },
      deleted: { words: 'deleted %', data: d.name },
    },
  },
  workspace: {
    name: 'the workspace',
    topic: 'People and workspace',
    subjects: ['workspace:<id>'],
    audience: 'admins',
    verbs: {
      created: { words: 'created %', data: d.nothing },
      updated: { words: 'updated %', data: d.workspaceUpdated },
    },
  },
  agreement: {
    name: 'an agreement',
    topic: 'People and workspace',
    subjects: ['agreement:<kind>'],
    audience: 'admins',
    verbs: {
      viewed: { words: 'viewed %', data: d.agreement },
      signed: { words: 'signed %', data: d.agreement },
      published: {
        words: 'published %',
        note: '(the operator); it may take effect later',
        audience: 'everyone',
        data: d.agreement,
      },
      overridden: {
        words: 'changed the minimum in %',
        note: '(the operator)',
        data: d.agreementOverridden,
      },
    },
  },
  key: {
    name: 'a key',
    topic: 'Keys, forms and webhooks',
    subjects: ['key:<id>'],
    audience: 'admins',
    verbs: {
      created: { words: 'created %', data: d.name },
      updated: { words: 'changed %', data: d.name },
      rotated: { words: 'made a new secret for %', data: d.name },
      revoked: { words: 'revoked %', data: d.name },
    },
  },
  token: {
    name: 'an access token',
    topic: 'Keys, forms and webhooks',
    subjects: ['token:<id>'],
    audience: 'admins',
    verbs: {
      created: { words: 'created %', data: d.name },
      rotated: { words: 'made a new secret for %', data: d.name },
      revoked: { words: 'revoked %', data: d.name },
    },
  },
  form: {
    name: 'a form',
    topic: 'Keys, forms and webhooks',
    subjects: ['form:<id>'],
    audience: 'admins',
    verbs: {
      created: { words: 'created %', data: d.name },
      updated: { words: 'changed %', data: d.name },
      deleted: { words: 'deleted %', data: d.name },
    },
  },
  address: {
    name: 'an email address',
    topic: 'Keys, forms and webhooks',
    subjects: ['address:<id>'],
    audience: 'admins',
    verbs: {
      created: { words: 'created %', data: d.definition },
      updated: { words: 'changed %', data: d.definition },
      deleted: { words: 'deleted %', data: d.definition },
    },
  },
  hook: {
    name: 'a hook',
    topic: 'Keys, forms and webhooks',
    subjects: ['hook:<id>'],
    audience: 'admins',
    verbs: {
      created: { words: 'created %', data: d.name },
      updated: { words: 'changed %', data: d.name },
      deleted: { words: 'deleted %', data: d.name },
      sampled: {
        words: 'received a sample for %',
        note: 'that fills no columns yet',
        data: d.name,
      },
    },
  },
  webhook: {
    name: 'a webhook',
    topic: 'Keys, forms and webhooks',
    subjects: ['webhook:<id>'],
    audience: 'admins',
    verbs: {
      created: { words: 'created %', data: d.nothing },
      updated: { words: 'updated %', data: d.nothing },
      deleted: { words: 'deleted %', data: d.nothing },
      secret_rotated: { words: 'made a new secret for %', data: d.nothing },
    },
  },
  session: {
    name: 'a person',
    topic: 'Sign-ins and downloads',
    subjects: ['seat:<number>'],
    audience: 'audit',
    verbs: {
      started: { words: 'signed in', note: 'or came from another workspace', data: d.signIn },
      refused: {
        words: 'refused a wrong password for %',
        note: 'in each workspace where the account has an active seat',
        data: d.signIn,
      },
      ended: { words: 'signed out', note: 'or ended one of their sessions', data: d.nothing },
    },
  },
  password: {
    name: 'a person',
    topic: 'Sign-ins and downloads',
    subjects: ['seat:<number>'],
    audience: 'audit',
    verbs: {
      changed: { words: 'changed their password', data: d.nothing },
      reset: { words: 'chose a new password with an emailed link', data: d.nothing },
      replaced: { words: 'set the password of %', note: '(the operator)', data: d.nothing },
    },
  },
  export: {
    name: 'rows or a ledger',
    topic: 'Sign-ins and downloads',
    subjects: ['board:<id>', 'page:<id>', 'deal:<number>'],
    audience: 'audit',
    verbs: { made: { words: 'exported %', note: 'as a spreadsheet', data: d.export } },
  },
  file: {
    name: 'a file',
    topic: 'Sign-ins and downloads',
    subjects: ['file:<id>'],
    audience: 'audit',
    verbs: {
      downloaded: {
        words: 'downloaded %',
        note: 'or looked at it; once an hour for a person and a file',
        data: d.nothing,
      },
    },
  },
  seen_as: {
    name: 'a board or page',
    topic: 'Sign-ins and downloads',
    subjects: inDefinition,
    audience: 'audit',
    verbs: {
      opened: {
        words: 'looked at % as somebody else sees it',
        note: '; once an hour for each',
        data: d.seenAs,
      },
    },
  },
  backup: {
    name: 'a backup',
    topic: 'Sign-ins and downloads',
    subjects: ['workspace:<id>'],
    audience: 'audit',
    verbs: { made: { words: 'made %', note: '(the operator)', data: d.nothing } },
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

/** Every type of event with its noun's and its verb's facts, in the order above. */
export const eventTypes = Object.entries<Noun>(events).flatMap(([noun, { verbs, ...about }]) =>
  Object.entries(verbs).map(([verb, declared]) => ({
    type: `${noun}.${verb}` as EventType,
    noun: noun as EventNoun,
    ...about,
    ...declared,
  })),
)

/** What a reader can choose events by: everything, all of a noun, or one type. */
export type EventChoice = '*' | `${EventNoun}.*` | EventType
export const eventChoices: readonly EventChoice[] = [
  '*',
  ...Object.keys(events).map((noun) => `${noun as EventNoun}.*` as const),
  ...eventTypes.map(({ type }) => type),
]
