// Written by scripts/generate.ts from the contract; not by hand.

/** Column to value. On the way in a column is named by its key, id or exact name. */
export type Cells = Record<string, unknown>

export interface Column {
  id: string
  /** How cells name the column; never changes. */
  key: string
  name: string
  type:
    | 'text'
    | 'long_text'
    | 'number'
    | 'currency'
    | 'percent'
    | 'checkbox'
    | 'date'
    | 'datetime'
    | 'select'
    | 'multi_select'
    | 'email'
    | 'phone'
    | 'url'
    | 'person'
    | 'link'
    | 'file'
    | 'auto_number'
    | 'created_at'
    | 'created_by'
    | 'updated_at'
    | 'updated_by'
    | 'formula'
  description: string
  required: boolean
  unique: boolean
  /** Whether the service fills it. */
  readOnly: boolean
  position: number
  settings: ColumnSettings
  /** Of a column in the trash. */
  deletedAt?: string
}

export interface ColumnSettings {
  options?: {
    id: string
    label: string
    color: string | null
  }[]
  allowNewOptions?: boolean
  currency?: string
  precision?: number
  min?: number
  max?: number
  /** Of a link: the board or page whose rows it holds. It stays. */
  definitionKey?: string
  /** Of a link: whether a cell may hold several rows (up to 100). */
  multiple?: boolean
  /** Of a file column: how many a cell may hold, up to 100. */
  maxFiles?: number
  /** Of a file column: the types that it takes, such as `application/pdf` or `image/*`. */
  accept?: string[]
  /** Of a formula. Columns are named by key, or in braces by key, name or id: `price * {Units sold}`; it is answered with keys. */
  expression?: string
  /** Of a formula: what its cells are, as it follows from the expression. */
  resultType?: 'number' | 'text' | 'checkbox' | 'date' | 'datetime'
}

export interface Comment {
  id: string
  body: string
  /** The `crmUserId`s of people who are called upon. */
  mentions: number[]
  /** `user:<crmUserId>`. */
  createdBy: string
  createdAt: string
  updatedAt: string
}

export interface Definition {
  id: string
  kind: 'board' | 'page'
  key: string
  name: string
  description: string
  settings: {
    region: string
    timeZone: string
    currency: string
  }
  columns: Column[]
  rowCount: number
  createdAt: string
  createdBy: string
  updatedAt: string
}

export interface HistoryEntry {
  id: string
  at: string
  /** `user:<crmUserId>` or `key:<keyId>`. */
  actor: string
  action: 'created' | 'updated' | 'imported' | 'reverted' | 'deleted' | 'restored'
  /** The import that it was part of, or whose undo it was. */
  runId: string | null
  cells: {
    /** The column’s key. */
    column: string
    /** `null` where the cell was empty. */
    from: unknown
    /** `null` where it was emptied. */
    to: unknown
  }[]
}

export interface IngestRow {
  id: string
  /** Rises with insertion; unique in the board. */
  position: number
  source: 'api' | 'page' | 'import' | 'manual'
  /** Column to value. On the way in a column is named by its key, id or exact name. */
  cells: Cells
  /** `user:<crmUserId>` or `key:<keyId>`. */
  createdBy: string
}

export interface Issue {
  /** Where, as a path such as `body.settings.options[2].label`. */
  path: string
  message: string
  /** Of a cell: why it was refused, such as `not_an_email` or `required`. */
  reason?: string
  /** Of a cell: what the message names, such as `{"sent": "\"nobody\""}`. */
  values?: Cells
}

export interface Key {
  id: string
  name: string
  scopes: ('read' | 'rows:write')[]
  prefix: 'sbk_' | 'spk_'
  lastFour: string
  createdAt: string
  createdBy: string
  /** To the minute. */
  lastUsedAt: string | null
  revokedAt: string | null
}

export interface KeptReceipt {
  id: string
  at: string
  keyId: string
  outcome: 'created' | 'updated' | 'replayed' | 'refused'
  /** How many rows the request brought. */
  rowCount: number
  /** The position of the first row it made; the others follow. */
  firstPosition: number | null
  coerced: {
    count: number
    /** The first 100; `index` says which row of the request. */
    items: {
      index: number
      column: string
      sent: string
      stored: string
    }[]
  }
  ignored: {
    count: number
    /** The first 100; `index` says which row of the request. */
    items: {
      index: number
      column: string
      why: string
    }[]
  }
  refused: {
    count: number
    /** The first 100; `index` says which row of the request. */
    items: {
      index: number
      message: string
      column: string | null
      /** Of a cell: why it was refused, such as `not_an_email` or `required`. */
      reason?: string
      /** Of a cell: what the message names, such as `{"sent": "\"nobody\""}`. */
      values?: Cells
    }[]
  }
}

export interface Row {
  id: string
  /** Rises with insertion; unique in the board. */
  position: number
  source: 'api' | 'page' | 'import' | 'manual'
  /** Column to value. On the way in a column is named by its key, id or exact name. */
  cells: Cells
  /** `user:<crmUserId>` or `key:<keyId>`. */
  createdBy: string
  createdAt: string
  updatedAt: string
  updatedBy: string
  version: number
  externalId: string | null
  importRunId: string | null
  /** Of a row in the trash alone: since when. After 30 days there it is gone. */
  deletedAt?: string
  /** Of a row in the trash alone, as `updatedBy`. */
  deletedBy?: string
  /** With `expand=links`: by the key of each link column that is not empty. */
  links?: Record<
    string,
    {
      id: string
      /** The first text that the row has, in the order of its columns, of those that you may see; `null` where it has none. */
      title: string | null
      /** `true` for a row in the trash, or gone from it: it has no title. */
      trashed?: boolean
    }[]
  >
}

export interface Seat {
  /** The login behind the seat, the same in every workspace. */
  accountId: string
  /** The person in this workspace. */
  crmUserId: number
  name: string
  email: string
  role: 'owner' | 'admin' | 'manager' | 'member' | 'viewer'
  teamIds: string[]
  status: 'invited' | 'active' | 'suspended'
}

export interface Session {
  id: string
  /** Whether this is the session that asks. */
  current: boolean
  workspaceId: string
  userAgent: string
  address: string
  createdAt: string
  lastUsedAt: string
  expiresAt: string
}

export interface SignedIn {
  /** Opaque. Valid for 30 days, 7 of them idle. Empty where it went into the session cookie instead. */
  accessToken: string
  tokenType: 'Bearer'
  expiresAt: string
  account: {
    id: string
    email: string
    name: string
  }
  workspace: {
    id: string
    slug: string
    name: string
    plan: 'free' | 'pro' | 'business' | 'enterprise'
  }
  seat: Seat
  workspaces: {
    id: string
    slug: string
    name: string
    role: 'owner' | 'admin' | 'manager' | 'member' | 'viewer'
  }[]
}

export interface Team {
  id: string
  name: string
  crmUserIds: number[]
  createdAt: string
}

export interface Workspace {
  id: string
  slug: string
  name: string
  plan: 'free' | 'pro' | 'business' | 'enterprise'
  /** ISO 3166 country: how phone numbers and dates are read. */
  region: string
  /** IANA time zone: how times without a zone are read. */
  timeZone: string
  /** ISO 4217. */
  currency: string
  /** The `crmUserId` of who hears of late obligations; `null`: a manager, else an owner. */
  escalationUserId: number | null
  /** Who sees the money of deals. `everyone`: every seat sees all of it. `own`: below manager, people see their own stakes and nothing of others’, of the house or of totals. `managers`: below manager, people see none. Managers and above always see all. */
  moneyVisibleTo: 'everyone' | 'own' | 'managers'
  /** Whether `moneyVisibleTo` is `everyone` only because the workspace is older than the setting and nobody has chosen yet. Any choice ends it. */
  moneyVisibilityUndecided: boolean
  createdAt: string
  updatedAt: string
}

export interface WriteGuide {
  /** Changes when the columns or this key’s rights do. */
  version: string
  endpoint: string
  canWrite: boolean
  columns: {
    /** The column’s key. */
    column: string
    name: string
    type: string
    required: boolean
    unique: boolean
    writable: boolean
    accepts: string
    converts: string
    example: unknown
  }[]
  samples: {
    title: string
    body: unknown
    curl: string
    javascript: string
    python: string
  }[]
  limits: {
    limit: string
    value: string
  }[]
  errors: {
    status: number
    code: string
    meaning: string
    remedy: string
  }[]
}

export interface DefinitionHead {
  id: string
  key: string
  kind: 'board' | 'page'
}

export interface RowsAddedData {
  definition: DefinitionHead
  /** The rows that were made, changed or restored, as they are now. */
  rows?: Row[]
  /** The rows that were deleted, or that are too many. */
  rowIds?: string[]
  /** Of more than 500 rows: `[first position, how many]`, to be listed. */
  runs?: number[][]
  rowCount?: number
}

export interface RowsUpdatedData {
  definition: DefinitionHead
  /** The rows that were made, changed or restored, as they are now. */
  rows?: Row[]
  changes?: {
    rowId: string
    /** The entry of the row’s history. */
    entryId: string
    cells: {
      column: string
      from: unknown
      to: unknown
    }[]
  }[]
  /** The rows that were deleted, or that are too many. */
  rowIds?: string[]
  rowCount?: number
}

export interface RowsDeletedData {
  definition: DefinitionHead
  /** The rows that were deleted, or that are too many. */
  rowIds?: string[]
  /** Of more than 500 rows: `[first position, how many]`, to be listed. */
  runs?: number[][]
  rowCount?: number
}

export interface CommentData {
  definition: DefinitionHead
  rowId: string
  commentId: string
  /** The `crmUserId` of each person. */
  mentions: number[]
}

export interface ViewData {
  definition: DefinitionHead
  viewId: string
}

export interface ImportData {
  definition: DefinitionHead
  /** Only for admins and owners. */
  definitionId?: string
}

export interface DefinitionData {
  definition: DefinitionHead
}

export interface DefinitionCreatedData {
  definition: DefinitionHead
  /** Only for admins and owners. */
  key?: string
}

export interface ColumnData {
  definition: DefinitionHead
  column: {
    id: string
    key: string
  }
}

export interface ColumnPolicyData {
  definition: DefinitionHead
  /** Only for people who can see the column. */
  column?: {
    id: string
    key: string
  }
}

export interface ConversationData {
  conversationId: number
  /** The row that it belongs to. */
  rowId?: string
}

export interface MessageData {
  conversationId: number
  messageId: number
  /** The row that it belongs to. */
  rowId?: string
}

export interface ObligationData {
  obligationId: number
  /** The row of the deal. */
  dealRowId?: string
}

export interface DocumentData {
  documentId: number
}

export interface DealData {
  dealId: number
  /** The row of the deal. */
  dealRowId?: string
}

export interface DealEntryData {
  dealId: number
  /** The entry in the ledger. Only for people who can see all the money. */
  entryId?: string
  /** The row of the deal. */
  dealRowId?: string
}

export interface StakeData {
  dealId: number
  dealSplitId: number
}

export interface DrawData {
  dealId: number
  dealSplitId: number
  drawId: string
}

export interface SeatCreatedData {
  role: 'owner' | 'admin' | 'manager' | 'member' | 'viewer'
}

export interface SeatInvitedData {
  role: 'owner' | 'admin' | 'manager' | 'member' | 'viewer'
  teamIds: string[]
}

export interface SeatUpdatedData {
  name?: string
  role?: 'owner' | 'admin' | 'manager' | 'member' | 'viewer'
  status?: 'active' | 'suspended'
  teamIds?: string[]
}

export interface WorkspaceUpdatedData {
  name?: string
  plan?: 'free' | 'pro' | 'business' | 'enterprise'
  region?: string
  timeZone?: string
  currency?: string
  escalationUserId?: number | null
  moneyVisibleTo?: 'everyone' | 'own' | 'managers'
}

export interface AgreementData {
  agreementKind: 'terms_of_service' | 'privacy_policy' | 'data_processing' | 'broker_agreement'
  version: string
}

export interface AgreementOverriddenData {
  agreementKind: 'terms_of_service' | 'privacy_policy' | 'data_processing' | 'broker_agreement'
}

export interface NameData {
  name: string
}

export type NoData = Record<string, never>

/** What events of each type hold in `data`. */
export interface EventData {
  'rows.created': RowsAddedData
  'rows.updated': RowsUpdatedData
  'rows.deleted': RowsDeletedData
  'rows.restored': RowsAddedData
  'comment.created': CommentData
  'comment.updated': CommentData
  'comment.deleted': CommentData
  'view.created': ViewData
  'view.updated': ViewData
  'view.deleted': ViewData
  'import.started': ImportData
  'import.finished': ImportData
  'import.recorded': ImportData
  'import.undone': ImportData
  'import.redone': ImportData
  'board.created': DefinitionCreatedData
  'board.updated': DefinitionData
  'board.deleted': DefinitionData
  'page.created': DefinitionCreatedData
  'page.updated': DefinitionData
  'page.deleted': DefinitionData
  'column.created': ColumnData
  'column.updated': ColumnData
  'column.deleted': ColumnData
  'column.restored': ColumnData
  'columns.reordered': DefinitionData
  'column_policy.updated': ColumnPolicyData
  'column_policy.deleted': ColumnPolicyData
  'conversation.created': ConversationData
  'conversation.updated': ConversationData
  'message.queued': MessageData
  'message.sent': MessageData
  'message.delivered': MessageData
  'message.failed': MessageData
  'message.uncertain': MessageData
  'message.cancelled': MessageData
  'message.received': MessageData
  'message.updated': MessageData
  'message.read': MessageData
  'message.deleted': MessageData
  'template.created': NameData
  'template.updated': NameData
  'template.deleted': NameData
  'opt_out.changed': NoData
  'channel.created': NameData
  'channel.updated': NameData
  'channel.deleted': NameData
  'channel.secret_rotated': NameData
  'obligation.created': ObligationData
  'obligation.updated': ObligationData
  'obligation.started': ObligationData
  'obligation.submitted': ObligationData
  'obligation.rejected': ObligationData
  'obligation.completed': ObligationData
  'obligation.waived': ObligationData
  'obligation.cancelled': ObligationData
  'obligation.reopened': ObligationData
  'obligation.escalated': ObligationData
  'document.created': DocumentData
  'deal.created': DealData
  'deal.updated': DealData
  'deal.expected': DealEntryData
  'deal.collected': DealEntryData
  'deal.clawed_back': DealEntryData
  'deal.reversed': DealEntryData
  'deal_split.created': StakeData
  'deal_split.updated': StakeData
  'deal_split.held': StakeData
  'deal_split.released': StakeData
  'deal_split.deactivated': StakeData
  'draw.requested': DrawData
  'draw.paid': DrawData
  'draw.voided': DrawData
  'seat.created': SeatCreatedData
  'seat.invited': SeatInvitedData
  'seat.accepted': NoData
  'seat.updated': SeatUpdatedData
  'seat.removed': NameData
  'team.created': NameData
  'team.updated': NameData
  'team.deleted': NameData
  'workspace.created': NoData
  'workspace.updated': WorkspaceUpdatedData
  'agreement.viewed': AgreementData
  'agreement.signed': AgreementData
  'agreement.overridden': AgreementOverriddenData
  'key.created': NameData
  'key.revoked': NameData
  'webhook.created': NoData
  'webhook.updated': NoData
  'webhook.deleted': NoData
  'webhook.secret_rotated': NoData
}

export type EventType = keyof EventData

/** What types of events begin with: what they are about. */
export type EventNoun =
  | 'rows'
  | 'comment'
  | 'view'
  | 'import'
  | 'board'
  | 'page'
  | 'column'
  | 'columns'
  | 'column_policy'
  | 'conversation'
  | 'message'
  | 'template'
  | 'opt_out'
  | 'channel'
  | 'obligation'
  | 'document'
  | 'deal'
  | 'deal_split'
  | 'draw'
  | 'seat'
  | 'team'
  | 'workspace'
  | 'agreement'
  | 'key'
  | 'webhook'

export interface EventHead {
  id: string
  /** Its place in the feed; send it as `after`. */
  cursor: string
  at: string
  /** `user:<crmUserId>`, `key:<keyId>`, `contact` (the other side of a conversation) or `system`. */
  actor: string
  /** `<noun>:<id>` of what changed. */
  subject: string
}

/**
 * What happened. Once you have compared `type`, `data` has the members of that type. A later version of the service may
 * send types that are not here.
 */
export type FeedEvent<T extends EventType = EventType> = {
  [K in T]: EventHead & { type: K; data: EventData[K] }
}[T]

/** Every code that the service refuses with. */
export type RefusalCode =
  | 'invalid_request'
  | 'invalid_json'
  | 'invalid_rows'
  | 'invalid_cursor'
  | 'unknown_reference'
  | 'unknown_column'
  | 'email_only'
  | 'template_fields_missing'
  | 'invalid_token'
  | 'invalid_message'
  | 'party_is_fixed'
  | 'unauthenticated'
  | 'wrong_password'
  | 'plan_required'
  | 'forbidden'
  | 'session_required'
  | 'csrf_refused'
  | 'signup_closed'
  | 'column_locked'
  | 'not_found'
  | 'method_not_allowed'
  | 'email_taken'
  | 'key_taken'
  | 'name_taken'
  | 'seat_exists'
  | 'last_owner'
  | 'invitation_pending'
  | 'values_not_unique'
  | 'row_changed'
  | 'value_taken'
  | 'cells_would_be_lost'
  | 'import_running'
  | 'already_undone'
  | 'not_undone'
  | 'parent_closed'
  | 'already_started'
  | 'already_submitted'
  | 'not_submitted'
  | 'already_completed'
  | 'already_waived'
  | 'already_cancelled'
  | 'not_completed'
  | 'document_required'
  | 'children_open'
  | 'over_allocated'
  | 'split_inactive'
  | 'already_held'
  | 'not_held'
  | 'split_held'
  | 'insufficient_available'
  | 'exceeds_collected'
  | 'amount_too_large'
  | 'already_reversed'
  | 'not_reversible'
  | 'would_go_negative'
  | 'already_paid'
  | 'already_voided'
  | 'version_changed'
  | 'not_viewed'
  | 'already_signed'
  | 'conversation_exists'
  | 'recipient_opted_out'
  | 'not_cancelable'
  | 'not_retryable'
  | 'webhook_disabled'
  | 'request_in_progress'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'idempotency_key_reused'
  | 'rate_limited'
  | 'internal'
  | 'overloaded'

/** Each operation: its path parameters, query, body and answer; undefined where it has none. */
export interface Operations {
  /** Whether sign-up is open. GET /v1/auth/signup, by anyone. */
  'auth.getSignup': {
    params: undefined
    query: undefined
    body: undefined
    answer: {
      data: {
        open: boolean
        /** Whether no workspace exists yet, so that a sign-up makes the first. */
        firstRun: boolean
      }
    }
  }
  /** Make an account and its workspace. POST /v1/auth/signup, by anyone. */
  'auth.signUp': {
    params: undefined
    query: undefined
    body: {
      email: string
      password: string
      name: string
      workspaceName: string
    }
    answer: {
      data: SignedIn
    }
  }
  /** Sign in. POST /v1/auth/signin, by anyone. */
  'auth.signIn': {
    params: undefined
    query: undefined
    body: {
      email: string
      password: string
      workspaceId?: string
    }
    answer: {
      data: SignedIn
    }
  }
  /** Ask for a link to choose a new password. POST /v1/auth/password-reset, by anyone. */
  'auth.requestPasswordReset': {
    params: undefined
    query: undefined
    body: {
      email: string
    }
    answer: {
      data: {
        requested: boolean
      }
    }
  }
  /** Choose a new password by a mailed link. POST /v1/auth/password-reset/confirm, by anyone. */
  'auth.confirmPasswordReset': {
    params: undefined
    query: undefined
    body: {
      token: string
      password: string
    }
    answer: {
      data: {
        changed: boolean
      }
    }
  }
  /** What an invitation is to. GET /v1/auth/invitations/{token}, by anyone. */
  'auth.getInvitation': {
    params: {
      token: string
    }
    query: undefined
    body: undefined
    answer: {
      data: {
        workspaceName: string
        email: string
        /** Whether the person is new here and chooses a password; else gives theirs. */
        needsAccount: boolean
      }
    }
  }
  /** Accept an invitation. POST /v1/auth/invitations/{token}/accept, by anyone. */
  'auth.acceptInvitation': {
    params: {
      token: string
    }
    query: undefined
    body: {
      name: string
      password: string
    }
    answer: {
      data: SignedIn
    }
  }
  /** Who am I. GET /v1/auth/session, signed in. */
  'auth.getSession': {
    params: undefined
    query: undefined
    body: undefined
    answer: {
      data: {
        expiresAt: string
        account: {
          id: string
          email: string
          name: string
        }
        workspace: {
          id: string
          slug: string
          name: string
          plan: 'free' | 'pro' | 'business' | 'enterprise'
        }
        seat: Seat
        workspaces: {
          id: string
          slug: string
          name: string
          role: 'owner' | 'admin' | 'manager' | 'member' | 'viewer'
        }[]
      }
    }
  }
  /** Change one’s own name. PATCH /v1/auth/account, signed in. */
  'auth.updateAccount': {
    params: undefined
    query: undefined
    body: {
      name: string
    }
    answer: {
      data: {
        id: string
        email: string
        name: string
      }
    }
  }
  /** End this session. POST /v1/auth/signout, signed in. */
  'auth.signOut': {
    params: undefined
    query: undefined
    body: undefined
    answer: {
      data: {
        signedOut: boolean
      }
    }
  }
  /** Open another workspace of this account. POST /v1/auth/switch, signed in. */
  'auth.switchWorkspace': {
    params: undefined
    query: undefined
    body: {
      workspaceId: string
    }
    answer: {
      data: SignedIn
    }
  }
  /** The sessions of this account. GET /v1/auth/sessions, signed in. */
  'auth.listSessions': {
    params: undefined
    query: {
      /** How many, 1 to 1000. */
      limit?: number
      /** The `nextCursor` of the page before. */
      cursor?: string
    }
    body: undefined
    answer: {
      data: Session[]
      nextCursor: string | null
    }
  }
  /** End a session of this account. DELETE /v1/auth/sessions/{id}, signed in. */
  'auth.endSession': {
    params: {
      id: string
    }
    query: undefined
    body: undefined
    answer: undefined
  }
  /** Change the password. POST /v1/auth/password, signed in. */
  'auth.changePassword': {
    params: undefined
    query: undefined
    body: {
      currentPassword: string
      newPassword: string
    }
    answer: {
      data: {
        changed: boolean
      }
    }
  }
  /** The workspace of this session. GET /v1/workspace, signed in. */
  'workspace.getWorkspace': {
    params: undefined
    query: undefined
    body: undefined
    answer: {
      data: Workspace
    }
  }
  /** Change the workspace. PATCH /v1/workspace, signed in. */
  'workspace.updateWorkspace': {
    params: undefined
    query: undefined
    body: {
      name?: string
      /** ISO 3166 country. */
      region?: string
      /** IANA time zone. */
      timeZone?: string
      /** ISO 4217. */
      currency?: string
      escalationUserId?: number | null
      /** Who sees the money of deals. `everyone`: every seat sees all of it. `own`: below manager, people see their own stakes and nothing of others’, of the house or of totals. `managers`: below manager, people see none. Managers and above always see all. */
      moneyVisibleTo?: 'everyone' | 'own' | 'managers'
    }
    answer: {
      data: Workspace
    }
  }
  /** The people of the workspace. GET /v1/workspace/seats, signed in. */
  'workspace.listSeats': {
    params: undefined
    query: {
      /** How many, 1 to 1000. */
      limit?: number
      /** The `nextCursor` of the page before. */
      cursor?: string
    }
    body: undefined
    answer: {
      data: Seat[]
      nextCursor: string | null
    }
  }
  /** Invite a person. POST /v1/workspace/seats, signed in. */
  'workspace.inviteSeat': {
    params: undefined
    query: undefined
    body: {
      email: string
      name?: string
      role: 'owner' | 'admin' | 'manager' | 'member' | 'viewer'
      teamIds?: string[]
    }
    answer: {
      data: {
        /** The login behind the seat, the same in every workspace. */
        accountId: string
        /** The person in this workspace. */
        crmUserId: number
        name: string
        email: string
        role: 'owner' | 'admin' | 'manager' | 'member' | 'viewer'
        teamIds: string[]
        status: 'invited' | 'active' | 'suspended'
        inviteUrl: string
      }
    }
  }
  /** One person. GET /v1/workspace/seats/{crmUserId}, signed in. */
  'workspace.getSeat': {
    params: {
      crmUserId: number
    }
    query: undefined
    body: undefined
    answer: {
      data: Seat
    }
  }
  /** Change a seat: role, teams, name, suspension. PATCH /v1/workspace/seats/{crmUserId}, signed in. */
  'workspace.updateSeat': {
    params: {
      crmUserId: number
    }
    query: undefined
    body: {
      name?: string
      role?: 'owner' | 'admin' | 'manager' | 'member' | 'viewer'
      status?: 'active' | 'suspended'
      teamIds?: string[]
    }
    answer: {
      data: Seat
    }
  }
  /** Remove a person from the workspace. DELETE /v1/workspace/seats/{crmUserId}, signed in. */
  'workspace.removeSeat': {
    params: {
      crmUserId: number
    }
    query: undefined
    body: undefined
    answer: undefined
  }
  /** The teams. GET /v1/workspace/teams, signed in. */
  'workspace.listTeams': {
    params: undefined
    query: {
      /** How many, 1 to 1000. */
      limit?: number
      /** The `nextCursor` of the page before. */
      cursor?: string
    }
    body: undefined
    answer: {
      data: Team[]
      nextCursor: string | null
    }
  }
  /** Make a team. POST /v1/workspace/teams, signed in. */
  'workspace.createTeam': {
    params: undefined
    query: undefined
    body: {
      name: string
    }
    answer: {
      data: Team
    }
  }
  /** One team. GET /v1/workspace/teams/{id}, signed in. */
  'workspace.getTeam': {
    params: {
      id: string
    }
    query: undefined
    body: undefined
    answer: {
      data: Team
    }
  }
  /** Rename a team. PATCH /v1/workspace/teams/{id}, signed in. */
  'workspace.updateTeam': {
    params: {
      id: string
    }
    query: undefined
    body: {
      name: string
    }
    answer: {
      data: Team
    }
  }
  /** Delete a team. DELETE /v1/workspace/teams/{id}, signed in. */
  'workspace.deleteTeam': {
    params: {
      id: string
    }
    query: undefined
    body: undefined
    answer: undefined
  }
  /** The boards. GET /v1/boards, signed in. */
  'boards.list': {
    params: undefined
    query: {
      /** How many, 1 to 1000. */
      limit?: number
      /** The `nextCursor` of the page before. */
      cursor?: string
    }
    body: undefined
    answer: {
      data: Definition[]
      nextCursor: string | null
    }
  }
  /** Make a board, with its columns if given. POST /v1/boards, signed in. */
  'boards.create': {
    params: undefined
    query: undefined
    body: {
      name: string
      /** Made from the name where it is omitted. */
      key?: string
      description?: string
      settings?: {
        /** ISO 3166 country. */
        region?: string
        /** IANA time zone. */
        timeZone?: string
        /** ISO 4217. */
        currency?: string
      }
      columns?: {
        /** Lower case, digits, `_` or `-`; made from the name where it is omitted. */
        key?: string
        name: string
        type:
          | 'text'
          | 'long_text'
          | 'number'
          | 'currency'
          | 'percent'
          | 'checkbox'
          | 'date'
          | 'datetime'
          | 'select'
          | 'multi_select'
          | 'email'
          | 'phone'
          | 'url'
          | 'person'
          | 'link'
          | 'file'
          | 'auto_number'
          | 'created_at'
          | 'created_by'
          | 'updated_at'
          | 'updated_by'
          | 'formula'
        description?: string
        required?: boolean
        unique?: boolean
        /** Checked by the column’s type. */
        settings?: object
      }[]
    }
    answer: {
      data: Definition
    }
  }
  /** One board with its columns. GET /v1/boards/{id}, signed in. */
  'boards.get': {
    params: {
      id: string
    }
    query: {
      /** For admins and owners: answers what somebody else would be answered. `role:<role>` is a seat of that role in no team, `account:<accountId>` a person of this workspace with their role and teams, `key:<keyId>` a key of this board or page that works. What that one may not see does not exist for the request, filters and sorting included. */
      as?: string
    }
    body: undefined
    answer: {
      data: Definition
      /** With `as`: the columns that the other does not see, and why. */
      hiddenColumns?: {
        columnId: string
        /** Its key. */
        column: string
        /** A sentence such as `visible only to owners and admins`. */
        why: string
      }[]
    }
  }
  /** Change a board. PATCH /v1/boards/{id}, signed in. */
  'boards.update': {
    params: {
      id: string
    }
    query: undefined
    body: {
      name?: string
      description?: string
      settings?: {
        /** ISO 3166 country. */
        region?: string
        /** IANA time zone. */
        timeZone?: string
        /** ISO 4217. */
        currency?: string
      }
    }
    answer: {
      data: Definition
    }
  }
  /** Delete a board. DELETE /v1/boards/{id}, signed in. */
  'boards.remove': {
    params: {
      id: string
    }
    query: undefined
    body: undefined
    answer: undefined
  }
  /** The columns, in their order. GET /v1/boards/{id}/columns, signed in. */
  'boards.listColumns': {
    params: {
      id: string
    }
    query: {
      /** How many, 1 to 1000. */
      limit?: number
      /** The `nextCursor` of the page before. */
      cursor?: string
      /** Those in the trash, the last deleted first, in place of those that stand. */
      trashed?: boolean
    }
    body: undefined
    answer: {
      data: Column[]
      nextCursor: string | null
    }
  }
  /** Add a column. POST /v1/boards/{id}/columns, signed in. */
  'boards.createColumn': {
    params: {
      id: string
    }
    query: undefined
    body: {
      /** Lower case, digits, `_` or `-`; made from the name where it is omitted. */
      key?: string
      name: string
      type:
        | 'text'
        | 'long_text'
        | 'number'
        | 'currency'
        | 'percent'
        | 'checkbox'
        | 'date'
        | 'datetime'
        | 'select'
        | 'multi_select'
        | 'email'
        | 'phone'
        | 'url'
        | 'person'
        | 'link'
        | 'file'
        | 'auto_number'
        | 'created_at'
        | 'created_by'
        | 'updated_at'
        | 'updated_by'
        | 'formula'
      description?: string
      required?: boolean
      unique?: boolean
      /** Checked by the column’s type. */
      settings?: object
    }
    answer: {
      data: Column
    }
  }
  /** One column. GET /v1/boards/{id}/columns/{column}, signed in. */
  'boards.getColumn': {
    params: {
      id: string
      /** The column’s id or key. */
      column: string
    }
    query: undefined
    body: undefined
    answer: {
      data: Column
    }
  }
  /** Change a column. PATCH /v1/boards/{id}/columns/{column}, signed in. */
  'boards.updateColumn': {
    params: {
      id: string
      /** The column’s id or key. */
      column: string
    }
    query: undefined
    body: {
      name?: string
      description?: string
      required?: boolean
      unique?: boolean
      /** Those that are named change; `null` takes one away. */
      settings?: object
    }
    answer: {
      data: Column
    }
  }
  /** Move a column to the trash. DELETE /v1/boards/{id}/columns/{column}, signed in. */
  'boards.removeColumn': {
    params: {
      id: string
      /** The column’s id or key. */
      column: string
    }
    query: undefined
    body: undefined
    answer: undefined
  }
  /** Put the columns in another order. POST /v1/boards/{id}/columns/reorder, signed in. */
  'boards.reorderColumns': {
    params: {
      id: string
    }
    query: undefined
    body: {
      /** Each by its key, id or name. */
      columns: string[]
    }
    answer: {
      data: Column[]
      nextCursor: string | null
    }
  }
  /** What a change of a column’s type would do to its cells. POST /v1/boards/{id}/columns/{column}/type/preview, signed in. */
  'boards.previewColumnType': {
    params: {
      id: string
      /** The column’s id or key. */
      column: string
    }
    query: undefined
    body: {
      type:
        | 'text'
        | 'long_text'
        | 'number'
        | 'currency'
        | 'percent'
        | 'checkbox'
        | 'date'
        | 'datetime'
        | 'select'
        | 'multi_select'
        | 'email'
        | 'phone'
        | 'url'
        | 'person'
        | 'link'
        | 'file'
        | 'auto_number'
        | 'created_at'
        | 'created_by'
        | 'updated_at'
        | 'updated_by'
        | 'formula'
      /** Of the new type. Without `options` a select keeps those it had, or is given what the cells hold (up to 1,000). */
      settings?: object
    }
    answer: {
      data: {
        /** How many rows have a value in the column. */
        filled: number
        /** Of these: how many keep it as it is. */
        same: number
        /** How many keep it in another form. */
        converted: number
        /** How many would be emptied. */
        lost: number
        /** Up to 20: what is lost first, then what is converted. */
        samples: {
          rowId: string
          from: unknown
          /** `null` where the value is lost. */
          to: unknown
          /** Why it is lost. */
          why: string | null
          /** Of a cell: why it was refused, such as `not_an_email` or `required`. */
          reason?: string
          /** Of a cell: what the message names, such as `{"sent": "\"nobody\""}`. */
          values?: Cells
        }[]
      }
    }
  }
  /** Change a column’s type, converting its cells. POST /v1/boards/{id}/columns/{column}/type, signed in. */
  'boards.changeColumnType': {
    params: {
      id: string
      /** The column’s id or key. */
      column: string
    }
    query: undefined
    body: {
      type:
        | 'text'
        | 'long_text'
        | 'number'
        | 'currency'
        | 'percent'
        | 'checkbox'
        | 'date'
        | 'datetime'
        | 'select'
        | 'multi_select'
        | 'email'
        | 'phone'
        | 'url'
        | 'person'
        | 'link'
        | 'file'
        | 'auto_number'
        | 'created_at'
        | 'created_by'
        | 'updated_at'
        | 'updated_by'
        | 'formula'
      /** Of the new type. Without `options` a select keeps those it had, or is given what the cells hold (up to 1,000). */
      settings?: object
      confirmLoss?: boolean
    }
    answer: {
      data: Column
    }
  }
  /** Take a column out of the trash, with its cells. POST /v1/boards/{id}/columns/{column}/restore, signed in. */
  'boards.restoreColumn': {
    params: {
      id: string
      /** The column’s id or key. */
      column: string
    }
    query: undefined
    body: undefined
    answer: {
      data: Column
    }
  }
  /** List rows: filtered, sorted, searched, grouped. GET /v1/boards/{id}/rows, signed in. */
  'boards.listRows': {
    params: {
      id: string
    }
    query: {
      /** `links`: answers what rows link to, with titles, one level deep. */
      expand?: 'links'
      /** How many, 1 to 1000. */
      limit?: number
      /** The `nextCursor` of the page before, with the same order; rows that came meanwhile repeat none and hide none. */
      cursor?: string
      /** How many rows of the list to pass over, to jump to a place in it; not together with `cursor`. The service counts its way there, so the cost rises with the number: what reads a list in order goes by `cursor`. Rows that come or go meanwhile move the place. */
      offset?: number
      /** Which rows, as JSON, URL-encoded: `{"column", "op", "value"}`, put together by `{"and": […]}`, `{"or": […]}` and `{"not": …}`. See the description of the operation. */
      filter?: string
      /** Up to 5 columns with commas, `-` in front for the other way: `-amount,name`. Empty cells come last both ways; rows that are alike come by position. */
      sort?: string
      /** Text, in any case, that a cell with text or options has somewhere in it. */
      search?: string
      /** The columns whose cells are answered, with commas; all unless told. */
      fields?: string
      /** A saved view. Its filter holds besides `filter`; its search, order, fields, group and sums where the request has none. */
      view?: string
      /** Rows in the trash, in place of those that stand. */
      trashed?: boolean
      /** For admins and owners: answers what somebody else would be answered. `role:<role>` is a seat of that role in no team, `account:<accountId>` a person of this workspace with their role and teams, `key:<keyId>` a key of this board or page that works. What that one may not see does not exist for the request, filters and sorting included. */
      as?: string
      /** A column: rows come by it first, and the first page has `groups` with their counts. */
      group?: string
      /** With `group`: up to 10 columns of numbers with commas, summed by group. */
      sum?: string
      /** Answers `total`, the exact number of rows that the filter and search leave. */
      count?: boolean
    }
    body: undefined
    answer: {
      data: Row[]
      nextCursor: string | null
      /** With `count`. */
      total?: number
      /** With `group`, on the first page: in the order of the rows, at most 1,000. */
      groups?: {
        /** `null` for rows where the cell is empty. */
        value: unknown
        count: number
        /** By column key. */
        sums: Record<string, number>
      }[]
      /** There are more than 1,000 groups. */
      groupsTruncated?: boolean
      /** With `as`: the columns that the other does not see, and why. */
      hiddenColumns?: {
        columnId: string
        /** Its key. */
        column: string
        /** A sentence such as `visible only to owners and admins`. */
        why: string
      }[]
    }
  }
  /** Add one row, or up to 500, all or nothing. POST /v1/boards/{id}/rows, signed in. */
  'boards.createRows': {
    params: {
      id: string
    }
    query: undefined
    body: {
      /** Column to value. On the way in a column is named by its key, id or exact name. */
      cells?: Cells
      rows?: {
        /** Column to value. On the way in a column is named by its key, id or exact name. */
        cells: Cells
      }[]
      /** `import` from a client that imports a file row by row; `manual` unless told. */
      source?: 'manual' | 'import'
    }
    answer:
      | {
          data: Row
          /** The columns filled, by key. */
          filled: string[]
          /** Values converted on the way in. */
          coerced: {
            column: string
            sent: string
            stored: string
          }[]
          /** Cells not stored, with the reason. */
          ignored: {
            column: string
            why: string
          }[]
        }
      | {
          data: Row[]
          receipts: {
            /** The columns filled, by key. */
            filled: string[]
            /** Values converted on the way in. */
            coerced: {
              column: string
              sent: string
              stored: string
            }[]
            /** Cells not stored, with the reason. */
            ignored: {
              column: string
              why: string
            }[]
          }[]
        }
  }
  /** One row. GET /v1/boards/{id}/rows/{rowId}, signed in. */
  'boards.getRow': {
    params: {
      id: string
      rowId: string
    }
    query: {
      /** For admins and owners: answers what somebody else would be answered. `role:<role>` is a seat of that role in no team, `account:<accountId>` a person of this workspace with their role and teams, `key:<keyId>` a key of this board or page that works. What that one may not see does not exist for the request, filters and sorting included. */
      as?: string
      /** `links`: answers what rows link to, with titles, one level deep. */
      expand?: 'links'
      /** One in the trash. */
      trashed?: boolean
    }
    body: undefined
    answer: {
      data: Row
      /** With `as`: the columns that the other does not see, and why. */
      hiddenColumns?: {
        columnId: string
        /** Its key. */
        column: string
        /** A sentence such as `visible only to owners and admins`. */
        why: string
      }[]
    }
  }
  /** The rows that link to a row. GET /v1/boards/{id}/rows/{rowId}/links, signed in. */
  'boards.listLinks': {
    params: {
      id: string
      rowId: string
    }
    query: undefined
    body: undefined
    answer: {
      data: {
        /** Of the board or page whose rows they are. */
        definitionKey: string
        /** The key of the link column. */
        column: string
        rows: {
          id: string
          /** The first text that the row has, in the order of its columns, of those that you may see; `null` where it has none. */
          title: string | null
        }[]
        /** There are more. */
        rowsTruncated?: boolean
      }[]
      nextCursor: string | null
    }
  }
  /** Change cells of a row. PATCH /v1/boards/{id}/rows/{rowId}, signed in. */
  'boards.updateRow': {
    params: {
      id: string
      rowId: string
    }
    query: undefined
    body: {
      /** Column to value. On the way in a column is named by its key, id or exact name. */
      cells: Cells
      /** The `version` that the change is made from; with another one it is refused. */
      version?: number
    }
    answer: {
      data: Row
      /** The columns filled, by key. */
      filled: string[]
      /** Values converted on the way in. */
      coerced: {
        column: string
        sent: string
        stored: string
      }[]
      /** Cells not stored, with the reason. */
      ignored: {
        column: string
        why: string
      }[]
    }
  }
  /** Change up to 500 rows, all or nothing. PATCH /v1/boards/{id}/rows, signed in. */
  'boards.updateRows': {
    params: {
      id: string
    }
    query: undefined
    body: {
      rows: {
        id: string
        /** Column to value. On the way in a column is named by its key, id or exact name. */
        cells: Cells
        /** The `version` that the change is made from; with another one it is refused. */
        version?: number
      }[]
    }
    answer: {
      data: Row[]
      receipts: {
        /** The columns filled, by key. */
        filled: string[]
        /** Values converted on the way in. */
        coerced: {
          column: string
          sent: string
          stored: string
        }[]
        /** Cells not stored, with the reason. */
        ignored: {
          column: string
          why: string
        }[]
      }[]
    }
  }
  /** Move a row to the trash. DELETE /v1/boards/{id}/rows/{rowId}, signed in. */
  'boards.removeRow': {
    params: {
      id: string
      rowId: string
    }
    query: undefined
    body: undefined
    answer: undefined
  }
  /** Move up to 500 rows to the trash, all or nothing. POST /v1/boards/{id}/rows/delete, signed in. */
  'boards.removeRows': {
    params: {
      id: string
    }
    query: undefined
    body: {
      ids: string[]
    }
    answer: {
      data: {
        deleted: string[]
      }
    }
  }
  /** Take a row out of the trash. POST /v1/boards/{id}/rows/{rowId}/restore, signed in. */
  'boards.restoreRow': {
    params: {
      id: string
      rowId: string
    }
    query: undefined
    body: undefined
    answer: {
      data: Row
    }
  }
  /** Take up to 500 rows out of the trash, all or nothing. POST /v1/boards/{id}/rows/restore, signed in. */
  'boards.restoreRows': {
    params: {
      id: string
    }
    query: undefined
    body: {
      ids: string[]
    }
    answer: {
      data: {
        restored: string[]
      }
    }
  }
  /** What became of a row, newest first. GET /v1/boards/{id}/rows/{rowId}/history, signed in. */
  'boards.listHistory': {
    params: {
      id: string
      rowId: string
    }
    query: {
      /** How many, 1 to 1000. */
      limit?: number
      /** The `nextCursor` of the page before. */
      cursor?: string
      /** Of a row in the trash. */
      trashed?: boolean
    }
    body: undefined
    answer: {
      data: HistoryEntry[]
      nextCursor: string | null
    }
  }
  /** Put one cell of an entry back. POST /v1/boards/{id}/rows/{rowId}/history/{entryId}/revert, signed in. */
  'boards.revertCell': {
    params: {
      id: string
      rowId: string
      entryId: string
    }
    query: undefined
    body: {
      /** Its key, id or name. */
      column: string
    }
    answer: {
      data: Row
    }
  }
  /** The comments on a row, oldest first. GET /v1/boards/{id}/rows/{rowId}/comments, signed in. */
  'boards.listComments': {
    params: {
      id: string
      rowId: string
    }
    query: {
      /** How many, 1 to 1000. */
      limit?: number
      /** The `nextCursor` of the page before. */
      cursor?: string
    }
    body: undefined
    answer: {
      data: Comment[]
      nextCursor: string | null
    }
  }
  /** Comment on a row. POST /v1/boards/{id}/rows/{rowId}/comments, signed in. */
  'boards.createComment': {
    params: {
      id: string
      rowId: string
    }
    query: undefined
    body: {
      body: string
      /** The `crmUserId`s of people who are called upon. */
      mentions?: number[]
    }
    answer: {
      data: Comment
    }
  }
  /** Change a comment of one’s own. PATCH /v1/boards/{id}/rows/{rowId}/comments/{commentId}, signed in. */
  'boards.updateComment': {
    params: {
      id: string
      rowId: string
      commentId: string
    }
    query: undefined
    body: {
      body?: string
      /** The `crmUserId`s of people who are called upon. */
      mentions?: number[]
    }
    answer: {
      data: Comment
    }
  }
  /** Delete a comment: one’s own, or as an admin anybody’s. DELETE /v1/boards/{id}/rows/{rowId}/comments/{commentId}, signed in. */
  'boards.removeComment': {
    params: {
      id: string
      rowId: string
      commentId: string
    }
    query: undefined
    body: undefined
    answer: undefined
  }
  /** The saved views: shared ones and one’s own. GET /v1/boards/{id}/views, signed in. */
  'boards.listViews': {
    params: {
      id: string
    }
    query: {
      /** How many, 1 to 1000. */
      limit?: number
      /** The `nextCursor` of the page before. */
      cursor?: string
    }
    body: undefined
    answer: {
      data: {
        id: string
        name: string
        /** How an app shows it; the list is the same. */
        kind: 'grid' | 'kanban' | 'calendar'
        /** Whether its maker alone sees it. */
        private: boolean
        position: number
        /** As `filter` of a list. */
        filter: object | null
        sort: string[]
        /** `null` for all columns. */
        fields: string[] | null
        group: string | null
        sum: string[]
        search: string | null
        /** Whether parts are left out here: they name columns that are deleted or that the caller may not see. */
        partial: boolean
        createdBy: string
        createdAt: string
        updatedAt: string
      }[]
      nextCursor: string | null
    }
  }
  /** Save a view. POST /v1/boards/{id}/views, signed in. */
  'boards.createView': {
    params: {
      id: string
    }
    query: undefined
    body: {
      name: string
      /** `grid` unless told. */
      kind?: 'grid' | 'kanban' | 'calendar'
      /** `false` unless told. */
      private?: boolean
      position?: number
      /** As `filter` of a list. */
      filter?: object | null
      /** Columns, `-` in front for the other way. */
      sort?: string[]
      fields?: string[] | null
      group?: string | null
      sum?: string[]
      search?: string | null
    }
    answer: {
      data: {
        id: string
        name: string
        /** How an app shows it; the list is the same. */
        kind: 'grid' | 'kanban' | 'calendar'
        /** Whether its maker alone sees it. */
        private: boolean
        position: number
        /** As `filter` of a list. */
        filter: object | null
        sort: string[]
        /** `null` for all columns. */
        fields: string[] | null
        group: string | null
        sum: string[]
        search: string | null
        /** Whether parts are left out here: they name columns that are deleted or that the caller may not see. */
        partial: boolean
        createdBy: string
        createdAt: string
        updatedAt: string
      }
    }
  }
  /** One saved view. GET /v1/boards/{id}/views/{viewId}, signed in. */
  'boards.getView': {
    params: {
      id: string
      viewId: string
    }
    query: undefined
    body: undefined
    answer: {
      data: {
        id: string
        name: string
        /** How an app shows it; the list is the same. */
        kind: 'grid' | 'kanban' | 'calendar'
        /** Whether its maker alone sees it. */
        private: boolean
        position: number
        /** As `filter` of a list. */
        filter: object | null
        sort: string[]
        /** `null` for all columns. */
        fields: string[] | null
        group: string | null
        sum: string[]
        search: string | null
        /** Whether parts are left out here: they name columns that are deleted or that the caller may not see. */
        partial: boolean
        createdBy: string
        createdAt: string
        updatedAt: string
      }
    }
  }
  /** Change a saved view. PATCH /v1/boards/{id}/views/{viewId}, signed in. */
  'boards.updateView': {
    params: {
      id: string
      viewId: string
    }
    query: undefined
    body: {
      name?: string
      /** `grid` unless told. */
      kind?: 'grid' | 'kanban' | 'calendar'
      /** `false` unless told. */
      private?: boolean
      position?: number
      /** As `filter` of a list. */
      filter?: object | null
      /** Columns, `-` in front for the other way. */
      sort?: string[]
      fields?: string[] | null
      group?: string | null
      sum?: string[]
      search?: string | null
    }
    answer: {
      data: {
        id: string
        name: string
        /** How an app shows it; the list is the same. */
        kind: 'grid' | 'kanban' | 'calendar'
        /** Whether its maker alone sees it. */
        private: boolean
        position: number
        /** As `filter` of a list. */
        filter: object | null
        sort: string[]
        /** `null` for all columns. */
        fields: string[] | null
        group: string | null
        sum: string[]
        search: string | null
        /** Whether parts are left out here: they name columns that are deleted or that the caller may not see. */
        partial: boolean
        createdBy: string
        createdAt: string
        updatedAt: string
      }
    }
  }
  /** Delete a saved view. DELETE /v1/boards/{id}/views/{viewId}, signed in. */
  'boards.removeView': {
    params: {
      id: string
      viewId: string
    }
    query: undefined
    body: undefined
    answer: undefined
  }
  /** The rows as a file for spreadsheets. GET /v1/boards/{id}/export, signed in. */
  'boards.exportRows': {
    params: {
      id: string
    }
    query: {
      format: 'csv' | 'xlsx'
      /** Of a CSV: whether it starts with a byte order mark, by which Excel knows UTF-8. */
      bom?: boolean
      /** Which rows, as JSON, URL-encoded: `{"column", "op", "value"}`, put together by `{"and": […]}`, `{"or": […]}` and `{"not": …}`. See the description of the operation. */
      filter?: string
      /** Up to 5 columns with commas, `-` in front for the other way: `-amount,name`. Empty cells come last both ways; rows that are alike come by position. */
      sort?: string
      /** Text, in any case, that a cell with text or options has somewhere in it. */
      search?: string
      /** The columns whose cells are answered, with commas; all unless told. */
      fields?: string
      /** A saved view. Its filter holds besides `filter`; its search, order, fields, group and sums where the request has none. */
      view?: string
      /** Rows in the trash, in place of those that stand. */
      trashed?: boolean
      /** For admins and owners: answers what somebody else would be answered. `role:<role>` is a seat of that role in no team, `account:<accountId>` a person of this workspace with their role and teams, `key:<keyId>` a key of this board or page that works. What that one may not see does not exist for the request, filters and sorting included. */
      as?: string
    }
    body: undefined
    answer: { response: Response }
  }
  /** All that happened to a record, newest first. GET /v1/boards/{id}/rows/{rowId}/timeline, signed in. */
  'boards.getTimeline': {
    params: {
      id: string
      rowId: string
    }
    query: {
      /** How many, 1 to 1000. */
      limit?: number
      /** The `nextCursor` of the page before. */
      cursor?: string
      /** Of a row in the trash. */
      trashed?: boolean
      /** Only these, with commas. */
      kinds?: string
    }
    body: undefined
    answer: {
      data: {
        id: string
        at: string
        kind: 'created' | 'change' | 'comment' | 'obligation' | 'money' | 'agreement' | 'message'
        /** `user:<crmUserId>`, `key:<keyId>`, `system`, or `contact` of what came in. */
        actor: string
        /** Of `change`, and of `created`. */
        change?: HistoryEntry
        comment?: Comment
        obligation?: {
          obligationId: number
          title: string
          action: string
          /** What it is now. */
          status: string
          reason: string | null
        }
        money?: {
          dealName: string
          currency: string
          /** Whoever sees only their own stakes sees the entries that concern one. Of a receipt, a clawback and its reversal that is their own part: without `amountMinor`, `reference`, `reason` and `notes`, which are about the whole. Of their own draws it is everything. */
          entry: {
            id: string
            dealId: number
            kind:
              | 'commission_expected'
              | 'commission_collected'
              | 'clawback'
              | 'draw_requested'
              | 'draw_paid'
              | 'draw_voided'
              | 'reversal'
            /** In minor units, 1 or more. */
            amountMinor?: number
            /** When it happened, as told. */
            occurredAt: string
            /** When it was posted. */
            createdAt: string
            /** `user:<crmUserId>` */
            createdBy: string
            reference?: string | null
            reason?: string | null
            notes?: string | null
            /** Of draws. */
            dealSplitId: number | null
            /** Of draws. */
            drawId: string | null
            /** Of a reversal: the entry that it takes back. */
            reverses: string | null
            /** The reversal that took it back. */
            reversedBy: string | null
            /** Of receipts and clawbacks, and their reversals: whose part is how much. */
            allocations: {
              /** `null` is the house. */
              dealSplitId: number | null
              /** Below 0 in a reversal. */
              amountMinor: number
            }[]
          }
        }
        agreement?: {
          agreementKind: string
          title: string
          version: string
          signerName: string
          signatureId: string
        }
        message?: {
          messageId: number
          conversationId: number
          medium: 'text' | 'email'
          direction: 'inbound' | 'outbound'
          /** What it is now. */
          status:
            | 'queued'
            | 'sending'
            | 'sent'
            | 'delivered'
            | 'read'
            | 'undelivered'
            | 'failed'
            | 'canceled'
            | 'received'
          senderType: 'user' | 'contact' | 'automation' | 'system'
          senderName: string | null
          subject: string | null
          /** How it begins; empty once it is deleted. */
          excerpt: string
          isCall: boolean
          isDeleted: boolean
        }
      }[]
      nextCursor: string | null
    }
  }
  /** The keys, revoked ones too. GET /v1/boards/{id}/keys, signed in. */
  'boards.listKeys': {
    params: {
      id: string
    }
    query: {
      /** How many, 1 to 1000. */
      limit?: number
      /** The `nextCursor` of the page before. */
      cursor?: string
    }
    body: undefined
    answer: {
      data: Key[]
      nextCursor: string | null
    }
  }
  /** Make a key. POST /v1/boards/{id}/keys, signed in. */
  'boards.createKey': {
    params: {
      id: string
    }
    query: undefined
    body: {
      name: string
      scopes: ('read' | 'rows:write')[]
    }
    answer: {
      data: {
        id: string
        name: string
        scopes: ('read' | 'rows:write')[]
        prefix: 'sbk_' | 'spk_'
        lastFour: string
        createdAt: string
        createdBy: string
        /** To the minute. */
        lastUsedAt: string | null
        revokedAt: string | null
        /** The key itself. */
        secret: string
      }
    }
  }
  /** Revoke a key, from the next request on. DELETE /v1/boards/{id}/keys/{keyId}, signed in. */
  'boards.revokeKey': {
    params: {
      id: string
      keyId: string
    }
    query: undefined
    body: undefined
    answer: undefined
  }
  /** The write guide as this key gets it. GET /v1/boards/{id}/keys/{keyId}/guide, signed in. */
  'boards.keyGuide': {
    params: {
      id: string
      keyId: string
    }
    query: undefined
    body: undefined
    answer: {
      data: WriteGuide
    }
  }
  /** What keys sent, and what became of it. GET /v1/boards/{id}/receipts, signed in. */
  'boards.listReceipts': {
    params: {
      id: string
    }
    query: {
      /** How many, 1 to 1000. */
      limit?: number
      /** The `nextCursor` of the page before. */
      cursor?: string
      keyId?: string
      outcome?: 'created' | 'updated' | 'replayed' | 'refused'
      /** Only of this day, in the time zone of the board or page. */
      day?: string
    }
    body: undefined
    answer: {
      data: KeptReceipt[]
      nextCursor: string | null
    }
  }
  /** What keys sent, by key and day. GET /v1/boards/{id}/receipts/daily, signed in. */
  'boards.countReceipts': {
    params: {
      id: string
    }
    query: {
      /** How many days, today included. */
      days?: number
      keyId?: string
    }
    body: undefined
    answer: {
      data: {
        /** The first day that was asked about. */
        from: string
        /** Today. */
        to: string
        timeZone: string
        complete: boolean
        days: {
          /** In the time zone of the board or page. */
          day: string
          keyId: string
          /** Write requests, of every outcome. */
          requests: number
          /** Rows created or updated. */
          filled: number
          /** Rows answered again, and not written. */
          replayed: number
          /** Cells stored after conversion. */
          coerced: number
          /** Cells not stored. */
          ignored: number
          /** Rows of refused requests; 1 for a request whose rows could not be read. */
          refused: number
        }[]
      }
    }
  }
  /** Import a file. POST /v1/boards/import, signed in. */
  'boards.importFile': {
    params: undefined
    query: undefined
    body: {
      /** The board. */
      boardId: string
      /** The CSV or XLSX file, up to 64 MiB. */
      file: Blob
      /** JSON: an object from headers to columns (by key, id or name; `null` leaves one out), or a list of columns in the order of the file. What it does not name is left out. Without it headers are matched with the names and keys of columns. */
      mapping?: string
      /** A mapped column (by key, id or name): a row of the file updates the row whose cell equals, and creates one where none does or its own is empty. An empty value leaves a cell of an updated row as it is. Several rows with the value: the row is refused. */
      matchOn?: string
      /** Of an XLSX file, by name; the first unless told. */
      sheet?: string
      /** `true`: writes nothing and answers what the preview answers. */
      dryRun?: string
    }
    answer:
      | {
          data: {
            id: string
            /** Who imported; null where a key wrote a batch: it is nobody. */
            actorUserId: number | null
            createdAt: string
            /** Set once the run has settled. */
            finishedAt: string | null
            /** Null for a batch that came through the API. */
            fileName: string | null
            /** Rows of the file. */
            total: number
            /** Rows of the file that created or updated a row. */
            imported: number
            /** Rows of the file that were refused. */
            failed: number
            /** Ids of the rows that the run wrote, the first 1,000; all by `GET …/{runId}/rows`. */
            results: string[]
            /** True, and only there, where `results` is not all of them. */
            resultsTruncated?: boolean
            /** Rows stamped with this run that exist now. */
            standing: number
            /** `completed`: all imported; `partial`: some failed; `failed`: none imported, or the run broke off and `error` says why. */
            status: 'running' | 'completed' | 'partial' | 'failed' | 'undone'
            /** Why the run failed, where it did. */
            error?: string
            /** After an undo: rows of `results` that stayed. */
            keptCount?: number
            /** After an undo. */
            undoneAt?: string
            /** After an undo: the person’s crmUserId. */
            undoneBy?: number
            /** After an undo: rows that went to the trash. */
            undoneCount?: number
          }
        }
      | {
          data: {
            format: 'csv' | 'xlsx'
            /** Of a CSV file, as detected. */
            encoding: string | null
            /** Of a CSV file, as detected. */
            delimiter: string | null
            /** Of an XLSX file: the sheet that is read. */
            sheet: string | null
            /** All sheets of an XLSX file. */
            sheets: string[]
            header: string[]
            columns: {
              /** Its place in the file, from 0. */
              index: number
              header: string
              /** The column, by key, that it goes to: as `mapping` says, else as its name or content suggests. */
              proposed: string | null
              why: 'mapping' | 'name' | 'content' | 'none'
              /** Its first values, up to five. */
              samples: string[]
            }[]
            /** The first 20 rows. */
            rows: {
              line: number
              /** As in the file, by the places of its columns; the first 200 characters of each. */
              values: string[]
              /** As they would be stored. */
              cells: Cells
              /** Those that would be stored after conversion. */
              coerced: {
                column: string
                sent: string
                stored: string
              }[]
              errors: {
                column: string | null
                message: string
                /** Of a cell: why it was refused, such as `not_an_email` or `required`. */
                reason?: string
                /** Of a cell: what the message names, such as `{"sent": "\"nobody\""}`. */
                values?: Cells
              }[]
            }[]
            counts: {
              /** Rows in the file. */
              rows: number
              /** How many of them the other counts are about: all, up to 50,000. */
              checked: number
              /** Whether `checked` is not all of them. */
              sampled: boolean
              /** Rows that would create or update a row. */
              wouldImport: number
              /** Of those: rows that would update one, with `matchOn`. */
              wouldUpdate: number
              /** Rows that would be refused. */
              wouldFail: number
              /** Cells that would be stored after conversion. */
              coerced: number
              byColumn: {
                column: string
                filled: number
                coerced: number
                failed: number
              }[]
            }
          }
        }
  }
  /** What an import of a file would do. POST /v1/boards/import/preview, signed in. */
  'boards.previewImport': {
    params: undefined
    query: undefined
    body: {
      /** The board. */
      boardId: string
      /** The CSV or XLSX file, up to 64 MiB. */
      file: Blob
      /** JSON: an object from headers to columns (by key, id or name; `null` leaves one out), or a list of columns in the order of the file. What it does not name is left out. Without it headers are matched with the names and keys of columns. */
      mapping?: string
      /** A mapped column (by key, id or name): a row of the file updates the row whose cell equals, and creates one where none does or its own is empty. An empty value leaves a cell of an updated row as it is. Several rows with the value: the row is refused. */
      matchOn?: string
      /** Of an XLSX file, by name; the first unless told. */
      sheet?: string
    }
    answer: {
      data: {
        format: 'csv' | 'xlsx'
        /** Of a CSV file, as detected. */
        encoding: string | null
        /** Of a CSV file, as detected. */
        delimiter: string | null
        /** Of an XLSX file: the sheet that is read. */
        sheet: string | null
        /** All sheets of an XLSX file. */
        sheets: string[]
        header: string[]
        columns: {
          /** Its place in the file, from 0. */
          index: number
          header: string
          /** The column, by key, that it goes to: as `mapping` says, else as its name or content suggests. */
          proposed: string | null
          why: 'mapping' | 'name' | 'content' | 'none'
          /** Its first values, up to five. */
          samples: string[]
        }[]
        /** The first 20 rows. */
        rows: {
          line: number
          /** As in the file, by the places of its columns; the first 200 characters of each. */
          values: string[]
          /** As they would be stored. */
          cells: Cells
          /** Those that would be stored after conversion. */
          coerced: {
            column: string
            sent: string
            stored: string
          }[]
          errors: {
            column: string | null
            message: string
            /** Of a cell: why it was refused, such as `not_an_email` or `required`. */
            reason?: string
            /** Of a cell: what the message names, such as `{"sent": "\"nobody\""}`. */
            values?: Cells
          }[]
        }[]
        counts: {
          /** Rows in the file. */
          rows: number
          /** How many of them the other counts are about: all, up to 50,000. */
          checked: number
          /** Whether `checked` is not all of them. */
          sampled: boolean
          /** Rows that would create or update a row. */
          wouldImport: number
          /** Of those: rows that would update one, with `matchOn`. */
          wouldUpdate: number
          /** Rows that would be refused. */
          wouldFail: number
          /** Cells that would be stored after conversion. */
          coerced: number
          byColumn: {
            column: string
            filled: number
            coerced: number
            failed: number
          }[]
        }
      }
    }
  }
  /** Import runs, newest first. GET /v1/boards/{id}/imports, signed in. */
  'boards.listImports': {
    params: {
      id: string
    }
    query: {
      /** How many, 1 to 1000. */
      limit?: number
      /** The `nextCursor` of the page before. */
      cursor?: string
    }
    body: undefined
    answer: {
      data: {
        id: string
        /** Who imported; null where a key wrote a batch: it is nobody. */
        actorUserId: number | null
        createdAt: string
        /** Set once the run has settled. */
        finishedAt: string | null
        /** Null for a batch that came through the API. */
        fileName: string | null
        /** Rows of the file. */
        total: number
        /** Rows of the file that created or updated a row. */
        imported: number
        /** Rows of the file that were refused. */
        failed: number
        /** Ids of the rows that the run wrote, the first 1,000; all by `GET …/{runId}/rows`. */
        results: string[]
        /** True, and only there, where `results` is not all of them. */
        resultsTruncated?: boolean
        /** Rows stamped with this run that exist now. */
        standing: number
        /** `completed`: all imported; `partial`: some failed; `failed`: none imported, or the run broke off and `error` says why. */
        status: 'running' | 'completed' | 'partial' | 'failed' | 'undone'
        /** Why the run failed, where it did. */
        error?: string
        /** After an undo: rows of `results` that stayed. */
        keptCount?: number
        /** After an undo. */
        undoneAt?: string
        /** After an undo: the person’s crmUserId. */
        undoneBy?: number
        /** After an undo: rows that went to the trash. */
        undoneCount?: number
      }[]
      nextCursor: string | null
    }
  }
  /** Record an import that was done row by row. POST /v1/boards/{id}/imports, signed in. */
  'boards.recordImport': {
    params: {
      id: string
    }
    query: undefined
    body: {
      fileName: string
      /** Rows of the file. */
      total: number
      /** `imported` and `failed` together are at most `total`. */
      imported: number
      failed: number
      results: string[]
      error?: string | null
    }
    answer: {
      data: {
        id: string
        /** Who imported; null where a key wrote a batch: it is nobody. */
        actorUserId: number | null
        createdAt: string
        /** Set once the run has settled. */
        finishedAt: string | null
        /** Null for a batch that came through the API. */
        fileName: string | null
        /** Rows of the file. */
        total: number
        /** Rows of the file that created or updated a row. */
        imported: number
        /** Rows of the file that were refused. */
        failed: number
        /** Ids of the rows that the run wrote, the first 1,000; all by `GET …/{runId}/rows`. */
        results: string[]
        /** True, and only there, where `results` is not all of them. */
        resultsTruncated?: boolean
        /** Rows stamped with this run that exist now. */
        standing: number
        /** `completed`: all imported; `partial`: some failed; `failed`: none imported, or the run broke off and `error` says why. */
        status: 'running' | 'completed' | 'partial' | 'failed' | 'undone'
        /** Why the run failed, where it did. */
        error?: string
        /** After an undo: rows of `results` that stayed. */
        keptCount?: number
        /** After an undo. */
        undoneAt?: string
        /** After an undo: the person’s crmUserId. */
        undoneBy?: number
        /** After an undo: rows that went to the trash. */
        undoneCount?: number
      }
    }
  }
  /** An import run: while it works, its progress. GET /v1/boards/{id}/imports/{runId}, signed in. */
  'boards.getImport': {
    params: {
      id: string
      runId: string
    }
    query: undefined
    body: undefined
    answer: {
      data: {
        id: string
        /** Who imported; null where a key wrote a batch: it is nobody. */
        actorUserId: number | null
        createdAt: string
        /** Set once the run has settled. */
        finishedAt: string | null
        /** Null for a batch that came through the API. */
        fileName: string | null
        /** Rows of the file. */
        total: number
        /** Rows of the file that created or updated a row. */
        imported: number
        /** Rows of the file that were refused. */
        failed: number
        /** Ids of the rows that the run wrote, the first 1,000; all by `GET …/{runId}/rows`. */
        results: string[]
        /** True, and only there, where `results` is not all of them. */
        resultsTruncated?: boolean
        /** Rows stamped with this run that exist now. */
        standing: number
        /** `completed`: all imported; `partial`: some failed; `failed`: none imported, or the run broke off and `error` says why. */
        status: 'running' | 'completed' | 'partial' | 'failed' | 'undone'
        /** Why the run failed, where it did. */
        error?: string
        /** After an undo: rows of `results` that stayed. */
        keptCount?: number
        /** After an undo. */
        undoneAt?: string
        /** After an undo: the person’s crmUserId. */
        undoneBy?: number
        /** After an undo: rows that went to the trash. */
        undoneCount?: number
      }
    }
  }
  /** The ids of all rows that the run wrote. GET /v1/boards/{id}/imports/{runId}/rows, signed in. */
  'boards.listImportRows': {
    params: {
      id: string
      runId: string
    }
    query: {
      /** How many, 1 to 1000. */
      limit?: number
      /** The `nextCursor` of the page before. */
      cursor?: string
    }
    body: undefined
    answer: {
      data: string[]
      nextCursor: string | null
    }
  }
  /** The rows that were refused, with reasons. GET /v1/boards/{id}/imports/{runId}/failures, signed in. */
  'boards.listImportFailures': {
    params: {
      id: string
      runId: string
    }
    query: {
      /** How many, 1 to 1000. */
      limit?: number
      /** The `nextCursor` of the page before. */
      cursor?: string
      format?: 'json' | 'csv'
    }
    body: undefined
    answer: {
      data: {
        /** Where the row begins in the file: its line, or its row of the sheet. */
        line: number
        /** The row as it was in the file, by header. What went into columns that the reader may not see is left out. */
        values: Record<string, string>
        errors: {
          /** By key; null where the row as a whole is. */
          column: string | null
          message: string
          /** Of a cell: why it was refused, such as `not_an_email` or `required`. */
          reason?: string
          /** Of a cell: what the message names, such as `{"sent": "\"nobody\""}`. */
          values?: Cells
        }[]
      }[]
      nextCursor: string | null
    }
  }
  /** What an undo would take back, and what it would leave. GET /v1/boards/{id}/imports/{runId}/undo, signed in. */
  'boards.previewUndo': {
    params: {
      id: string
      runId: string
    }
    query: undefined
    body: undefined
    answer: {
      data: {
        /** Rows that would go to the trash. */
        wouldRemove: number
        /** Rows of `results` that would stay. */
        wouldKeep: number
        /** Of those that would go: rows that somebody changed after the run. */
        editedSince: number
        /** The first 1,000. */
        removes: {
          id: string
          editedSince: boolean
        }[]
        /** The first 1,000. */
        keeps: {
          id: string
          /** `updated`: the run changed a row that was there; `manual`: typed by hand; `other_run`: another run brought it; `not_yours`: neither the recorder nor a key created it; `posted_money`: the run made it, but money was posted to a deal of it. */
          why: 'updated' | 'manual' | 'other_run' | 'not_yours' | 'posted_money'
        }[]
      }
    }
  }
  /** Take an import back. POST /v1/boards/{id}/imports/{runId}/undo, signed in. */
  'boards.undoImport': {
    params: {
      id: string
      runId: string
    }
    query: undefined
    body: undefined
    answer: {
      data: {
        run: {
          id: string
          /** Who imported; null where a key wrote a batch: it is nobody. */
          actorUserId: number | null
          createdAt: string
          /** Set once the run has settled. */
          finishedAt: string | null
          /** Null for a batch that came through the API. */
          fileName: string | null
          /** Rows of the file. */
          total: number
          /** Rows of the file that created or updated a row. */
          imported: number
          /** Rows of the file that were refused. */
          failed: number
          /** Ids of the rows that the run wrote, the first 1,000; all by `GET …/{runId}/rows`. */
          results: string[]
          /** True, and only there, where `results` is not all of them. */
          resultsTruncated?: boolean
          /** Rows stamped with this run that exist now. */
          standing: number
          /** `completed`: all imported; `partial`: some failed; `failed`: none imported, or the run broke off and `error` says why. */
          status: 'running' | 'completed' | 'partial' | 'failed' | 'undone'
          /** Why the run failed, where it did. */
          error?: string
          /** After an undo: rows of `results` that stayed. */
          keptCount?: number
          /** After an undo. */
          undoneAt?: string
          /** After an undo: the person’s crmUserId. */
          undoneBy?: number
          /** After an undo: rows that went to the trash. */
          undoneCount?: number
        }
        /** Rows that went to the trash. */
        removed: number
        /** Ids in the run’s results that stand afterwards, the first 10,000: rows it updated, rows typed by hand, rows with a deal that money was posted to. What was deleted meanwhile is in neither. */
        kept: string[]
      }
    }
  }
  /** Put the rows of an undone import back. POST /v1/boards/{id}/imports/{runId}/redo, signed in. */
  'boards.redoImport': {
    params: {
      id: string
      runId: string
    }
    query: undefined
    body: undefined
    answer: {
      data: {
        run: {
          id: string
          /** Who imported; null where a key wrote a batch: it is nobody. */
          actorUserId: number | null
          createdAt: string
          /** Set once the run has settled. */
          finishedAt: string | null
          /** Null for a batch that came through the API. */
          fileName: string | null
          /** Rows of the file. */
          total: number
          /** Rows of the file that created or updated a row. */
          imported: number
          /** Rows of the file that were refused. */
          failed: number
          /** Ids of the rows that the run wrote, the first 1,000; all by `GET …/{runId}/rows`. */
          results: string[]
          /** True, and only there, where `results` is not all of them. */
          resultsTruncated?: boolean
          /** Rows stamped with this run that exist now. */
          standing: number
          /** `completed`: all imported; `partial`: some failed; `failed`: none imported, or the run broke off and `error` says why. */
          status: 'running' | 'completed' | 'partial' | 'failed' | 'undone'
          /** Why the run failed, where it did. */
          error?: string
          /** After an undo: rows of `results` that stayed. */
          keptCount?: number
          /** After an undo. */
          undoneAt?: string
          /** After an undo: the person’s crmUserId. */
          undoneBy?: number
          /** After an undo: rows that went to the trash. */
          undoneCount?: number
        }
        /** Rows that are back. */
        restored: number
      }
    }
  }
  /** The definitions: boards and pages. GET /v1/definitions, signed in. */
  'definitions.list': {
    params: undefined
    query: {
      /** How many, 1 to 1000. */
      limit?: number
      /** The `nextCursor` of the page before. */
      cursor?: string
      kind?: 'board' | 'page'
    }
    body: undefined
    answer: {
      data: Definition[]
      nextCursor: string | null
    }
  }
  /** Make a page (or a board), with its columns if given. POST /v1/definitions, signed in. */
  'definitions.create': {
    params: undefined
    query: undefined
    body: {
      name: string
      /** Made from the name where it is omitted. */
      key?: string
      description?: string
      settings?: {
        /** ISO 3166 country. */
        region?: string
        /** IANA time zone. */
        timeZone?: string
        /** ISO 4217. */
        currency?: string
      }
      columns?: {
        /** Lower case, digits, `_` or `-`; made from the name where it is omitted. */
        key?: string
        name: string
        type:
          | 'text'
          | 'long_text'
          | 'number'
          | 'currency'
          | 'percent'
          | 'checkbox'
          | 'date'
          | 'datetime'
          | 'select'
          | 'multi_select'
          | 'email'
          | 'phone'
          | 'url'
          | 'person'
          | 'link'
          | 'file'
          | 'auto_number'
          | 'created_at'
          | 'created_by'
          | 'updated_at'
          | 'updated_by'
          | 'formula'
        description?: string
        required?: boolean
        unique?: boolean
        /** Checked by the column’s type. */
        settings?: object
      }[]
      kind?: 'board' | 'page'
    }
    answer: {
      data: Definition
    }
  }
  /** One definition with its columns. GET /v1/definitions/{key}, signed in. */
  'definitions.get': {
    params: {
      key: string
    }
    query: {
      /** For admins and owners: answers what somebody else would be answered. `role:<role>` is a seat of that role in no team, `account:<accountId>` a person of this workspace with their role and teams, `key:<keyId>` a key of this board or page that works. What that one may not see does not exist for the request, filters and sorting included. */
      as?: string
    }
    body: undefined
    answer: {
      data: Definition
      /** With `as`: the columns that the other does not see, and why. */
      hiddenColumns?: {
        columnId: string
        /** Its key. */
        column: string
        /** A sentence such as `visible only to owners and admins`. */
        why: string
      }[]
    }
  }
  /** Change a definition. PATCH /v1/definitions/{key}, signed in. */
  'definitions.update': {
    params: {
      key: string
    }
    query: undefined
    body: {
      name?: string
      description?: string
      settings?: {
        /** ISO 3166 country. */
        region?: string
        /** IANA time zone. */
        timeZone?: string
        /** ISO 4217. */
        currency?: string
      }
    }
    answer: {
      data: Definition
    }
  }
  /** Delete a definition. DELETE /v1/definitions/{key}, signed in. */
  'definitions.remove': {
    params: {
      key: string
    }
    query: undefined
    body: undefined
    answer: undefined
  }
  /** The columns, in their order. GET /v1/definitions/{key}/columns, signed in. */
  'definitions.listColumns': {
    params: {
      key: string
    }
    query: {
      /** How many, 1 to 1000. */
      limit?: number
      /** The `nextCursor` of the page before. */
      cursor?: string
      /** Those in the trash, the last deleted first, in place of those that stand. */
      trashed?: boolean
    }
    body: undefined
    answer: {
      data: Column[]
      nextCursor: string | null
    }
  }
  /** Add a column. POST /v1/definitions/{key}/columns, signed in. */
  'definitions.createColumn': {
    params: {
      key: string
    }
    query: undefined
    body: {
      /** Lower case, digits, `_` or `-`; made from the name where it is omitted. */
      key?: string
      name: string
      type:
        | 'text'
        | 'long_text'
        | 'number'
        | 'currency'
        | 'percent'
        | 'checkbox'
        | 'date'
        | 'datetime'
        | 'select'
        | 'multi_select'
        | 'email'
        | 'phone'
        | 'url'
        | 'person'
        | 'link'
        | 'file'
        | 'auto_number'
        | 'created_at'
        | 'created_by'
        | 'updated_at'
        | 'updated_by'
        | 'formula'
      description?: string
      required?: boolean
      unique?: boolean
      /** Checked by the column’s type. */
      settings?: object
    }
    answer: {
      data: Column
    }
  }
  /** One column. GET /v1/definitions/{key}/columns/{column}, signed in. */
  'definitions.getColumn': {
    params: {
      key: string
      /** The column’s id or key. */
      column: string
    }
    query: undefined
    body: undefined
    answer: {
      data: Column
    }
  }
  /** Change a column. PATCH /v1/definitions/{key}/columns/{column}, signed in. */
  'definitions.updateColumn': {
    params: {
      key: string
      /** The column’s id or key. */
      column: string
    }
    query: undefined
    body: {
      name?: string
      description?: string
      required?: boolean
      unique?: boolean
      /** Those that are named change; `null` takes one away. */
      settings?: object
    }
    answer: {
      data: Column
    }
  }
  /** Move a column to the trash. DELETE /v1/definitions/{key}/columns/{column}, signed in. */
  'definitions.removeColumn': {
    params: {
      key: string
      /** The column’s id or key. */
      column: string
    }
    query: undefined
    body: undefined
    answer: undefined
  }
  /** Put the columns in another order. POST /v1/definitions/{key}/columns/reorder, signed in. */
  'definitions.reorderColumns': {
    params: {
      key: string
    }
    query: undefined
    body: {
      /** Each by its key, id or name. */
      columns: string[]
    }
    answer: {
      data: Column[]
      nextCursor: string | null
    }
  }
  /** What a change of a column’s type would do to its cells. POST /v1/definitions/{key}/columns/{column}/type/preview, signed in. */
  'definitions.previewColumnType': {
    params: {
      key: string
      /** The column’s id or key. */
      column: string
    }
    query: undefined
    body: {
      type:
        | 'text'
        | 'long_text'
        | 'number'
        | 'currency'
        | 'percent'
        | 'checkbox'
        | 'date'
        | 'datetime'
        | 'select'
        | 'multi_select'
        | 'email'
        | 'phone'
        | 'url'
        | 'person'
        | 'link'
        | 'file'
        | 'auto_number'
        | 'created_at'
        | 'created_by'
        | 'updated_at'
        | 'updated_by'
        | 'formula'
      /** Of the new type. Without `options` a select keeps those it had, or is given what the cells hold (up to 1,000). */
      settings?: object
    }
    answer: {
      data: {
        /** How many rows have a value in the column. */
        filled: number
        /** Of these: how many keep it as it is. */
        same: number
        /** How many keep it in another form. */
        converted: number
        /** How many would be emptied. */
        lost: number
        /** Up to 20: what is lost first, then what is converted. */
        samples: {
          rowId: string
          from: unknown
          /** `null` where the value is lost. */
          to: unknown
          /** Why it is lost. */
          why: string | null
          /** Of a cell: why it was refused, such as `not_an_email` or `required`. */
          reason?: string
          /** Of a cell: what the message names, such as `{"sent": "\"nobody\""}`. */
          values?: Cells
        }[]
      }
    }
  }
  /** Change a column’s type, converting its cells. POST /v1/definitions/{key}/columns/{column}/type, signed in. */
  'definitions.changeColumnType': {
    params: {
      key: string
      /** The column’s id or key. */
      column: string
    }
    query: undefined
    body: {
      type:
        | 'text'
        | 'long_text'
        | 'number'
        | 'currency'
        | 'percent'
        | 'checkbox'
        | 'date'
        | 'datetime'
        | 'select'
        | 'multi_select'
        | 'email'
        | 'phone'
        | 'url'
        | 'person'
        | 'link'
        | 'file'
        | 'auto_number'
        | 'created_at'
        | 'created_by'
        | 'updated_at'
        | 'updated_by'
        | 'formula'
      /** Of the new type. Without `options` a select keeps those it had, or is given what the cells hold (up to 1,000). */
      settings?: object
      confirmLoss?: boolean
    }
    answer: {
      data: Column
    }
  }
  /** Take a column out of the trash, with its cells. POST /v1/definitions/{key}/columns/{column}/restore, signed in. */
  'definitions.restoreColumn': {
    params: {
      key: string
      /** The column’s id or key. */
      column: string
    }
    query: undefined
    body: undefined
    answer: {
      data: Column
    }
  }
  /** List rows: filtered, sorted, searched, grouped. GET /v1/definitions/{key}/rows, signed in. */
  'definitions.listRows': {
    params: {
      key: string
    }
    query: {
      /** `links`: answers what rows link to, with titles, one level deep. */
      expand?: 'links'
      /** How many, 1 to 1000. */
      limit?: number
      /** The `nextCursor` of the page before, with the same order; rows that came meanwhile repeat none and hide none. */
      cursor?: string
      /** How many rows of the list to pass over, to jump to a place in it; not together with `cursor`. The service counts its way there, so the cost rises with the number: what reads a list in order goes by `cursor`. Rows that come or go meanwhile move the place. */
      offset?: number
      /** Which rows, as JSON, URL-encoded: `{"column", "op", "value"}`, put together by `{"and": […]}`, `{"or": […]}` and `{"not": …}`. See the description of the operation. */
      filter?: string
      /** Up to 5 columns with commas, `-` in front for the other way: `-amount,name`. Empty cells come last both ways; rows that are alike come by position. */
      sort?: string
      /** Text, in any case, that a cell with text or options has somewhere in it. */
      search?: string
      /** The columns whose cells are answered, with commas; all unless told. */
      fields?: string
      /** A saved view. Its filter holds besides `filter`; its search, order, fields, group and sums where the request has none. */
      view?: string
      /** Rows in the trash, in place of those that stand. */
      trashed?: boolean
      /** For admins and owners: answers what somebody else would be answered. `role:<role>` is a seat of that role in no team, `account:<accountId>` a person of this workspace with their role and teams, `key:<keyId>` a key of this board or page that works. What that one may not see does not exist for the request, filters and sorting included. */
      as?: string
      /** A column: rows come by it first, and the first page has `groups` with their counts. */
      group?: string
      /** With `group`: up to 10 columns of numbers with commas, summed by group. */
      sum?: string
      /** Answers `total`, the exact number of rows that the filter and search leave. */
      count?: boolean
    }
    body: undefined
    answer: {
      data: Row[]
      nextCursor: string | null
      /** With `count`. */
      total?: number
      /** With `group`, on the first page: in the order of the rows, at most 1,000. */
      groups?: {
        /** `null` for rows where the cell is empty. */
        value: unknown
        count: number
        /** By column key. */
        sums: Record<string, number>
      }[]
      /** There are more than 1,000 groups. */
      groupsTruncated?: boolean
      /** With `as`: the columns that the other does not see, and why. */
      hiddenColumns?: {
        columnId: string
        /** Its key. */
        column: string
        /** A sentence such as `visible only to owners and admins`. */
        why: string
      }[]
    }
  }
  /** Add one row, or up to 500, all or nothing. POST /v1/definitions/{key}/rows, signed in. */
  'definitions.createRows': {
    params: {
      key: string
    }
    query: undefined
    body: {
      /** Column to value. On the way in a column is named by its key, id or exact name. */
      cells?: Cells
      rows?: {
        /** Column to value. On the way in a column is named by its key, id or exact name. */
        cells: Cells
      }[]
      /** `import` from a client that imports a file row by row; `manual` unless told. */
      source?: 'manual' | 'import'
    }
    answer:
      | {
          data: Row
          /** The columns filled, by key. */
          filled: string[]
          /** Values converted on the way in. */
          coerced: {
            column: string
            sent: string
            stored: string
          }[]
          /** Cells not stored, with the reason. */
          ignored: {
            column: string
            why: string
          }[]
        }
      | {
          data: Row[]
          receipts: {
            /** The columns filled, by key. */
            filled: string[]
            /** Values converted on the way in. */
            coerced: {
              column: string
              sent: string
              stored: string
            }[]
            /** Cells not stored, with the reason. */
            ignored: {
              column: string
              why: string
            }[]
          }[]
        }
  }
  /** One row. GET /v1/definitions/{key}/rows/{rowId}, signed in. */
  'definitions.getRow': {
    params: {
      key: string
      rowId: string
    }
    query: {
      /** For admins and owners: answers what somebody else would be answered. `role:<role>` is a seat of that role in no team, `account:<accountId>` a person of this workspace with their role and teams, `key:<keyId>` a key of this board or page that works. What that one may not see does not exist for the request, filters and sorting included. */
      as?: string
      /** `links`: answers what rows link to, with titles, one level deep. */
      expand?: 'links'
      /** One in the trash. */
      trashed?: boolean
    }
    body: undefined
    answer: {
      data: Row
      /** With `as`: the columns that the other does not see, and why. */
      hiddenColumns?: {
        columnId: string
        /** Its key. */
        column: string
        /** A sentence such as `visible only to owners and admins`. */
        why: string
      }[]
    }
  }
  /** The rows that link to a row. GET /v1/definitions/{key}/rows/{rowId}/links, signed in. */
  'definitions.listLinks': {
    params: {
      key: string
      rowId: string
    }
    query: undefined
    body: undefined
    answer: {
      data: {
        /** Of the board or page whose rows they are. */
        definitionKey: string
        /** The key of the link column. */
        column: string
        rows: {
          id: string
          /** The first text that the row has, in the order of its columns, of those that you may see; `null` where it has none. */
          title: string | null
        }[]
        /** There are more. */
        rowsTruncated?: boolean
      }[]
      nextCursor: string | null
    }
  }
  /** Change cells of a row. PATCH /v1/definitions/{key}/rows/{rowId}, signed in. */
  'definitions.updateRow': {
    params: {
      key: string
      rowId: string
    }
    query: undefined
    body: {
      /** Column to value. On the way in a column is named by its key, id or exact name. */
      cells: Cells
      /** The `version` that the change is made from; with another one it is refused. */
      version?: number
    }
    answer: {
      data: Row
      /** The columns filled, by key. */
      filled: string[]
      /** Values converted on the way in. */
      coerced: {
        column: string
        sent: string
        stored: string
      }[]
      /** Cells not stored, with the reason. */
      ignored: {
        column: string
        why: string
      }[]
    }
  }
  /** Change up to 500 rows, all or nothing. PATCH /v1/definitions/{key}/rows, signed in. */
  'definitions.updateRows': {
    params: {
      key: string
    }
    query: undefined
    body: {
      rows: {
        id: string
        /** Column to value. On the way in a column is named by its key, id or exact name. */
        cells: Cells
        /** The `version` that the change is made from; with another one it is refused. */
        version?: number
      }[]
    }
    answer: {
      data: Row[]
      receipts: {
        /** The columns filled, by key. */
        filled: string[]
        /** Values converted on the way in. */
        coerced: {
          column: string
          sent: string
          stored: string
        }[]
        /** Cells not stored, with the reason. */
        ignored: {
          column: string
          why: string
        }[]
      }[]
    }
  }
  /** Move a row to the trash. DELETE /v1/definitions/{key}/rows/{rowId}, signed in. */
  'definitions.removeRow': {
    params: {
      key: string
      rowId: string
    }
    query: undefined
    body: undefined
    answer: undefined
  }
  /** Move up to 500 rows to the trash, all or nothing. POST /v1/definitions/{key}/rows/delete, signed in. */
  'definitions.removeRows': {
    params: {
      key: string
    }
    query: undefined
    body: {
      ids: string[]
    }
    answer: {
      data: {
        deleted: string[]
      }
    }
  }
  /** Take a row out of the trash. POST /v1/definitions/{key}/rows/{rowId}/restore, signed in. */
  'definitions.restoreRow': {
    params: {
      key: string
      rowId: string
    }
    query: undefined
    body: undefined
    answer: {
      data: Row
    }
  }
  /** Take up to 500 rows out of the trash, all or nothing. POST /v1/definitions/{key}/rows/restore, signed in. */
  'definitions.restoreRows': {
    params: {
      key: string
    }
    query: undefined
    body: {
      ids: string[]
    }
    answer: {
      data: {
        restored: string[]
      }
    }
  }
  /** What became of a row, newest first. GET /v1/definitions/{key}/rows/{rowId}/history, signed in. */
  'definitions.listHistory': {
    params: {
      key: string
      rowId: string
    }
    query: {
      /** How many, 1 to 1000. */
      limit?: number
      /** The `nextCursor` of the page before. */
      cursor?: string
      /** Of a row in the trash. */
      trashed?: boolean
    }
    body: undefined
    answer: {
      data: HistoryEntry[]
      nextCursor: string | null
    }
  }
  /** Put one cell of an entry back. POST /v1/definitions/{key}/rows/{rowId}/history/{entryId}/revert, signed in. */
  'definitions.revertCell': {
    params: {
      key: string
      rowId: string
      entryId: string
    }
    query: undefined
    body: {
      /** Its key, id or name. */
      column: string
    }
    answer: {
      data: Row
    }
  }
  /** The comments on a row, oldest first. GET /v1/definitions/{key}/rows/{rowId}/comments, signed in. */
  'definitions.listComments': {
    params: {
      key: string
      rowId: string
    }
    query: {
      /** How many, 1 to 1000. */
      limit?: number
      /** The `nextCursor` of the page before. */
      cursor?: string
    }
    body: undefined
    answer: {
      data: Comment[]
      nextCursor: string | null
    }
  }
  /** Comment on a row. POST /v1/definitions/{key}/rows/{rowId}/comments, signed in. */
  'definitions.createComment': {
    params: {
      key: string
      rowId: string
    }
    query: undefined
    body: {
      body: string
      /** The `crmUserId`s of people who are called upon. */
      mentions?: number[]
    }
    answer: {
      data: Comment
    }
  }
  /** Change a comment of one’s own. PATCH /v1/definitions/{key}/rows/{rowId}/comments/{commentId}, signed in. */
  'definitions.updateComment': {
    params: {
      key: string
      rowId: string
      commentId: string
    }
    query: undefined
    body: {
      body?: string
      /** The `crmUserId`s of people who are called upon. */
      mentions?: number[]
    }
    answer: {
      data: Comment
    }
  }
  /** Delete a comment: one’s own, or as an admin anybody’s. DELETE /v1/definitions/{key}/rows/{rowId}/comments/{commentId}, signed in. */
  'definitions.removeComment': {
    params: {
      key: string
      rowId: string
      commentId: string
    }
    query: undefined
    body: undefined
    answer: undefined
  }
  /** The saved views: shared ones and one’s own. GET /v1/definitions/{key}/views, signed in. */
  'definitions.listViews': {
    params: {
      key: string
    }
    query: {
      /** How many, 1 to 1000. */
      limit?: number
      /** The `nextCursor` of the page before. */
      cursor?: string
    }
    body: undefined
    answer: {
      data: {
        id: string
        name: string
        /** How an app shows it; the list is the same. */
        kind: 'grid' | 'kanban' | 'calendar'
        /** Whether its maker alone sees it. */
        private: boolean
        position: number
        /** As `filter` of a list. */
        filter: object | null
        sort: string[]
        /** `null` for all columns. */
        fields: string[] | null
        group: string | null
        sum: string[]
        search: string | null
        /** Whether parts are left out here: they name columns that are deleted or that the caller may not see. */
        partial: boolean
        createdBy: string
        createdAt: string
        updatedAt: string
      }[]
      nextCursor: string | null
    }
  }
  /** Save a view. POST /v1/definitions/{key}/views, signed in. */
  'definitions.createView': {
    params: {
      key: string
    }
    query: undefined
    body: {
      name: string
      /** `grid` unless told. */
      kind?: 'grid' | 'kanban' | 'calendar'
      /** `false` unless told. */
      private?: boolean
      position?: number
      /** As `filter` of a list. */
      filter?: object | null
      /** Columns, `-` in front for the other way. */
      sort?: string[]
      fields?: string[] | null
      group?: string | null
      sum?: string[]
      search?: string | null
    }
    answer: {
      data: {
        id: string
        name: string
        /** How an app shows it; the list is the same. */
        kind: 'grid' | 'kanban' | 'calendar'
        /** Whether its maker alone sees it. */
        private: boolean
        position: number
        /** As `filter` of a list. */
        filter: object | null
        sort: string[]
        /** `null` for all columns. */
        fields: string[] | null
        group: string | null
        sum: string[]
        search: string | null
        /** Whether parts are left out here: they name columns that are deleted or that the caller may not see. */
        partial: boolean
        createdBy: string
        createdAt: string
        updatedAt: string
      }
    }
  }
  /** One saved view. GET /v1/definitions/{key}/views/{viewId}, signed in. */
  'definitions.getView': {
    params: {
      key: string
      viewId: string
    }
    query: undefined
    body: undefined
    answer: {
      data: {
        id: string
        name: string
        /** How an app shows it; the list is the same. */
        kind: 'grid' | 'kanban' | 'calendar'
        /** Whether its maker alone sees it. */
        private: boolean
        position: number
        /** As `filter` of a list. */
        filter: object | null
        sort: string[]
        /** `null` for all columns. */
        fields: string[] | null
        group: string | null
        sum: string[]
        search: string | null
        /** Whether parts are left out here: they name columns that are deleted or that the caller may not see. */
        partial: boolean
        createdBy: string
        createdAt: string
        updatedAt: string
      }
    }
  }
  /** Change a saved view. PATCH /v1/definitions/{key}/views/{viewId}, signed in. */
  'definitions.updateView': {
    params: {
      key: string
      viewId: string
    }
    query: undefined
    body: {
      name?: string
      /** `grid` unless told. */
      kind?: 'grid' | 'kanban' | 'calendar'
      /** `false` unless told. */
      private?: boolean
      position?: number
      /** As `filter` of a list. */
      filter?: object | null
      /** Columns, `-` in front for the other way. */
      sort?: string[]
      fields?: string[] | null
      group?: string | null
      sum?: string[]
      search?: string | null
    }
    answer: {
      data: {
        id: string
        name: string
        /** How an app shows it; the list is the same. */
        kind: 'grid' | 'kanban' | 'calendar'
        /** Whether its maker alone sees it. */
        private: boolean
        position: number
        /** As `filter` of a list. */
        filter: object | null
        sort: string[]
        /** `null` for all columns. */
        fields: string[] | null
        group: string | null
        sum: string[]
        search: string | null
        /** Whether parts are left out here: they name columns that are deleted or that the caller may not see. */
        partial: boolean
        createdBy: string
        createdAt: string
        updatedAt: string
      }
    }
  }
  /** Delete a saved view. DELETE /v1/definitions/{key}/views/{viewId}, signed in. */
  'definitions.removeView': {
    params: {
      key: string
      viewId: string
    }
    query: undefined
    body: undefined
    answer: undefined
  }
  /** The rows as a file for spreadsheets. GET /v1/definitions/{key}/export, signed in. */
  'definitions.exportRows': {
    params: {
      key: string
    }
    query: {
      format: 'csv' | 'xlsx'
      /** Of a CSV: whether it starts with a byte order mark, by which Excel knows UTF-8. */
      bom?: boolean
      /** Which rows, as JSON, URL-encoded: `{"column", "op", "value"}`, put together by `{"and": […]}`, `{"or": […]}` and `{"not": …}`. See the description of the operation. */
      filter?: string
      /** Up to 5 columns with commas, `-` in front for the other way: `-amount,name`. Empty cells come last both ways; rows that are alike come by position. */
      sort?: string
      /** Text, in any case, that a cell with text or options has somewhere in it. */
      search?: string
      /** The columns whose cells are answered, with commas; all unless told. */
      fields?: string
      /** A saved view. Its filter holds besides `filter`; its search, order, fields, group and sums where the request has none. */
      view?: string
      /** Rows in the trash, in place of those that stand. */
      trashed?: boolean
      /** For admins and owners: answers what somebody else would be answered. `role:<role>` is a seat of that role in no team, `account:<accountId>` a person of this workspace with their role and teams, `key:<keyId>` a key of this board or page that works. What that one may not see does not exist for the request, filters and sorting included. */
      as?: string
    }
    body: undefined
    answer: { response: Response }
  }
  /** All that happened to a record, newest first. GET /v1/definitions/{key}/rows/{rowId}/timeline, signed in. */
  'definitions.getTimeline': {
    params: {
      key: string
      rowId: string
    }
    query: {
      /** How many, 1 to 1000. */
      limit?: number
      /** The `nextCursor` of the page before. */
      cursor?: string
      /** Of a row in the trash. */
      trashed?: boolean
      /** Only these, with commas. */
      kinds?: string
    }
    body: undefined
    answer: {
      data: {
        id: string
        at: string
        kind: 'created' | 'change' | 'comment' | 'obligation' | 'money' | 'agreement' | 'message'
        /** `user:<crmUserId>`, `key:<keyId>`, `system`, or `contact` of what came in. */
        actor: string
        /** Of `change`, and of `created`. */
        change?: HistoryEntry
        comment?: Comment
        obligation?: {
          obligationId: number
          title: string
          action: string
          /** What it is now. */
          status: string
          reason: string | null
        }
        money?: {
          dealName: string
          currency: string
          /** Whoever sees only their own stakes sees the entries that concern one. Of a receipt, a clawback and its reversal that is their own part: without `amountMinor`, `reference`, `reason` and `notes`, which are about the whole. Of their own draws it is everything. */
          entry: {
            id: string
            dealId: number
            kind:
              | 'commission_expected'
              | 'commission_collected'
              | 'clawback'
              | 'draw_requested'
              | 'draw_paid'
              | 'draw_voided'
              | 'reversal'
            /** In minor units, 1 or more. */
            amountMinor?: number
            /** When it happened, as told. */
            occurredAt: string
            /** When it was posted. */
            createdAt: string
            /** `user:<crmUserId>` */
            createdBy: string
            reference?: string | null
            reason?: string | null
            notes?: string | null
            /** Of draws. */
            dealSplitId: number | null
            /** Of draws. */
            drawId: string | null
            /** Of a reversal: the entry that it takes back. */
            reverses: string | null
            /** The reversal that took it back. */
            reversedBy: string | null
            /** Of receipts and clawbacks, and their reversals: whose part is how much. */
            allocations: {
              /** `null` is the house. */
              dealSplitId: number | null
              /** Below 0 in a reversal. */
              amountMinor: number
            }[]
          }
        }
        agreement?: {
          agreementKind: string
          title: string
          version: string
          signerName: string
          signatureId: string
        }
        message?: {
          messageId: number
          conversationId: number
          medium: 'text' | 'email'
          direction: 'inbound' | 'outbound'
          /** What it is now. */
          status:
            | 'queued'
            | 'sending'
            | 'sent'
            | 'delivered'
            | 'read'
            | 'undelivered'
            | 'failed'
            | 'canceled'
            | 'received'
          senderType: 'user' | 'contact' | 'automation' | 'system'
          senderName: string | null
          subject: string | null
          /** How it begins; empty once it is deleted. */
          excerpt: string
          isCall: boolean
          isDeleted: boolean
        }
      }[]
      nextCursor: string | null
    }
  }
  /** The keys, revoked ones too. GET /v1/definitions/{key}/keys, signed in. */
  'definitions.listKeys': {
    params: {
      key: string
    }
    query: {
      /** How many, 1 to 1000. */
      limit?: number
      /** The `nextCursor` of the page before. */
      cursor?: string
    }
    body: undefined
    answer: {
      data: Key[]
      nextCursor: string | null
    }
  }
  /** Make a key. POST /v1/definitions/{key}/keys, signed in. */
  'definitions.createKey': {
    params: {
      key: string
    }
    query: undefined
    body: {
      name: string
      scopes: ('read' | 'rows:write')[]
    }
    answer: {
      data: {
        id: string
        name: string
        scopes: ('read' | 'rows:write')[]
        prefix: 'sbk_' | 'spk_'
        lastFour: string
        createdAt: string
        createdBy: string
        /** To the minute. */
        lastUsedAt: string | null
        revokedAt: string | null
        /** The key itself. */
        secret: string
      }
    }
  }
  /** Revoke a key, from the next request on. DELETE /v1/definitions/{key}/keys/{keyId}, signed in. */
  'definitions.revokeKey': {
    params: {
      key: string
      keyId: string
    }
    query: undefined
    body: undefined
    answer: undefined
  }
  /** The write guide as this key gets it. GET /v1/definitions/{key}/keys/{keyId}/guide, signed in. */
  'definitions.keyGuide': {
    params: {
      key: string
      keyId: string
    }
    query: undefined
    body: undefined
    answer: {
      data: WriteGuide
    }
  }
  /** What keys sent, and what became of it. GET /v1/definitions/{key}/receipts, signed in. */
  'definitions.listReceipts': {
    params: {
      key: string
    }
    query: {
      /** How many, 1 to 1000. */
      limit?: number
      /** The `nextCursor` of the page before. */
      cursor?: string
      keyId?: string
      outcome?: 'created' | 'updated' | 'replayed' | 'refused'
      /** Only of this day, in the time zone of the board or page. */
      day?: string
    }
    body: undefined
    answer: {
      data: KeptReceipt[]
      nextCursor: string | null
    }
  }
  /** What keys sent, by key and day. GET /v1/definitions/{key}/receipts/daily, signed in. */
  'definitions.countReceipts': {
    params: {
      key: string
    }
    query: {
      /** How many days, today included. */
      days?: number
      keyId?: string
    }
    body: undefined
    answer: {
      data: {
        /** The first day that was asked about. */
        from: string
        /** Today. */
        to: string
        timeZone: string
        complete: boolean
        days: {
          /** In the time zone of the board or page. */
          day: string
          keyId: string
          /** Write requests, of every outcome. */
          requests: number
          /** Rows created or updated. */
          filled: number
          /** Rows answered again, and not written. */
          replayed: number
          /** Cells stored after conversion. */
          coerced: number
          /** Cells not stored. */
          ignored: number
          /** Rows of refused requests; 1 for a request whose rows could not be read. */
          refused: number
        }[]
      }
    }
  }
  /** Import a file. POST /v1/definitions/import, signed in. */
  'definitions.importFile': {
    params: undefined
    query: undefined
    body: {
      /** The key of the page (or board). */
      definitionKey: string
      /** The CSV or XLSX file, up to 64 MiB. */
      file: Blob
      /** JSON: an object from headers to columns (by key, id or name; `null` leaves one out), or a list of columns in the order of the file. What it does not name is left out. Without it headers are matched with the names and keys of columns. */
      mapping?: string
      /** A mapped column (by key, id or name): a row of the file updates the row whose cell equals, and creates one where none does or its own is empty. An empty value leaves a cell of an updated row as it is. Several rows with the value: the row is refused. */
      matchOn?: string
      /** Of an XLSX file, by name; the first unless told. */
      sheet?: string
      /** `true`: writes nothing and answers what the preview answers. */
      dryRun?: string
    }
    answer:
      | {
          data: {
            id: string
            /** Who imported; null where a key wrote a batch: it is nobody. */
            actorUserId: number | null
            createdAt: string
            /** Set once the run has settled. */
            finishedAt: string | null
            /** Null for a batch that came through the API. */
            fileName: string | null
            /** Rows of the file. */
            total: number
            /** Rows of the file that created or updated a row. */
            imported: number
            /** Rows of the file that were refused. */
            failed: number
            /** Ids of the rows that the run wrote, the first 1,000; all by `GET …/{runId}/rows`. */
            results: string[]
            /** True, and only there, where `results` is not all of them. */
            resultsTruncated?: boolean
            /** Rows stamped with this run that exist now. */
            standing: number
            /** `completed`: all imported; `partial`: some failed; `failed`: none imported, or the run broke off and `error` says why. */
            status: 'running' | 'completed' | 'partial' | 'failed' | 'undone'
            /** Why the run failed, where it did. */
            error?: string
            /** After an undo: rows of `results` that stayed. */
            keptCount?: number
            /** After an undo. */
            undoneAt?: string
            /** After an undo: the person’s crmUserId. */
            undoneBy?: number
            /** After an undo: rows that went to the trash. */
            undoneCount?: number
          }
        }
      | {
          data: {
            format: 'csv' | 'xlsx'
            /** Of a CSV file, as detected. */
            encoding: string | null
            /** Of a CSV file, as detected. */
            delimiter: string | null
            /** Of an XLSX file: the sheet that is read. */
            sheet: string | null
            /** All sheets of an XLSX file. */
            sheets: string[]
            header: string[]
            columns: {
              /** Its place in the file, from 0. */
              index: number
              header: string
              /** The column, by key, that it goes to: as `mapping` says, else as its name or content suggests. */
              proposed: string | null
              why: 'mapping' | 'name' | 'content' | 'none'
              /** Its first values, up to five. */
              samples: string[]
            }[]
            /** The first 20 rows. */
            rows: {
              line: number
              /** As in the file, by the places of its columns; the first 200 characters of each. */
              values: string[]
              /** As they would be stored. */
              cells: Cells
              /** Those that would be stored after conversion. */
              coerced: {
                column: string
                sent: string
                stored: string
              }[]
              errors: {
                column: string | null
                message: string
                /** Of a cell: why it was refused, such as `not_an_email` or `required`. */
                reason?: string
                /** Of a cell: what the message names, such as `{"sent": "\"nobody\""}`. */
                values?: Cells
              }[]
            }[]
            counts: {
              /** Rows in the file. */
              rows: number
              /** How many of them the other counts are about: all, up to 50,000. */
              checked: number
              /** Whether `checked` is not all of them. */
              sampled: boolean
              /** Rows that would create or update a row. */
              wouldImport: number
              /** Of those: rows that would update one, with `matchOn`. */
              wouldUpdate: number
              /** Rows that would be refused. */
              wouldFail: number
              /** Cells that would be stored after conversion. */
              coerced: number
              byColumn: {
                column: string
                filled: number
                coerced: number
                failed: number
              }[]
            }
          }
        }
  }
  /** What an import of a file would do. POST /v1/definitions/import/preview, signed in. */
  'definitions.previewImport': {
    params: undefined
    query: undefined
    body: {
      /** The key of the page (or board). */
      definitionKey: string
      /** The CSV or XLSX file, up to 64 MiB. */
      file: Blob
      /** JSON: an object from headers to columns (by key, id or name; `null` leaves one out), or a list of columns in the order of the file. What it does not name is left out. Without it headers are matched with the names and keys of columns. */
      mapping?: string
      /** A mapped column (by key, id or name): a row of the file updates the row whose cell equals, and creates one where none does or its own is empty. An empty value leaves a cell of an updated row as it is. Several rows with the value: the row is refused. */
      matchOn?: string
      /** Of an XLSX file, by name; the first unless told. */
      sheet?: string
    }
    answer: {
      data: {
        format: 'csv' | 'xlsx'
        /** Of a CSV file, as detected. */
        encoding: string | null
        /** Of a CSV file, as detected. */
        delimiter: string | null
        /** Of an XLSX file: the sheet that is read. */
        sheet: string | null
        /** All sheets of an XLSX file. */
        sheets: string[]
        header: string[]
        columns: {
          /** Its place in the file, from 0. */
          index: number
          header: string
          /** The column, by key, that it goes to: as `mapping` says, else as its name or content suggests. */
          proposed: string | null
          why: 'mapping' | 'name' | 'content' | 'none'
          /** Its first values, up to five. */
          samples: string[]
        }[]
        /** The first 20 rows. */
        rows: {
          line: number
          /** As in the file, by the places of its columns; the first 200 characters of each. */
          values: string[]
          /** As they would be stored. */
          cells: Cells
          /** Those that would be stored after conversion. */
          coerced: {
            column: string
            sent: string
            stored: string
          }[]
          errors: {
            column: string | null
            message: string
            /** Of a cell: why it was refused, such as `not_an_email` or `required`. */
            reason?: string
            /** Of a cell: what the message names, such as `{"sent": "\"nobody\""}`. */
            values?: Cells
          }[]
        }[]
        counts: {
          /** Rows in the file. */
          rows: number
          /** How many of them the other counts are about: all, up to 50,000. */
          checked: number
          /** Whether `checked` is not all of them. */
          sampled: boolean
          /** Rows that would create or update a row. */
          wouldImport: number
          /** Of those: rows that would update one, with `matchOn`. */
          wouldUpdate: number
          /** Rows that would be refused. */
          wouldFail: number
          /** Cells that would be stored after conversion. */
          coerced: number
          byColumn: {
            column: string
            filled: number
            coerced: number
            failed: number
          }[]
        }
      }
    }
  }
  /** Import runs, newest first. GET /v1/definitions/{key}/imports, signed in. */
  'definitions.listImports': {
    params: {
      key: string
    }
    query: {
      /** How many, 1 to 1000. */
      limit?: number
      /** The `nextCursor` of the page before. */
      cursor?: string
    }
    body: undefined
    answer: {
      data: {
        id: string
        /** Who imported; null where a key wrote a batch: it is nobody. */
        actorUserId: number | null
        createdAt: string
        /** Set once the run has settled. */
        finishedAt: string | null
        /** Null for a batch that came through the API. */
        fileName: string | null
        /** Rows of the file. */
        total: number
        /** Rows of the file that created or updated a row. */
        imported: number
        /** Rows of the file that were refused. */
        failed: number
        /** Ids of the rows that the run wrote, the first 1,000; all by `GET …/{runId}/rows`. */
        results: string[]
        /** True, and only there, where `results` is not all of them. */
        resultsTruncated?: boolean
        /** Rows stamped with this run that exist now. */
        standing: number
        /** `completed`: all imported; `partial`: some failed; `failed`: none imported, or the run broke off and `error` says why. */
        status: 'running' | 'completed' | 'partial' | 'failed' | 'undone'
        /** Why the run failed, where it did. */
        error?: string
        /** After an undo: rows of `results` that stayed. */
        keptCount?: number
        /** After an undo. */
        undoneAt?: string
        /** After an undo: the person’s crmUserId. */
        undoneBy?: number
        /** After an undo: rows that went to the trash. */
        undoneCount?: number
      }[]
      nextCursor: string | null
    }
  }
  /** Record an import that was done row by row. POST /v1/definitions/{key}/imports, signed in. */
  'definitions.recordImport': {
    params: {
      key: string
    }
    query: undefined
    body: {
      fileName: string
      /** Rows of the file. */
      total: number
      /** `imported` and `failed` together are at most `total`. */
      imported: number
      failed: number
      results: string[]
      error?: string | null
    }
    answer: {
      data: {
        id: string
        /** Who imported; null where a key wrote a batch: it is nobody. */
        actorUserId: number | null
        createdAt: string
        /** Set once the run has settled. */
        finishedAt: string | null
        /** Null for a batch that came through the API. */
        fileName: string | null
        /** Rows of the file. */
        total: number
        /** Rows of the file that created or updated a row. */
        imported: number
        /** Rows of the file that were refused. */
        failed: number
        /** Ids of the rows that the run wrote, the first 1,000; all by `GET …/{runId}/rows`. */
        results: string[]
        /** True, and only there, where `results` is not all of them. */
        resultsTruncated?: boolean
        /** Rows stamped with this run that exist now. */
        standing: number
        /** `completed`: all imported; `partial`: some failed; `failed`: none imported, or the run broke off and `error` says why. */
        status: 'running' | 'completed' | 'partial' | 'failed' | 'undone'
        /** Why the run failed, where it did. */
        error?: string
        /** After an undo: rows of `results` that stayed. */
        keptCount?: number
        /** After an undo. */
        undoneAt?: string
        /** After an undo: the person’s crmUserId. */
        undoneBy?: number
        /** After an undo: rows that went to the trash. */
        undoneCount?: number
      }
    }
  }
  /** An import run: while it works, its progress. GET /v1/definitions/{key}/imports/{runId}, signed in. */
  'definitions.getImport': {
    params: {
      key: string
      runId: string
    }
    query: undefined
    body: undefined
    answer: {
      data: {
        id: string
        /** Who imported; null where a key wrote a batch: it is nobody. */
        actorUserId: number | null
        createdAt: string
        /** Set once the run has settled. */
        finishedAt: string | null
        /** Null for a batch that came through the API. */
        fileName: string | null
        /** Rows of the file. */
        total: number
        /** Rows of the file that created or updated a row. */
        imported: number
        /** Rows of the file that were refused. */
        failed: number
        /** Ids of the rows that the run wrote, the first 1,000; all by `GET …/{runId}/rows`. */
        results: string[]
        /** True, and only there, where `results` is not all of them. */
        resultsTruncated?: boolean
        /** Rows stamped with this run that exist now. */
        standing: number
        /** `completed`: all imported; `partial`: some failed; `failed`: none imported, or the run broke off and `error` says why. */
        status: 'running' | 'completed' | 'partial' | 'failed' | 'undone'
        /** Why the run failed, where it did. */
        error?: string
        /** After an undo: rows of `results` that stayed. */
        keptCount?: number
        /** After an undo. */
        undoneAt?: string
        /** After an undo: the person’s crmUserId. */
        undoneBy?: number
        /** After an undo: rows that went to the trash. */
        undoneCount?: number
      }
    }
  }
  /** The ids of all rows that the run wrote. GET /v1/definitions/{key}/imports/{runId}/rows, signed in. */
  'definitions.listImportRows': {
    params: {
      key: string
      runId: string
    }
    query: {
      /** How many, 1 to 1000. */
      limit?: number
      /** The `nextCursor` of the page before. */
      cursor?: string
    }
    body: undefined
    answer: {
      data: string[]
      nextCursor: string | null
    }
  }
  /** The rows that were refused, with reasons. GET /v1/definitions/{key}/imports/{runId}/failures, signed in. */
  'definitions.listImportFailures': {
    params: {
      key: string
      runId: string
    }
    query: {
      /** How many, 1 to 1000. */
      limit?: number
      /** The `nextCursor` of the page before. */
      cursor?: string
      format?: 'json' | 'csv'
    }
    body: undefined
    answer: {
      data: {
        /** Where the row begins in the file: its line, or its row of the sheet. */
        line: number
        /** The row as it was in the file, by header. What went into columns that the reader may not see is left out. */
        values: Record<string, string>
        errors: {
          /** By key; null where the row as a whole is. */
          column: string | null
          message: string
          /** Of a cell: why it was refused, such as `not_an_email` or `required`. */
          reason?: string
          /** Of a cell: what the message names, such as `{"sent": "\"nobody\""}`. */
          values?: Cells
        }[]
      }[]
      nextCursor: string | null
    }
  }
  /** What an undo would take back, and what it would leave. GET /v1/definitions/{key}/imports/{runId}/undo, signed in. */
  'definitions.previewUndo': {
    params: {
      key: string
      runId: string
    }
    query: undefined
    body: undefined
    answer: {
      data: {
        /** Rows that would go to the trash. */
        wouldRemove: number
        /** Rows of `results` that would stay. */
        wouldKeep: number
        /** Of those that would go: rows that somebody changed after the run. */
        editedSince: number
        /** The first 1,000. */
        removes: {
          id: string
          editedSince: boolean
        }[]
        /** The first 1,000. */
        keeps: {
          id: string
          /** `updated`: the run changed a row that was there; `manual`: typed by hand; `other_run`: another run brought it; `not_yours`: neither the recorder nor a key created it; `posted_money`: the run made it, but money was posted to a deal of it. */
          why: 'updated' | 'manual' | 'other_run' | 'not_yours' | 'posted_money'
        }[]
      }
    }
  }
  /** Take an import back. POST /v1/definitions/{key}/imports/{runId}/undo, signed in. */
  'definitions.undoImport': {
    params: {
      key: string
      runId: string
    }
    query: undefined
    body: undefined
    answer: {
      data: {
        run: {
          id: string
          /** Who imported; null where a key wrote a batch: it is nobody. */
          actorUserId: number | null
          createdAt: string
          /** Set once the run has settled. */
          finishedAt: string | null
          /** Null for a batch that came through the API. */
          fileName: string | null
          /** Rows of the file. */
          total: number
          /** Rows of the file that created or updated a row. */
          imported: number
          /** Rows of the file that were refused. */
          failed: number
          /** Ids of the rows that the run wrote, the first 1,000; all by `GET …/{runId}/rows`. */
          results: string[]
          /** True, and only there, where `results` is not all of them. */
          resultsTruncated?: boolean
          /** Rows stamped with this run that exist now. */
          standing: number
          /** `completed`: all imported; `partial`: some failed; `failed`: none imported, or the run broke off and `error` says why. */
          status: 'running' | 'completed' | 'partial' | 'failed' | 'undone'
          /** Why the run failed, where it did. */
          error?: string
          /** After an undo: rows of `results` that stayed. */
          keptCount?: number
          /** After an undo. */
          undoneAt?: string
          /** After an undo: the person’s crmUserId. */
          undoneBy?: number
          /** After an undo: rows that went to the trash. */
          undoneCount?: number
        }
        /** Rows that went to the trash. */
        removed: number
        /** Ids in the run’s results that stand afterwards, the first 10,000: rows it updated, rows typed by hand, rows with a deal that money was posted to. What was deleted meanwhile is in neither. */
        kept: string[]
      }
    }
  }
  /** Put the rows of an undone import back. POST /v1/definitions/{key}/imports/{runId}/redo, signed in. */
  'definitions.redoImport': {
    params: {
      key: string
      runId: string
    }
    query: undefined
    body: undefined
    answer: {
      data: {
        run: {
          id: string
          /** Who imported; null where a key wrote a batch: it is nobody. */
          actorUserId: number | null
          createdAt: string
          /** Set once the run has settled. */
          finishedAt: string | null
          /** Null for a batch that came through the API. */
          fileName: string | null
          /** Rows of the file. */
          total: number
          /** Rows of the file that created or updated a row. */
          imported: number
          /** Rows of the file that were refused. */
          failed: number
          /** Ids of the rows that the run wrote, the first 1,000; all by `GET …/{runId}/rows`. */
          results: string[]
          /** True, and only there, where `results` is not all of them. */
          resultsTruncated?: boolean
          /** Rows stamped with this run that exist now. */
          standing: number
          /** `completed`: all imported; `partial`: some failed; `failed`: none imported, or the run broke off and `error` says why. */
          status: 'running' | 'completed' | 'partial' | 'failed' | 'undone'
          /** Why the run failed, where it did. */
          error?: string
          /** After an undo: rows of `results` that stayed. */
          keptCount?: number
          /** After an undo. */
          undoneAt?: string
          /** After an undo: the person’s crmUserId. */
          undoneBy?: number
          /** After an undo: rows that went to the trash. */
          undoneCount?: number
        }
        /** Rows that are back. */
        restored: number
      }
    }
  }
  /** What rows of any boards and pages are called, by their ids. GET /v1/row-titles, signed in. */
  'rows.listTitles': {
    params: undefined
    query: {
      /** Ids of rows, with commas. */
      ids: string
    }
    body: undefined
    answer: {
      data: {
        id: string
        /** Of the board or page that the row is of. */
        definitionKey: string
        definitionName: string
        /** The first text that the row has, in the order of its columns, of those that you may see; `null` where it has none. */
        title: string | null
        /** `true` for a row in the trash. */
        trashed?: boolean
      }[]
      nextCursor: string | null
    }
  }
  /** Who may see and write each column. GET /v1/definitions/{key}/column-policies, signed in. */
  'policies.list': {
    params: {
      /** The key of a page or a board. */
      key: string
    }
    query: {
      /** How many, 1 to 1000. */
      limit?: number
      /** The `nextCursor` of the page before. */
      cursor?: string
    }
    body: undefined
    answer: {
      data: {
        columnId: string
        editableBy: {
          mode: 'everyone' | 'roles' | 'nobody'
          roles: ('owner' | 'admin' | 'manager' | 'member' | 'viewer')[]
          accountIds: string[]
          teamIds: string[]
        }
        visibleTo: {
          mode: 'everyone' | 'roles' | 'nobody'
          roles: ('owner' | 'admin' | 'manager' | 'member' | 'viewer')[]
          accountIds: string[]
          teamIds: string[]
        }
        /** Null where the column is not restricted. */
        updatedAt: string | null
        /** `user:<crmUserId>` */
        updatedBy: string | null
      }[]
      nextCursor: string | null
    }
  }
  /** Who may see and write a column. GET /v1/definitions/{key}/column-policies/{column}, signed in. */
  'policies.get': {
    params: {
      /** The key of a page or a board. */
      key: string
      /** The column’s id or key. */
      column: string
    }
    query: undefined
    body: undefined
    answer: {
      data: {
        columnId: string
        editableBy: {
          mode: 'everyone' | 'roles' | 'nobody'
          roles: ('owner' | 'admin' | 'manager' | 'member' | 'viewer')[]
          accountIds: string[]
          teamIds: string[]
        }
        visibleTo: {
          mode: 'everyone' | 'roles' | 'nobody'
          roles: ('owner' | 'admin' | 'manager' | 'member' | 'viewer')[]
          accountIds: string[]
          teamIds: string[]
        }
        /** Null where the column is not restricted. */
        updatedAt: string | null
        /** `user:<crmUserId>` */
        updatedBy: string | null
      }
    }
  }
  /** Decide who may see and write a column. PUT /v1/definitions/{key}/column-policies/{column}, signed in. */
  'policies.put': {
    params: {
      /** The key of a page or a board. */
      key: string
      /** The column’s id or key. */
      column: string
    }
    query: undefined
    body: {
      editableBy?: {
        mode: 'everyone' | 'roles' | 'nobody'
        roles?: ('owner' | 'admin' | 'manager' | 'member' | 'viewer')[]
        accountIds?: string[]
        teamIds?: string[]
      }
      visibleTo?: {
        mode: 'everyone' | 'roles' | 'nobody'
        roles?: ('owner' | 'admin' | 'manager' | 'member' | 'viewer')[]
        accountIds?: string[]
        teamIds?: string[]
      }
    }
    answer: {
      data: {
        columnId: string
        editableBy: {
          mode: 'everyone' | 'roles' | 'nobody'
          roles: ('owner' | 'admin' | 'manager' | 'member' | 'viewer')[]
          accountIds: string[]
          teamIds: string[]
        }
        visibleTo: {
          mode: 'everyone' | 'roles' | 'nobody'
          roles: ('owner' | 'admin' | 'manager' | 'member' | 'viewer')[]
          accountIds: string[]
          teamIds: string[]
        }
        /** Null where the column is not restricted. */
        updatedAt: string | null
        /** `user:<crmUserId>` */
        updatedBy: string | null
      }
    }
  }
  /** Upload a file. POST /v1/files, signed in. */
  'files.create': {
    params: undefined
    query: undefined
    body: {
      /** The file, with its name and type. */
      file: Blob
    }
    answer: {
      data: {
        id: string
        /** As it was uploaded, without folders and control characters. */
        name: string
        /** In bytes. */
        size: number
        /** As the upload declared it: `application/pdf`. */
        type: string
        /** Of the bytes, in hexadecimal. */
        sha256: string
        createdAt: string
        /** `user:<crmUserId>` */
        createdBy: string
      }
    }
  }
  /** What a file is. GET /v1/files/{id}, signed in. */
  'files.get': {
    params: {
      id: string
    }
    query: undefined
    body: undefined
    answer: {
      data: {
        id: string
        /** As it was uploaded, without folders and control characters. */
        name: string
        /** In bytes. */
        size: number
        /** As the upload declared it: `application/pdf`. */
        type: string
        /** Of the bytes, in hexadecimal. */
        sha256: string
        createdAt: string
        /** `user:<crmUserId>` */
        createdBy: string
      }
    }
  }
  /** The bytes of a file. GET /v1/files/{id}/content, signed in. */
  'files.content': {
    params: {
      id: string
    }
    query: undefined
    body: undefined
    answer: { response: Response }
  }
  /** What is owed. GET /v1/obligations, signed in. */
  'obligations.list': {
    params: undefined
    query: {
      /** How many, 1 to 1000. */
      limit?: number
      /** The `nextCursor` of the page before. */
      cursor?: string
      /** One, or several with commas. */
      status?: string
      obligationType?:
        | 'stipulation'
        | 'closing_condition'
        | 'post_closing'
        | 'covenant_financial'
        | 'covenant_reporting'
        | 'covenant_affirmative'
        | 'covenant_negative'
        | 'payment'
        | 'insurance'
        | 'lien_filing'
        | 'disclosure'
        | 'task'
      /** A `crmUserId`. */
      assignedToUserId?: number
      dealRowId?: string
      parentObligationId?: number
      /** Due at this time or later. */
      dueFrom?: string
      /** Due before this time. */
      dueTo?: string
      /** Whether `slaBreachAt` is past, or was at the close. */
      breached?: boolean
      /** Open ones that are not late yet and will be within so many hours or days, as `72h` or `7d`; the next first. */
      forecast?: string
      /** Those without `dueAt` come last both ways. */
      sort?: 'id' | '-id' | 'dueAt' | '-dueAt'
    }
    body: undefined
    answer: {
      data: {
        id: number
        title: string
        description: string | null
        notes: string | null
        obligationType:
          | 'stipulation'
          | 'closing_condition'
          | 'post_closing'
          | 'covenant_financial'
          | 'covenant_reporting'
          | 'covenant_affirmative'
          | 'covenant_negative'
          | 'payment'
          | 'insurance'
          | 'lien_filing'
          | 'disclosure'
          | 'task'
        status: 'open' | 'in_progress' | 'submitted' | 'completed' | 'waived' | 'cancelled'
        priority: 'low' | 'normal' | 'high' | 'urgent'
        /** In minor units of `currency`; the two go together. */
        amountMinor: number | null
        /** ISO 4217. */
        currency: string | null
        dueAt: string | null
        createdAt: string
        updatedAt: string
        /** A `crmUserId`. */
        assignedToUserId: number | null
        /** An id of the caller’s own, kept as sent. */
        counterpartyId: number | null
        /** An id of the caller’s own, kept as sent. */
        facilityId: number | null
        /** An id of the caller’s own, kept as sent. */
        decisionId: number | null
        /** A document of the workspace. */
        documentId: number | null
        /** An id of the caller’s own, kept as sent. */
        submissionId: number | null
        parentObligationId: number | null
        /** The row that it belongs to, as one of the page `deals`. */
        dealRowId: string | null
        /** Whatever the caller keeps with it. */
        detail: object
        isRecurring: boolean
        recurrenceRule: string | null
        requiredDocumentType: string | null
        responsibleParty:
          | 'borrower'
          | 'guarantor'
          | 'broker'
          | 'funder'
          | 'landlord'
          | 'third_party'
          | 'internal'
        slaHours: number | null
        /** `createdAt` and `slaHours`; without those `dueAt`. It stays as it is at the close. */
        slaBreachAt: string | null
        /** How late it is, or was when it was closed: `minor` under 24 hours, `major` under 72, then `critical`; one step higher if urgent. */
        breachSeverity: 'minor' | 'major' | 'critical' | null
        /** When it was last brought before somebody. */
        escalatedAt: string | null
        /** A `crmUserId`. */
        escalatedToUserId: number | null
        completedAt: string | null
        /** A `crmUserId`. */
        completedByUserId: number | null
        waivedAt: string | null
        /** A `crmUserId`. */
        waivedByUserId: number | null
        waivedReason: string | null
      }[]
      nextCursor: string | null
    }
  }
  /** Add an obligation. POST /v1/obligations, signed in. */
  'obligations.create': {
    params: undefined
    query: undefined
    body: {
      title: string
      description?: string | null
      notes?: string | null
      obligationType:
        | 'stipulation'
        | 'closing_condition'
        | 'post_closing'
        | 'covenant_financial'
        | 'covenant_reporting'
        | 'covenant_affirmative'
        | 'covenant_negative'
        | 'payment'
        | 'insurance'
        | 'lien_filing'
        | 'disclosure'
        | 'task'
      priority?: 'low' | 'normal' | 'high' | 'urgent'
      /** In minor units of `currency`; the two go together. */
      amountMinor?: number | null
      /** ISO 4217. */
      currency?: string | null
      dueAt?: string | null
      /** A `crmUserId`. */
      assignedToUserId?: number | null
      /** An id of the caller’s own, kept as sent. */
      counterpartyId?: number | null
      /** An id of the caller’s own, kept as sent. */
      facilityId?: number | null
      /** An id of the caller’s own, kept as sent. */
      decisionId?: number | null
      /** A document of the workspace, of the `requiredDocumentType`. */
      documentId?: number | null
      /** An id of the caller’s own, kept as sent. */
      submissionId?: number | null
      /** An open one, and none below it. */
      parentObligationId?: number | null
      /** A row of any board or page. */
      dealRowId?: string | null
      /** Whatever the caller keeps with it. */
      detail?: object
      isRecurring?: boolean
      /** RFC 5545, as `FREQ=MONTHLY;BYMONTHDAY=-1`: FREQ (DAILY, WEEKLY, MONTHLY, YEARLY), INTERVAL, COUNT or UNTIL, BYDAY, BYMONTHDAY, BYMONTH. It needs `dueAt`, the first time, and runs in the workspace’s time zone. */
      recurrenceRule?: string | null
      requiredDocumentType?: string | null
      responsibleParty?:
        | 'borrower'
        | 'guarantor'
        | 'broker'
        | 'funder'
        | 'landlord'
        | 'third_party'
        | 'internal'
      slaHours?: number | null
    }
    answer: {
      data: {
        id: number
        title: string
        description: string | null
        notes: string | null
        obligationType:
          | 'stipulation'
          | 'closing_condition'
          | 'post_closing'
          | 'covenant_financial'
          | 'covenant_reporting'
          | 'covenant_affirmative'
          | 'covenant_negative'
          | 'payment'
          | 'insurance'
          | 'lien_filing'
          | 'disclosure'
          | 'task'
        status: 'open' | 'in_progress' | 'submitted' | 'completed' | 'waived' | 'cancelled'
        priority: 'low' | 'normal' | 'high' | 'urgent'
        /** In minor units of `currency`; the two go together. */
        amountMinor: number | null
        /** ISO 4217. */
        currency: string | null
        dueAt: string | null
        createdAt: string
        updatedAt: string
        /** A `crmUserId`. */
        assignedToUserId: number | null
        /** An id of the caller’s own, kept as sent. */
        counterpartyId: number | null
        /** An id of the caller’s own, kept as sent. */
        facilityId: number | null
        /** An id of the caller’s own, kept as sent. */
        decisionId: number | null
        /** A document of the workspace. */
        documentId: number | null
        /** An id of the caller’s own, kept as sent. */
        submissionId: number | null
        parentObligationId: number | null
        /** The row that it belongs to, as one of the page `deals`. */
        dealRowId: string | null
        /** Whatever the caller keeps with it. */
        detail: object
        isRecurring: boolean
        recurrenceRule: string | null
        requiredDocumentType: string | null
        responsibleParty:
          | 'borrower'
          | 'guarantor'
          | 'broker'
          | 'funder'
          | 'landlord'
          | 'third_party'
          | 'internal'
        slaHours: number | null
        /** `createdAt` and `slaHours`; without those `dueAt`. It stays as it is at the close. */
        slaBreachAt: string | null
        /** How late it is, or was when it was closed: `minor` under 24 hours, `major` under 72, then `critical`; one step higher if urgent. */
        breachSeverity: 'minor' | 'major' | 'critical' | null
        /** When it was last brought before somebody. */
        escalatedAt: string | null
        /** A `crmUserId`. */
        escalatedToUserId: number | null
        completedAt: string | null
        /** A `crmUserId`. */
        completedByUserId: number | null
        waivedAt: string | null
        /** A `crmUserId`. */
        waivedByUserId: number | null
        waivedReason: string | null
      }
    }
  }
  /** One obligation. GET /v1/obligations/{id}, signed in. */
  'obligations.get': {
    params: {
      id: number
    }
    query: undefined
    body: undefined
    answer: {
      data: {
        id: number
        title: string
        description: string | null
        notes: string | null
        obligationType:
          | 'stipulation'
          | 'closing_condition'
          | 'post_closing'
          | 'covenant_financial'
          | 'covenant_reporting'
          | 'covenant_affirmative'
          | 'covenant_negative'
          | 'payment'
          | 'insurance'
          | 'lien_filing'
          | 'disclosure'
          | 'task'
        status: 'open' | 'in_progress' | 'submitted' | 'completed' | 'waived' | 'cancelled'
        priority: 'low' | 'normal' | 'high' | 'urgent'
        /** In minor units of `currency`; the two go together. */
        amountMinor: number | null
        /** ISO 4217. */
        currency: string | null
        dueAt: string | null
        createdAt: string
        updatedAt: string
        /** A `crmUserId`. */
        assignedToUserId: number | null
        /** An id of the caller’s own, kept as sent. */
        counterpartyId: number | null
        /** An id of the caller’s own, kept as sent. */
        facilityId: number | null
        /** An id of the caller’s own, kept as sent. */
        decisionId: number | null
        /** A document of the workspace. */
        documentId: number | null
        /** An id of the caller’s own, kept as sent. */
        submissionId: number | null
        parentObligationId: number | null
        /** The row that it belongs to, as one of the page `deals`. */
        dealRowId: string | null
        /** Whatever the caller keeps with it. */
        detail: object
        isRecurring: boolean
        recurrenceRule: string | null
        requiredDocumentType: string | null
        responsibleParty:
          | 'borrower'
          | 'guarantor'
          | 'broker'
          | 'funder'
          | 'landlord'
          | 'third_party'
          | 'internal'
        slaHours: number | null
        /** `createdAt` and `slaHours`; without those `dueAt`. It stays as it is at the close. */
        slaBreachAt: string | null
        /** How late it is, or was when it was closed: `minor` under 24 hours, `major` under 72, then `critical`; one step higher if urgent. */
        breachSeverity: 'minor' | 'major' | 'critical' | null
        /** When it was last brought before somebody. */
        escalatedAt: string | null
        /** A `crmUserId`. */
        escalatedToUserId: number | null
        completedAt: string | null
        /** A `crmUserId`. */
        completedByUserId: number | null
        waivedAt: string | null
        /** A `crmUserId`. */
        waivedByUserId: number | null
        waivedReason: string | null
      }
    }
  }
  /** Change an obligation. PATCH /v1/obligations/{id}, signed in. */
  'obligations.update': {
    params: {
      id: number
    }
    query: undefined
    body: {
      title?: string
      description?: string | null
      notes?: string | null
      obligationType?:
        | 'stipulation'
        | 'closing_condition'
        | 'post_closing'
        | 'covenant_financial'
        | 'covenant_reporting'
        | 'covenant_affirmative'
        | 'covenant_negative'
        | 'payment'
        | 'insurance'
        | 'lien_filing'
        | 'disclosure'
        | 'task'
      priority?: 'low' | 'normal' | 'high' | 'urgent'
      /** In minor units of `currency`; the two go together. */
      amountMinor?: number | null
      /** ISO 4217. */
      currency?: string | null
      dueAt?: string | null
      /** A `crmUserId`. */
      assignedToUserId?: number | null
      /** An id of the caller’s own, kept as sent. */
      counterpartyId?: number | null
      /** An id of the caller’s own, kept as sent. */
      facilityId?: number | null
      /** An id of the caller’s own, kept as sent. */
      decisionId?: number | null
      /** A document of the workspace, of the `requiredDocumentType`. */
      documentId?: number | null
      /** An id of the caller’s own, kept as sent. */
      submissionId?: number | null
      /** An open one, and none below it. */
      parentObligationId?: number | null
      /** A row of any board or page. */
      dealRowId?: string | null
      /** Whatever the caller keeps with it. */
      detail?: object
      isRecurring?: boolean
      /** RFC 5545, as `FREQ=MONTHLY;BYMONTHDAY=-1`: FREQ (DAILY, WEEKLY, MONTHLY, YEARLY), INTERVAL, COUNT or UNTIL, BYDAY, BYMONTHDAY, BYMONTH. It needs `dueAt`, the first time, and runs in the workspace’s time zone. */
      recurrenceRule?: string | null
      requiredDocumentType?: string | null
      responsibleParty?:
        | 'borrower'
        | 'guarantor'
        | 'broker'
        | 'funder'
        | 'landlord'
        | 'third_party'
        | 'internal'
      slaHours?: number | null
    }
    answer: {
      data: {
        id: number
        title: string
        description: string | null
        notes: string | null
        obligationType:
          | 'stipulation'
          | 'closing_condition'
          | 'post_closing'
          | 'covenant_financial'
          | 'covenant_reporting'
          | 'covenant_affirmative'
          | 'covenant_negative'
          | 'payment'
          | 'insurance'
          | 'lien_filing'
          | 'disclosure'
          | 'task'
        status: 'open' | 'in_progress' | 'submitted' | 'completed' | 'waived' | 'cancelled'
        priority: 'low' | 'normal' | 'high' | 'urgent'
        /** In minor units of `currency`; the two go together. */
        amountMinor: number | null
        /** ISO 4217. */
        currency: string | null
        dueAt: string | null
        createdAt: string
        updatedAt: string
        /** A `crmUserId`. */
        assignedToUserId: number | null
        /** An id of the caller’s own, kept as sent. */
        counterpartyId: number | null
        /** An id of the caller’s own, kept as sent. */
        facilityId: number | null
        /** An id of the caller’s own, kept as sent. */
        decisionId: number | null
        /** A document of the workspace. */
        documentId: number | null
        /** An id of the caller’s own, kept as sent. */
        submissionId: number | null
        parentObligationId: number | null
        /** The row that it belongs to, as one of the page `deals`. */
        dealRowId: string | null
        /** Whatever the caller keeps with it. */
        detail: object
        isRecurring: boolean
        recurrenceRule: string | null
        requiredDocumentType: string | null
        responsibleParty:
          | 'borrower'
          | 'guarantor'
          | 'broker'
          | 'funder'
          | 'landlord'
          | 'third_party'
          | 'internal'
        slaHours: number | null
        /** `createdAt` and `slaHours`; without those `dueAt`. It stays as it is at the close. */
        slaBreachAt: string | null
        /** How late it is, or was when it was closed: `minor` under 24 hours, `major` under 72, then `critical`; one step higher if urgent. */
        breachSeverity: 'minor' | 'major' | 'critical' | null
        /** When it was last brought before somebody. */
        escalatedAt: string | null
        /** A `crmUserId`. */
        escalatedToUserId: number | null
        completedAt: string | null
        /** A `crmUserId`. */
        completedByUserId: number | null
        waivedAt: string | null
        /** A `crmUserId`. */
        waivedByUserId: number | null
        waivedReason: string | null
      }
    }
  }
  /** What was done to it, oldest first. GET /v1/obligations/{id}/history, signed in. */
  'obligations.listHistory': {
    params: {
      id: number
    }
    query: {
      /** How many, 1 to 1000. */
      limit?: number
      /** The `nextCursor` of the page before. */
      cursor?: string
    }
    body: undefined
    answer: {
      data: {
        id: string
        at: string
        /** `user:<crmUserId>` or `system`. */
        actor: string
        action:
          | 'created'
          | 'updated'
          | 'started'
          | 'submitted'
          | 'rejected'
          | 'completed'
          | 'waived'
          | 'cancelled'
          | 'reopened'
          | 'escalated'
        reason: string | null
        /** The fields that it changed, of those that people write, and the status. */
        changes: {
          field: string
          from: unknown
          to: unknown
        }[]
        /** The next of the series, that this completion or waiver made. */
        successorId: number | null
      }[]
      nextCursor: string | null
    }
  }
  /** Somebody works on it: open → in_progress. POST /v1/obligations/{id}/start, signed in. */
  'obligations.start': {
    params: {
      id: number
    }
    query: undefined
    body: undefined
    answer: {
      data: {
        id: number
        title: string
        description: string | null
        notes: string | null
        obligationType:
          | 'stipulation'
          | 'closing_condition'
          | 'post_closing'
          | 'covenant_financial'
          | 'covenant_reporting'
          | 'covenant_affirmative'
          | 'covenant_negative'
          | 'payment'
          | 'insurance'
          | 'lien_filing'
          | 'disclosure'
          | 'task'
        status: 'open' | 'in_progress' | 'submitted' | 'completed' | 'waived' | 'cancelled'
        priority: 'low' | 'normal' | 'high' | 'urgent'
        /** In minor units of `currency`; the two go together. */
        amountMinor: number | null
        /** ISO 4217. */
        currency: string | null
        dueAt: string | null
        createdAt: string
        updatedAt: string
        /** A `crmUserId`. */
        assignedToUserId: number | null
        /** An id of the caller’s own, kept as sent. */
        counterpartyId: number | null
        /** An id of the caller’s own, kept as sent. */
        facilityId: number | null
        /** An id of the caller’s own, kept as sent. */
        decisionId: number | null
        /** A document of the workspace. */
        documentId: number | null
        /** An id of the caller’s own, kept as sent. */
        submissionId: number | null
        parentObligationId: number | null
        /** The row that it belongs to, as one of the page `deals`. */
        dealRowId: string | null
        /** Whatever the caller keeps with it. */
        detail: object
        isRecurring: boolean
        recurrenceRule: string | null
        requiredDocumentType: string | null
        responsibleParty:
          | 'borrower'
          | 'guarantor'
          | 'broker'
          | 'funder'
          | 'landlord'
          | 'third_party'
          | 'internal'
        slaHours: number | null
        /** `createdAt` and `slaHours`; without those `dueAt`. It stays as it is at the close. */
        slaBreachAt: string | null
        /** How late it is, or was when it was closed: `minor` under 24 hours, `major` under 72, then `critical`; one step higher if urgent. */
        breachSeverity: 'minor' | 'major' | 'critical' | null
        /** When it was last brought before somebody. */
        escalatedAt: string | null
        /** A `crmUserId`. */
        escalatedToUserId: number | null
        completedAt: string | null
        /** A `crmUserId`. */
        completedByUserId: number | null
        waivedAt: string | null
        /** A `crmUserId`. */
        waivedByUserId: number | null
        waivedReason: string | null
      }
    }
  }
  /** It is handed in for review: open, in_progress → submitted. POST /v1/obligations/{id}/submit, signed in. */
  'obligations.submit': {
    params: {
      id: number
    }
    query: undefined
    body: {
      /** What meets it; it stays on the record. */
      documentId?: number
    }
    answer: {
      data: {
        id: number
        title: string
        description: string | null
        notes: string | null
        obligationType:
          | 'stipulation'
          | 'closing_condition'
          | 'post_closing'
          | 'covenant_financial'
          | 'covenant_reporting'
          | 'covenant_affirmative'
          | 'covenant_negative'
          | 'payment'
          | 'insurance'
          | 'lien_filing'
          | 'disclosure'
          | 'task'
        status: 'open' | 'in_progress' | 'submitted' | 'completed' | 'waived' | 'cancelled'
        priority: 'low' | 'normal' | 'high' | 'urgent'
        /** In minor units of `currency`; the two go together. */
        amountMinor: number | null
        /** ISO 4217. */
        currency: string | null
        dueAt: string | null
        createdAt: string
        updatedAt: string
        /** A `crmUserId`. */
        assignedToUserId: number | null
        /** An id of the caller’s own, kept as sent. */
        counterpartyId: number | null
        /** An id of the caller’s own, kept as sent. */
        facilityId: number | null
        /** An id of the caller’s own, kept as sent. */
        decisionId: number | null
        /** A document of the workspace. */
        documentId: number | null
        /** An id of the caller’s own, kept as sent. */
        submissionId: number | null
        parentObligationId: number | null
        /** The row that it belongs to, as one of the page `deals`. */
        dealRowId: string | null
        /** Whatever the caller keeps with it. */
        detail: object
        isRecurring: boolean
        recurrenceRule: string | null
        requiredDocumentType: string | null
        responsibleParty:
          | 'borrower'
          | 'guarantor'
          | 'broker'
          | 'funder'
          | 'landlord'
          | 'third_party'
          | 'internal'
        slaHours: number | null
        /** `createdAt` and `slaHours`; without those `dueAt`. It stays as it is at the close. */
        slaBreachAt: string | null
        /** How late it is, or was when it was closed: `minor` under 24 hours, `major` under 72, then `critical`; one step higher if urgent. */
        breachSeverity: 'minor' | 'major' | 'critical' | null
        /** When it was last brought before somebody. */
        escalatedAt: string | null
        /** A `crmUserId`. */
        escalatedToUserId: number | null
        completedAt: string | null
        /** A `crmUserId`. */
        completedByUserId: number | null
        waivedAt: string | null
        /** A `crmUserId`. */
        waivedByUserId: number | null
        waivedReason: string | null
      }
    }
  }
  /** What was handed in does not do: submitted → open. POST /v1/obligations/{id}/reject, signed in. */
  'obligations.reject': {
    params: {
      id: number
    }
    query: undefined
    body: {
      /** What is missing. */
      reason: string
    }
    answer: {
      data: {
        id: number
        title: string
        description: string | null
        notes: string | null
        obligationType:
          | 'stipulation'
          | 'closing_condition'
          | 'post_closing'
          | 'covenant_financial'
          | 'covenant_reporting'
          | 'covenant_affirmative'
          | 'covenant_negative'
          | 'payment'
          | 'insurance'
          | 'lien_filing'
          | 'disclosure'
          | 'task'
        status: 'open' | 'in_progress' | 'submitted' | 'completed' | 'waived' | 'cancelled'
        priority: 'low' | 'normal' | 'high' | 'urgent'
        /** In minor units of `currency`; the two go together. */
        amountMinor: number | null
        /** ISO 4217. */
        currency: string | null
        dueAt: string | null
        createdAt: string
        updatedAt: string
        /** A `crmUserId`. */
        assignedToUserId: number | null
        /** An id of the caller’s own, kept as sent. */
        counterpartyId: number | null
        /** An id of the caller’s own, kept as sent. */
        facilityId: number | null
        /** An id of the caller’s own, kept as sent. */
        decisionId: number | null
        /** A document of the workspace. */
        documentId: number | null
        /** An id of the caller’s own, kept as sent. */
        submissionId: number | null
        parentObligationId: number | null
        /** The row that it belongs to, as one of the page `deals`. */
        dealRowId: string | null
        /** Whatever the caller keeps with it. */
        detail: object
        isRecurring: boolean
        recurrenceRule: string | null
        requiredDocumentType: string | null
        responsibleParty:
          | 'borrower'
          | 'guarantor'
          | 'broker'
          | 'funder'
          | 'landlord'
          | 'third_party'
          | 'internal'
        slaHours: number | null
        /** `createdAt` and `slaHours`; without those `dueAt`. It stays as it is at the close. */
        slaBreachAt: string | null
        /** How late it is, or was when it was closed: `minor` under 24 hours, `major` under 72, then `critical`; one step higher if urgent. */
        breachSeverity: 'minor' | 'major' | 'critical' | null
        /** When it was last brought before somebody. */
        escalatedAt: string | null
        /** A `crmUserId`. */
        escalatedToUserId: number | null
        completedAt: string | null
        /** A `crmUserId`. */
        completedByUserId: number | null
        waivedAt: string | null
        /** A `crmUserId`. */
        waivedByUserId: number | null
        waivedReason: string | null
      }
    }
  }
  /** It was met: → completed. POST /v1/obligations/{id}/complete, signed in. */
  'obligations.complete': {
    params: {
      id: number
    }
    query: undefined
    body: {
      /** What meets it; it stays on the record. */
      documentId?: number
      /** In place of its notes. */
      notes?: string
    }
    answer: {
      data: {
        id: number
        title: string
        description: string | null
        notes: string | null
        obligationType:
          | 'stipulation'
          | 'closing_condition'
          | 'post_closing'
          | 'covenant_financial'
          | 'covenant_reporting'
          | 'covenant_affirmative'
          | 'covenant_negative'
          | 'payment'
          | 'insurance'
          | 'lien_filing'
          | 'disclosure'
          | 'task'
        status: 'open' | 'in_progress' | 'submitted' | 'completed' | 'waived' | 'cancelled'
        priority: 'low' | 'normal' | 'high' | 'urgent'
        /** In minor units of `currency`; the two go together. */
        amountMinor: number | null
        /** ISO 4217. */
        currency: string | null
        dueAt: string | null
        createdAt: string
        updatedAt: string
        /** A `crmUserId`. */
        assignedToUserId: number | null
        /** An id of the caller’s own, kept as sent. */
        counterpartyId: number | null
        /** An id of the caller’s own, kept as sent. */
        facilityId: number | null
        /** An id of the caller’s own, kept as sent. */
        decisionId: number | null
        /** A document of the workspace. */
        documentId: number | null
        /** An id of the caller’s own, kept as sent. */
        submissionId: number | null
        parentObligationId: number | null
        /** The row that it belongs to, as one of the page `deals`. */
        dealRowId: string | null
        /** Whatever the caller keeps with it. */
        detail: object
        isRecurring: boolean
        recurrenceRule: string | null
        requiredDocumentType: string | null
        responsibleParty:
          | 'borrower'
          | 'guarantor'
          | 'broker'
          | 'funder'
          | 'landlord'
          | 'third_party'
          | 'internal'
        slaHours: number | null
        /** `createdAt` and `slaHours`; without those `dueAt`. It stays as it is at the close. */
        slaBreachAt: string | null
        /** How late it is, or was when it was closed: `minor` under 24 hours, `major` under 72, then `critical`; one step higher if urgent. */
        breachSeverity: 'minor' | 'major' | 'critical' | null
        /** When it was last brought before somebody. */
        escalatedAt: string | null
        /** A `crmUserId`. */
        escalatedToUserId: number | null
        completedAt: string | null
        /** A `crmUserId`. */
        completedByUserId: number | null
        waivedAt: string | null
        /** A `crmUserId`. */
        waivedByUserId: number | null
        waivedReason: string | null
      }
    }
  }
  /** It need not be met: → waived. POST /v1/obligations/{id}/waive, signed in. */
  'obligations.waive': {
    params: {
      id: number
    }
    query: undefined
    body: {
      /** Why; a waiver without a reason cannot be written. */
      reason: string
      /** Ends the series: no next one is made. */
      series?: boolean
    }
    answer: {
      data: {
        id: number
        title: string
        description: string | null
        notes: string | null
        obligationType:
          | 'stipulation'
          | 'closing_condition'
          | 'post_closing'
          | 'covenant_financial'
          | 'covenant_reporting'
          | 'covenant_affirmative'
          | 'covenant_negative'
          | 'payment'
          | 'insurance'
          | 'lien_filing'
          | 'disclosure'
          | 'task'
        status: 'open' | 'in_progress' | 'submitted' | 'completed' | 'waived' | 'cancelled'
        priority: 'low' | 'normal' | 'high' | 'urgent'
        /** In minor units of `currency`; the two go together. */
        amountMinor: number | null
        /** ISO 4217. */
        currency: string | null
        dueAt: string | null
        createdAt: string
        updatedAt: string
        /** A `crmUserId`. */
        assignedToUserId: number | null
        /** An id of the caller’s own, kept as sent. */
        counterpartyId: number | null
        /** An id of the caller’s own, kept as sent. */
        facilityId: number | null
        /** An id of the caller’s own, kept as sent. */
        decisionId: number | null
        /** A document of the workspace. */
        documentId: number | null
        /** An id of the caller’s own, kept as sent. */
        submissionId: number | null
        parentObligationId: number | null
        /** The row that it belongs to, as one of the page `deals`. */
        dealRowId: string | null
        /** Whatever the caller keeps with it. */
        detail: object
        isRecurring: boolean
        recurrenceRule: string | null
        requiredDocumentType: string | null
        responsibleParty:
          | 'borrower'
          | 'guarantor'
          | 'broker'
          | 'funder'
          | 'landlord'
          | 'third_party'
          | 'internal'
        slaHours: number | null
        /** `createdAt` and `slaHours`; without those `dueAt`. It stays as it is at the close. */
        slaBreachAt: string | null
        /** How late it is, or was when it was closed: `minor` under 24 hours, `major` under 72, then `critical`; one step higher if urgent. */
        breachSeverity: 'minor' | 'major' | 'critical' | null
        /** When it was last brought before somebody. */
        escalatedAt: string | null
        /** A `crmUserId`. */
        escalatedToUserId: number | null
        completedAt: string | null
        /** A `crmUserId`. */
        completedByUserId: number | null
        waivedAt: string | null
        /** A `crmUserId`. */
        waivedByUserId: number | null
        waivedReason: string | null
      }
    }
  }
  /** It was a mistake or fell away: → cancelled, with all that is open below it. POST /v1/obligations/{id}/cancel, signed in. */
  'obligations.cancel': {
    params: {
      id: number
    }
    query: undefined
    body: {
      /** Why. */
      reason: string
    }
    answer: {
      data: {
        id: number
        title: string
        description: string | null
        notes: string | null
        obligationType:
          | 'stipulation'
          | 'closing_condition'
          | 'post_closing'
          | 'covenant_financial'
          | 'covenant_reporting'
          | 'covenant_affirmative'
          | 'covenant_negative'
          | 'payment'
          | 'insurance'
          | 'lien_filing'
          | 'disclosure'
          | 'task'
        status: 'open' | 'in_progress' | 'submitted' | 'completed' | 'waived' | 'cancelled'
        priority: 'low' | 'normal' | 'high' | 'urgent'
        /** In minor units of `currency`; the two go together. */
        amountMinor: number | null
        /** ISO 4217. */
        currency: string | null
        dueAt: string | null
        createdAt: string
        updatedAt: string
        /** A `crmUserId`. */
        assignedToUserId: number | null
        /** An id of the caller’s own, kept as sent. */
        counterpartyId: number | null
        /** An id of the caller’s own, kept as sent. */
        facilityId: number | null
        /** An id of the caller’s own, kept as sent. */
        decisionId: number | null
        /** A document of the workspace. */
        documentId: number | null
        /** An id of the caller’s own, kept as sent. */
        submissionId: number | null
        parentObligationId: number | null
        /** The row that it belongs to, as one of the page `deals`. */
        dealRowId: string | null
        /** Whatever the caller keeps with it. */
        detail: object
        isRecurring: boolean
        recurrenceRule: string | null
        requiredDocumentType: string | null
        responsibleParty:
          | 'borrower'
          | 'guarantor'
          | 'broker'
          | 'funder'
          | 'landlord'
          | 'third_party'
          | 'internal'
        slaHours: number | null
        /** `createdAt` and `slaHours`; without those `dueAt`. It stays as it is at the close. */
        slaBreachAt: string | null
        /** How late it is, or was when it was closed: `minor` under 24 hours, `major` under 72, then `critical`; one step higher if urgent. */
        breachSeverity: 'minor' | 'major' | 'critical' | null
        /** When it was last brought before somebody. */
        escalatedAt: string | null
        /** A `crmUserId`. */
        escalatedToUserId: number | null
        completedAt: string | null
        /** A `crmUserId`. */
        completedByUserId: number | null
        waivedAt: string | null
        /** A `crmUserId`. */
        waivedByUserId: number | null
        waivedReason: string | null
      }
    }
  }
  /** It was not met after all: completed → open. POST /v1/obligations/{id}/reopen, signed in. */
  'obligations.reopen': {
    params: {
      id: number
    }
    query: undefined
    body: {
      /** Why. */
      reason: string
    }
    answer: {
      data: {
        id: number
        title: string
        description: string | null
        notes: string | null
        obligationType:
          | 'stipulation'
          | 'closing_condition'
          | 'post_closing'
          | 'covenant_financial'
          | 'covenant_reporting'
          | 'covenant_affirmative'
          | 'covenant_negative'
          | 'payment'
          | 'insurance'
          | 'lien_filing'
          | 'disclosure'
          | 'task'
        status: 'open' | 'in_progress' | 'submitted' | 'completed' | 'waived' | 'cancelled'
        priority: 'low' | 'normal' | 'high' | 'urgent'
        /** In minor units of `currency`; the two go together. */
        amountMinor: number | null
        /** ISO 4217. */
        currency: string | null
        dueAt: string | null
        createdAt: string
        updatedAt: string
        /** A `crmUserId`. */
        assignedToUserId: number | null
        /** An id of the caller’s own, kept as sent. */
        counterpartyId: number | null
        /** An id of the caller’s own, kept as sent. */
        facilityId: number | null
        /** An id of the caller’s own, kept as sent. */
        decisionId: number | null
        /** A document of the workspace. */
        documentId: number | null
        /** An id of the caller’s own, kept as sent. */
        submissionId: number | null
        parentObligationId: number | null
        /** The row that it belongs to, as one of the page `deals`. */
        dealRowId: string | null
        /** Whatever the caller keeps with it. */
        detail: object
        isRecurring: boolean
        recurrenceRule: string | null
        requiredDocumentType: string | null
        responsibleParty:
          | 'borrower'
          | 'guarantor'
          | 'broker'
          | 'funder'
          | 'landlord'
          | 'third_party'
          | 'internal'
        slaHours: number | null
        /** `createdAt` and `slaHours`; without those `dueAt`. It stays as it is at the close. */
        slaBreachAt: string | null
        /** How late it is, or was when it was closed: `minor` under 24 hours, `major` under 72, then `critical`; one step higher if urgent. */
        breachSeverity: 'minor' | 'major' | 'critical' | null
        /** When it was last brought before somebody. */
        escalatedAt: string | null
        /** A `crmUserId`. */
        escalatedToUserId: number | null
        completedAt: string | null
        /** A `crmUserId`. */
        completedByUserId: number | null
        waivedAt: string | null
        /** A `crmUserId`. */
        waivedByUserId: number | null
        waivedReason: string | null
      }
    }
  }
  /** Bring it before somebody. POST /v1/obligations/{id}/escalate, signed in. */
  'obligations.escalate': {
    params: {
      id: number
    }
    query: undefined
    body: {
      /** A `crmUserId`. */
      toUserId?: number
      /** Why. */
      reason?: string
    }
    answer: {
      data: {
        id: number
        title: string
        description: string | null
        notes: string | null
        obligationType:
          | 'stipulation'
          | 'closing_condition'
          | 'post_closing'
          | 'covenant_financial'
          | 'covenant_reporting'
          | 'covenant_affirmative'
          | 'covenant_negative'
          | 'payment'
          | 'insurance'
          | 'lien_filing'
          | 'disclosure'
          | 'task'
        status: 'open' | 'in_progress' | 'submitted' | 'completed' | 'waived' | 'cancelled'
        priority: 'low' | 'normal' | 'high' | 'urgent'
        /** In minor units of `currency`; the two go together. */
        amountMinor: number | null
        /** ISO 4217. */
        currency: string | null
        dueAt: string | null
        createdAt: string
        updatedAt: string
        /** A `crmUserId`. */
        assignedToUserId: number | null
        /** An id of the caller’s own, kept as sent. */
        counterpartyId: number | null
        /** An id of the caller’s own, kept as sent. */
        facilityId: number | null
        /** An id of the caller’s own, kept as sent. */
        decisionId: number | null
        /** A document of the workspace. */
        documentId: number | null
        /** An id of the caller’s own, kept as sent. */
        submissionId: number | null
        parentObligationId: number | null
        /** The row that it belongs to, as one of the page `deals`. */
        dealRowId: string | null
        /** Whatever the caller keeps with it. */
        detail: object
        isRecurring: boolean
        recurrenceRule: string | null
        requiredDocumentType: string | null
        responsibleParty:
          | 'borrower'
          | 'guarantor'
          | 'broker'
          | 'funder'
          | 'landlord'
          | 'third_party'
          | 'internal'
        slaHours: number | null
        /** `createdAt` and `slaHours`; without those `dueAt`. It stays as it is at the close. */
        slaBreachAt: string | null
        /** How late it is, or was when it was closed: `minor` under 24 hours, `major` under 72, then `critical`; one step higher if urgent. */
        breachSeverity: 'minor' | 'major' | 'critical' | null
        /** When it was last brought before somebody. */
        escalatedAt: string | null
        /** A `crmUserId`. */
        escalatedToUserId: number | null
        completedAt: string | null
        /** A `crmUserId`. */
        completedByUserId: number | null
        waivedAt: string | null
        /** A `crmUserId`. */
        waivedByUserId: number | null
        waivedReason: string | null
      }
    }
  }
  /** The documents, newest last. GET /v1/documents, signed in. */
  'documents.list': {
    params: undefined
    query: {
      /** How many, 1 to 1000. */
      limit?: number
      /** The `nextCursor` of the page before. */
      cursor?: string
      documentType?: string
    }
    body: undefined
    answer: {
      data: {
        id: number
        name: string
        /** The desk’s own word, as `bank_statement`. */
        documentType: string
        /** Where it is kept, if not here. */
        url: string | null
        file: {
          /** Its bytes: `GET /v1/files/{id}/content`. */
          id: string
          name: string
          size: number
          type: string
        } | null
        createdAt: string
        /** `user:<crmUserId>` */
        createdBy: string
      }[]
      nextCursor: string | null
    }
  }
  /** Add a document: where it is, or the file itself. POST /v1/documents, signed in. */
  'documents.create': {
    params: undefined
    query: undefined
    body: {
      /** Without one, the file’s. */
      name?: string
      documentType: string
      url?: string
      fileId?: string
      /** In multipart/form-data: the file. */
      file?: Blob
    }
    answer: {
      data: {
        id: number
        name: string
        /** The desk’s own word, as `bank_statement`. */
        documentType: string
        /** Where it is kept, if not here. */
        url: string | null
        file: {
          /** Its bytes: `GET /v1/files/{id}/content`. */
          id: string
          name: string
          size: number
          type: string
        } | null
        createdAt: string
        /** `user:<crmUserId>` */
        createdBy: string
      }
    }
  }
  /** One document. GET /v1/documents/{id}, signed in. */
  'documents.get': {
    params: {
      id: number
    }
    query: undefined
    body: undefined
    answer: {
      data: {
        id: number
        name: string
        /** The desk’s own word, as `bank_statement`. */
        documentType: string
        /** Where it is kept, if not here. */
        url: string | null
        file: {
          /** Its bytes: `GET /v1/files/{id}/content`. */
          id: string
          name: string
          size: number
          type: string
        } | null
        createdAt: string
        /** `user:<crmUserId>` */
        createdBy: string
      }
    }
  }
  /** The deals whose money is kept. GET /v1/accounting/deals, signed in. */
  'accounting.listDeals': {
    params: undefined
    query: {
      /** How many, 1 to 1000. */
      limit?: number
      /** The `nextCursor` of the page before. */
      cursor?: string
      dealRowId?: string
      /** Text that its name has somewhere, in any case. */
      search?: string
      /** `-id`: newest first; `id` unless told. */
      sort?: 'id' | '-id'
      /** Answers `totals` with the first page. */
      totals?: boolean
    }
    body: undefined
    answer: {
      data: {
        id: number
        name: string
        /** ISO 4217; it stays. */
        currency: string
        fundedMinor?: number | null
        /** The record that it belongs to, as a row of the page `deals`. */
        dealRowId: string | null
        notes?: string | null
        expectedMinor?: number
        collectedMinor?: number
        clawedBackMinor?: number
        createdAt: string
        /** When its own fields were changed; what is posted does not move it. */
        updatedAt: string
      }[]
      nextCursor: string | null
      /** With `totals`, on the first page: what all deals of the list come to, each currency by itself, those of the most deals first. Left out for whoever sees only their own stakes. */
      totals?: {
        currency: string
        count: number
        /** `null` beyond 2^53−1, where a number is not exact. */
        expectedMinor: number | null
        /** `null` beyond 2^53−1, where a number is not exact. */
        collectedMinor: number | null
        /** `null` beyond 2^53−1, where a number is not exact. */
        clawedBackMinor: number | null
      }[]
    }
  }
  /** Keep the money of a deal. POST /v1/accounting/deals, signed in. */
  'accounting.createDeal': {
    params: undefined
    query: undefined
    body: {
      name: string
      /** ISO 4217. */
      currency: string
      fundedMinor?: number | null
      dealRowId?: string | null
      notes?: string | null
    }
    answer: {
      /** Whoever sees only their own stakes sees the deals that they have one in, without `fundedMinor`, `notes` and the sums. */
      data: {
        id: number
        name: string
        /** ISO 4217; it stays. */
        currency: string
        fundedMinor?: number | null
        /** The record that it belongs to, as a row of the page `deals`. */
        dealRowId: string | null
        notes?: string | null
        expectedMinor?: number
        collectedMinor?: number
        clawedBackMinor?: number
        createdAt: string
        /** When its own fields were changed; what is posted does not move it. */
        updatedAt: string
      }
    }
  }
  /** One deal. GET /v1/accounting/deals/{id}, signed in. */
  'accounting.getDeal': {
    params: {
      id: number
    }
    query: undefined
    body: undefined
    answer: {
      /** Whoever sees only their own stakes sees the deals that they have one in, without `fundedMinor`, `notes` and the sums. */
      data: {
        id: number
        name: string
        /** ISO 4217; it stays. */
        currency: string
        fundedMinor?: number | null
        /** The record that it belongs to, as a row of the page `deals`. */
        dealRowId: string | null
        notes?: string | null
        expectedMinor?: number
        collectedMinor?: number
        clawedBackMinor?: number
        createdAt: string
        /** When its own fields were changed; what is posted does not move it. */
        updatedAt: string
      }
    }
  }
  /** Change a deal. PATCH /v1/accounting/deals/{id}, signed in. */
  'accounting.updateDeal': {
    params: {
      id: number
    }
    query: undefined
    body: {
      name?: string
      fundedMinor?: number | null
      dealRowId?: string | null
      notes?: string | null
    }
    answer: {
      /** Whoever sees only their own stakes sees the deals that they have one in, without `fundedMinor`, `notes` and the sums. */
      data: {
        id: number
        name: string
        /** ISO 4217; it stays. */
        currency: string
        fundedMinor?: number | null
        /** The record that it belongs to, as a row of the page `deals`. */
        dealRowId: string | null
        notes?: string | null
        expectedMinor?: number
        collectedMinor?: number
        clawedBackMinor?: number
        createdAt: string
        /** When its own fields were changed; what is posted does not move it. */
        updatedAt: string
      }
    }
  }
  /** A commission is expected. POST /v1/accounting/deals/{id}/expectations, signed in. */
  'accounting.expect': {
    params: {
      id: number
    }
    query: undefined
    body: {
      /** In minor units, 1 or more. */
      amountMinor: number
      /** When it happened; now unless told. */
      occurredAt?: string
      /** As of the bank: free text, to find it again. */
      reference?: string
    }
    answer: {
      /** Whoever sees only their own stakes sees the entries that concern one. Of a receipt, a clawback and its reversal that is their own part: without `amountMinor`, `reference`, `reason` and `notes`, which are about the whole. Of their own draws it is everything. */
      data: {
        id: string
        dealId: number
        kind:
          | 'commission_expected'
          | 'commission_collected'
          | 'clawback'
          | 'draw_requested'
          | 'draw_paid'
          | 'draw_voided'
          | 'reversal'
        /** In minor units, 1 or more. */
        amountMinor?: number
        /** When it happened, as told. */
        occurredAt: string
        /** When it was posted. */
        createdAt: string
        /** `user:<crmUserId>` */
        createdBy: string
        reference?: string | null
        reason?: string | null
        notes?: string | null
        /** Of draws. */
        dealSplitId: number | null
        /** Of draws. */
        drawId: string | null
        /** Of a reversal: the entry that it takes back. */
        reverses: string | null
        /** The reversal that took it back. */
        reversedBy: string | null
        /** Of receipts and clawbacks, and their reversals: whose part is how much. */
        allocations: {
          /** `null` is the house. */
          dealSplitId: number | null
          /** Below 0 in a reversal. */
          amountMinor: number
        }[]
      }
    }
  }
  /** Money came in: it is split over the stakes, once and for all. POST /v1/accounting/deals/{id}/collections, signed in. */
  'accounting.collect': {
    params: {
      id: number
    }
    query: undefined
    body: {
      /** In minor units, 1 or more. */
      amountMinor: number
      /** When it happened; now unless told. */
      occurredAt?: string
      /** As of the bank: free text, to find it again. */
      reference?: string
    }
    answer: {
      /** Whoever sees only their own stakes sees the entries that concern one. Of a receipt, a clawback and its reversal that is their own part: without `amountMinor`, `reference`, `reason` and `notes`, which are about the whole. Of their own draws it is everything. */
      data: {
        id: string
        dealId: number
        kind:
          | 'commission_expected'
          | 'commission_collected'
          | 'clawback'
          | 'draw_requested'
          | 'draw_paid'
          | 'draw_voided'
          | 'reversal'
        /** In minor units, 1 or more. */
        amountMinor?: number
        /** When it happened, as told. */
        occurredAt: string
        /** When it was posted. */
        createdAt: string
        /** `user:<crmUserId>` */
        createdBy: string
        reference?: string | null
        reason?: string | null
        notes?: string | null
        /** Of draws. */
        dealSplitId: number | null
        /** Of draws. */
        drawId: string | null
        /** Of a reversal: the entry that it takes back. */
        reverses: string | null
        /** The reversal that took it back. */
        reversedBy: string | null
        /** Of receipts and clawbacks, and their reversals: whose part is how much. */
        allocations: {
          /** `null` is the house. */
          dealSplitId: number | null
          /** Below 0 in a reversal. */
          amountMinor: number
        }[]
      }
    }
  }
  /** Money has to be given back: it falls on whom it came to. POST /v1/accounting/deals/{id}/clawbacks, signed in. */
  'accounting.clawBack': {
    params: {
      id: number
    }
    query: undefined
    body: {
      /** In minor units, 1 or more. */
      amountMinor: number
      reason: string
    }
    answer: {
      /** Whoever sees only their own stakes sees the entries that concern one. Of a receipt, a clawback and its reversal that is their own part: without `amountMinor`, `reference`, `reason` and `notes`, which are about the whole. Of their own draws it is everything. */
      data: {
        id: string
        dealId: number
        kind:
          | 'commission_expected'
          | 'commission_collected'
          | 'clawback'
          | 'draw_requested'
          | 'draw_paid'
          | 'draw_voided'
          | 'reversal'
        /** In minor units, 1 or more. */
        amountMinor?: number
        /** When it happened, as told. */
        occurredAt: string
        /** When it was posted. */
        createdAt: string
        /** `user:<crmUserId>` */
        createdBy: string
        reference?: string | null
        reason?: string | null
        notes?: string | null
        /** Of draws. */
        dealSplitId: number | null
        /** Of draws. */
        drawId: string | null
        /** Of a reversal: the entry that it takes back. */
        reverses: string | null
        /** The reversal that took it back. */
        reversedBy: string | null
        /** Of receipts and clawbacks, and their reversals: whose part is how much. */
        allocations: {
          /** `null` is the house. */
          dealSplitId: number | null
          /** Below 0 in a reversal. */
          amountMinor: number
        }[]
      }
    }
  }
  /** Every entry of a deal, oldest first. GET /v1/accounting/deals/{id}/ledger, signed in. */
  'accounting.listLedger': {
    params: {
      id: number
    }
    query: {
      /** How many, 1 to 1000. */
      limit?: number
      /** The `nextCursor` of the page before. */
      cursor?: string
      kind?:
        | 'commission_expected'
        | 'commission_collected'
        | 'clawback'
        | 'draw_requested'
        | 'draw_paid'
        | 'draw_voided'
        | 'reversal'
    }
    body: undefined
    answer: {
      data: {
        id: string
        dealId: number
        kind:
          | 'commission_expected'
          | 'commission_collected'
          | 'clawback'
          | 'draw_requested'
          | 'draw_paid'
          | 'draw_voided'
          | 'reversal'
        /** In minor units, 1 or more. */
        amountMinor?: number
        /** When it happened, as told. */
        occurredAt: string
        /** When it was posted. */
        createdAt: string
        /** `user:<crmUserId>` */
        createdBy: string
        reference?: string | null
        reason?: string | null
        notes?: string | null
        /** Of draws. */
        dealSplitId: number | null
        /** Of draws. */
        drawId: string | null
        /** Of a reversal: the entry that it takes back. */
        reverses: string | null
        /** The reversal that took it back. */
        reversedBy: string | null
        /** Of receipts and clawbacks, and their reversals: whose part is how much. */
        allocations: {
          /** `null` is the house. */
          dealSplitId: number | null
          /** Below 0 in a reversal. */
          amountMinor: number
        }[]
      }[]
      nextCursor: string | null
    }
  }
  /** The ledger as CSV. GET /v1/accounting/deals/{id}/ledger/export, signed in. */
  'accounting.exportLedger': {
    params: {
      id: number
    }
    query: {
      kind?:
        | 'commission_expected'
        | 'commission_collected'
        | 'clawback'
        | 'draw_requested'
        | 'draw_paid'
        | 'draw_voided'
        | 'reversal'
    }
    body: undefined
    answer: { response: Response }
  }
  /** The stakes in deals, newest last. GET /v1/accounting/deal-splits, signed in. */
  'accounting.listSplits': {
    params: undefined
    query: {
      /** How many, 1 to 1000. */
      limit?: number
      /** The `nextCursor` of the page before. */
      cursor?: string
      dealId?: number
      status?: 'active' | 'inactive'
      partyKind?: 'account' | 'crm_user' | 'external' | 'house'
      accountId?: string
      crmUserId?: number
      externalParty?: string
    }
    body: undefined
    answer: {
      data: {
        id: number
        dealId: number
        partyKind: 'account' | 'crm_user' | 'external' | 'house'
        /** Of `account`: the login of somebody with a seat here. */
        accountId: string | null
        /** Of `crm_user`: somebody with a seat here. */
        crmUserId: number | null
        /** Of `external`: whoever has no seat. */
        externalParty: string | null
        basis: 'gross' | 'funded' | 'flat' | 'net'
        /** Parts per million: 250000 is 25 %. */
        sharePpm: number | null
        /** In minor units, 1 or more. */
        flatAmountMinor: number | null
        notes: string | null
        status: 'active' | 'inactive'
        held: boolean
        heldReason: string | null
        /** `heldAt`, `releasedAt`, `releasedReason`; of a retired one `deactivatedReason` and `successorId`; of a successor `predecessorId`. Whoever sees only their own stakes gets no id of somebody else’s. */
        detail: object
        createdAt: string
        updatedAt: string
        deactivatedAt: string | null
        availability: {
          /** What fell to it of all receipts, less reversals. */
          collectedMinor: number
          /** What would fall to it if all that is still expected came at once. */
          pendingMinor: number
          /** `collectedMinor` and `pendingMinor`. */
          entitledMinor: number
          /** Its part of clawbacks, less reversals. */
          clawbackShareMinor: number
          /** Draws requested and paid, less voided ones. */
          drawnMinor: number
          /** Collected less clawbacks and draws; below 0 the party owes it. */
          unpaidMinor: number
          /** What may be drawn now: 0 while held. */
          availableMinor: number
          isHeld: boolean
        }
      }[]
      nextCursor: string | null
    }
  }
  /** Add a stake. POST /v1/accounting/deal-splits, signed in. */
  'accounting.createSplit': {
    params: undefined
    query: undefined
    body: {
      dealId: number
      partyKind: 'account' | 'crm_user' | 'external' | 'house'
      accountId?: string
      crmUserId?: number
      externalParty?: string
      basis: 'gross' | 'funded' | 'flat' | 'net'
      /** Parts per million: 250000 is 25 %. */
      sharePpm?: number
      /** In minor units, 1 or more. */
      flatAmountMinor?: number
      notes?: string
    }
    answer: {
      data: {
        id: number
        dealId: number
        partyKind: 'account' | 'crm_user' | 'external' | 'house'
        /** Of `account`: the login of somebody with a seat here. */
        accountId: string | null
        /** Of `crm_user`: somebody with a seat here. */
        crmUserId: number | null
        /** Of `external`: whoever has no seat. */
        externalParty: string | null
        basis: 'gross' | 'funded' | 'flat' | 'net'
        /** Parts per million: 250000 is 25 %. */
        sharePpm: number | null
        /** In minor units, 1 or more. */
        flatAmountMinor: number | null
        notes: string | null
        status: 'active' | 'inactive'
        held: boolean
        heldReason: string | null
        /** `heldAt`, `releasedAt`, `releasedReason`; of a retired one `deactivatedReason` and `successorId`; of a successor `predecessorId`. Whoever sees only their own stakes gets no id of somebody else’s. */
        detail: object
        createdAt: string
        updatedAt: string
        deactivatedAt: string | null
        availability: {
          /** What fell to it of all receipts, less reversals. */
          collectedMinor: number
          /** What would fall to it if all that is still expected came at once. */
          pendingMinor: number
          /** `collectedMinor` and `pendingMinor`. */
          entitledMinor: number
          /** Its part of clawbacks, less reversals. */
          clawbackShareMinor: number
          /** Draws requested and paid, less voided ones. */
          drawnMinor: number
          /** Collected less clawbacks and draws; below 0 the party owes it. */
          unpaidMinor: number
          /** What may be drawn now: 0 while held. */
          availableMinor: number
          isHeld: boolean
        }
      }
    }
  }
  /** One stake, with what there is to draw. GET /v1/accounting/deal-splits/{id}, signed in. */
  'accounting.getSplit': {
    params: {
      id: number
    }
    query: undefined
    body: undefined
    answer: {
      data: {
        id: number
        dealId: number
        partyKind: 'account' | 'crm_user' | 'external' | 'house'
        /** Of `account`: the login of somebody with a seat here. */
        accountId: string | null
        /** Of `crm_user`: somebody with a seat here. */
        crmUserId: number | null
        /** Of `external`: whoever has no seat. */
        externalParty: string | null
        basis: 'gross' | 'funded' | 'flat' | 'net'
        /** Parts per million: 250000 is 25 %. */
        sharePpm: number | null
        /** In minor units, 1 or more. */
        flatAmountMinor: number | null
        notes: string | null
        status: 'active' | 'inactive'
        held: boolean
        heldReason: string | null
        /** `heldAt`, `releasedAt`, `releasedReason`; of a retired one `deactivatedReason` and `successorId`; of a successor `predecessorId`. Whoever sees only their own stakes gets no id of somebody else’s. */
        detail: object
        createdAt: string
        updatedAt: string
        deactivatedAt: string | null
        availability: {
          /** What fell to it of all receipts, less reversals. */
          collectedMinor: number
          /** What would fall to it if all that is still expected came at once. */
          pendingMinor: number
          /** `collectedMinor` and `pendingMinor`. */
          entitledMinor: number
          /** Its part of clawbacks, less reversals. */
          clawbackShareMinor: number
          /** Draws requested and paid, less voided ones. */
          drawnMinor: number
          /** Collected less clawbacks and draws; below 0 the party owes it. */
          unpaidMinor: number
          /** What may be drawn now: 0 while held. */
          availableMinor: number
          isHeld: boolean
        }
      }
    }
  }
  /** Change how much a stake gets of receipts to come. PATCH /v1/accounting/deal-splits/{id}, signed in. */
  'accounting.updateSplit': {
    params: {
      id: number
    }
    query: undefined
    body: {
      basis?: 'gross' | 'funded' | 'flat' | 'net'
      /** Parts per million: 250000 is 25 %. */
      sharePpm?: number
      /** In minor units, 1 or more. */
      flatAmountMinor?: number
      notes?: string | null
      /** Refused: `party_is_fixed`. */
      partyKind?: unknown
      /** Refused: `party_is_fixed`. */
      accountId?: unknown
      /** Refused: `party_is_fixed`. */
      crmUserId?: unknown
      /** Refused: `party_is_fixed`. */
      externalParty?: unknown
    }
    answer: {
      data: {
        id: number
        dealId: number
        partyKind: 'account' | 'crm_user' | 'external' | 'house'
        /** Of `account`: the login of somebody with a seat here. */
        accountId: string | null
        /** Of `crm_user`: somebody with a seat here. */
        crmUserId: number | null
        /** Of `external`: whoever has no seat. */
        externalParty: string | null
        basis: 'gross' | 'funded' | 'flat' | 'net'
        /** Parts per million: 250000 is 25 %. */
        sharePpm: number | null
        /** In minor units, 1 or more. */
        flatAmountMinor: number | null
        notes: string | null
        status: 'active' | 'inactive'
        held: boolean
        heldReason: string | null
        /** `heldAt`, `releasedAt`, `releasedReason`; of a retired one `deactivatedReason` and `successorId`; of a successor `predecessorId`. Whoever sees only their own stakes gets no id of somebody else’s. */
        detail: object
        createdAt: string
        updatedAt: string
        deactivatedAt: string | null
        availability: {
          /** What fell to it of all receipts, less reversals. */
          collectedMinor: number
          /** What would fall to it if all that is still expected came at once. */
          pendingMinor: number
          /** `collectedMinor` and `pendingMinor`. */
          entitledMinor: number
          /** Its part of clawbacks, less reversals. */
          clawbackShareMinor: number
          /** Draws requested and paid, less voided ones. */
          drawnMinor: number
          /** Collected less clawbacks and draws; below 0 the party owes it. */
          unpaidMinor: number
          /** What may be drawn now: 0 while held. */
          availableMinor: number
          isHeld: boolean
        }
      }
    }
  }
  /** How each figure of a stake comes about. GET /v1/accounting/deal-splits/{id}/availability/explanation, signed in. */
  'accounting.explainAvailability': {
    params: {
      id: number
    }
    query: {
      /** How many, 1 to 1000. */
      limit?: number
      /** The `nextCursor` of the page before. */
      cursor?: string
    }
    body: undefined
    answer: {
      data: {
        dealSplitId: number
        availability: {
          /** What fell to it of all receipts, less reversals. */
          collectedMinor: number
          /** What would fall to it if all that is still expected came at once. */
          pendingMinor: number
          /** `collectedMinor` and `pendingMinor`. */
          entitledMinor: number
          /** Its part of clawbacks, less reversals. */
          clawbackShareMinor: number
          /** Draws requested and paid, less voided ones. */
          drawnMinor: number
          /** Collected less clawbacks and draws; below 0 the party owes it. */
          unpaidMinor: number
          /** What may be drawn now: 0 while held. */
          availableMinor: number
          isHeld: boolean
        }
        figures: {
          name:
            | 'collectedMinor'
            | 'pendingMinor'
            | 'entitledMinor'
            | 'clawbackShareMinor'
            | 'drawnMinor'
            | 'unpaidMinor'
            | 'availableMinor'
          amountMinor: number
          /** In words. */
          formula: string
          terms: {
            /** The kind of the entries, or the figure, that is summed. */
            what: string
            amountMinor: number
            /** `null` of a figure. */
            entryCount: number | null
          }[]
        }[]
        entries: {
          entryId: string
          kind:
            | 'commission_expected'
            | 'commission_collected'
            | 'clawback'
            | 'draw_requested'
            | 'draw_paid'
            | 'draw_voided'
            | 'reversal'
          occurredAt: string
          createdAt: string
          /** In minor units, 1 or more. */
          amountMinor?: number
          adds: {
            figure:
              | 'collectedMinor'
              | 'pendingMinor'
              | 'entitledMinor'
              | 'clawbackShareMinor'
              | 'drawnMinor'
              | 'unpaidMinor'
              | 'availableMinor'
            amountMinor: number
          }[]
        }[]
      }
      nextCursor: string | null
    }
  }
  /** Nothing is paid out of a stake for now; money still accrues. POST /v1/accounting/deal-splits/{id}/hold, signed in. */
  'accounting.hold': {
    params: {
      id: number
    }
    query: undefined
    body: {
      reason: string
    }
    answer: {
      data: {
        id: number
        dealId: number
        partyKind: 'account' | 'crm_user' | 'external' | 'house'
        /** Of `account`: the login of somebody with a seat here. */
        accountId: string | null
        /** Of `crm_user`: somebody with a seat here. */
        crmUserId: number | null
        /** Of `external`: whoever has no seat. */
        externalParty: string | null
        basis: 'gross' | 'funded' | 'flat' | 'net'
        /** Parts per million: 250000 is 25 %. */
        sharePpm: number | null
        /** In minor units, 1 or more. */
        flatAmountMinor: number | null
        notes: string | null
        status: 'active' | 'inactive'
        held: boolean
        heldReason: string | null
        /** `heldAt`, `releasedAt`, `releasedReason`; of a retired one `deactivatedReason` and `successorId`; of a successor `predecessorId`. Whoever sees only their own stakes gets no id of somebody else’s. */
        detail: object
        createdAt: string
        updatedAt: string
        deactivatedAt: string | null
        availability: {
          /** What fell to it of all receipts, less reversals. */
          collectedMinor: number
          /** What would fall to it if all that is still expected came at once. */
          pendingMinor: number
          /** `collectedMinor` and `pendingMinor`. */
          entitledMinor: number
          /** Its part of clawbacks, less reversals. */
          clawbackShareMinor: number
          /** Draws requested and paid, less voided ones. */
          drawnMinor: number
          /** Collected less clawbacks and draws; below 0 the party owes it. */
          unpaidMinor: number
          /** What may be drawn now: 0 while held. */
          availableMinor: number
          isHeld: boolean
        }
      }
    }
  }
  /** Ends a hold. POST /v1/accounting/deal-splits/{id}/release, signed in. */
  'accounting.release': {
    params: {
      id: number
    }
    query: undefined
    body: {
      reason: string
    }
    answer: {
      data: {
        id: number
        dealId: number
        partyKind: 'account' | 'crm_user' | 'external' | 'house'
        /** Of `account`: the login of somebody with a seat here. */
        accountId: string | null
        /** Of `crm_user`: somebody with a seat here. */
        crmUserId: number | null
        /** Of `external`: whoever has no seat. */
        externalParty: string | null
        basis: 'gross' | 'funded' | 'flat' | 'net'
        /** Parts per million: 250000 is 25 %. */
        sharePpm: number | null
        /** In minor units, 1 or more. */
        flatAmountMinor: number | null
        notes: string | null
        status: 'active' | 'inactive'
        held: boolean
        heldReason: string | null
        /** `heldAt`, `releasedAt`, `releasedReason`; of a retired one `deactivatedReason` and `successorId`; of a successor `predecessorId`. Whoever sees only their own stakes gets no id of somebody else’s. */
        detail: object
        createdAt: string
        updatedAt: string
        deactivatedAt: string | null
        availability: {
          /** What fell to it of all receipts, less reversals. */
          collectedMinor: number
          /** What would fall to it if all that is still expected came at once. */
          pendingMinor: number
          /** `collectedMinor` and `pendingMinor`. */
          entitledMinor: number
          /** Its part of clawbacks, less reversals. */
          clawbackShareMinor: number
          /** Draws requested and paid, less voided ones. */
          drawnMinor: number
          /** Collected less clawbacks and draws; below 0 the party owes it. */
          unpaidMinor: number
          /** What may be drawn now: 0 while held. */
          availableMinor: number
          isHeld: boolean
        }
      }
    }
  }
  /** Retire a stake, with a successor. POST /v1/accounting/deal-splits/{id}/deactivate, signed in. */
  'accounting.deactivate': {
    params: {
      id: number
    }
    query: undefined
    body: {
      reason: string
      successor?: {
        partyKind?: 'account' | 'crm_user' | 'external' | 'house'
        accountId?: string
        crmUserId?: number
        externalParty?: string
        basis?: 'gross' | 'funded' | 'flat' | 'net'
        /** Parts per million: 250000 is 25 %. */
        sharePpm?: number
        /** In minor units, 1 or more. */
        flatAmountMinor?: number
        notes?: string
      }
    }
    answer: {
      data: {
        id: number
        dealId: number
        partyKind: 'account' | 'crm_user' | 'external' | 'house'
        /** Of `account`: the login of somebody with a seat here. */
        accountId: string | null
        /** Of `crm_user`: somebody with a seat here. */
        crmUserId: number | null
        /** Of `external`: whoever has no seat. */
        externalParty: string | null
        basis: 'gross' | 'funded' | 'flat' | 'net'
        /** Parts per million: 250000 is 25 %. */
        sharePpm: number | null
        /** In minor units, 1 or more. */
        flatAmountMinor: number | null
        notes: string | null
        status: 'active' | 'inactive'
        held: boolean
        heldReason: string | null
        /** `heldAt`, `releasedAt`, `releasedReason`; of a retired one `deactivatedReason` and `successorId`; of a successor `predecessorId`. Whoever sees only their own stakes gets no id of somebody else’s. */
        detail: object
        createdAt: string
        updatedAt: string
        deactivatedAt: string | null
        availability: {
          /** What fell to it of all receipts, less reversals. */
          collectedMinor: number
          /** What would fall to it if all that is still expected came at once. */
          pendingMinor: number
          /** `collectedMinor` and `pendingMinor`. */
          entitledMinor: number
          /** Its part of clawbacks, less reversals. */
          clawbackShareMinor: number
          /** Draws requested and paid, less voided ones. */
          drawnMinor: number
          /** Collected less clawbacks and draws; below 0 the party owes it. */
          unpaidMinor: number
          /** What may be drawn now: 0 while held. */
          availableMinor: number
          isHeld: boolean
        }
      }
      successor: {
        id: number
        dealId: number
        partyKind: 'account' | 'crm_user' | 'external' | 'house'
        /** Of `account`: the login of somebody with a seat here. */
        accountId: string | null
        /** Of `crm_user`: somebody with a seat here. */
        crmUserId: number | null
        /** Of `external`: whoever has no seat. */
        externalParty: string | null
        basis: 'gross' | 'funded' | 'flat' | 'net'
        /** Parts per million: 250000 is 25 %. */
        sharePpm: number | null
        /** In minor units, 1 or more. */
        flatAmountMinor: number | null
        notes: string | null
        status: 'active' | 'inactive'
        held: boolean
        heldReason: string | null
        /** `heldAt`, `releasedAt`, `releasedReason`; of a retired one `deactivatedReason` and `successorId`; of a successor `predecessorId`. Whoever sees only their own stakes gets no id of somebody else’s. */
        detail: object
        createdAt: string
        updatedAt: string
        deactivatedAt: string | null
        availability: {
          /** What fell to it of all receipts, less reversals. */
          collectedMinor: number
          /** What would fall to it if all that is still expected came at once. */
          pendingMinor: number
          /** `collectedMinor` and `pendingMinor`. */
          entitledMinor: number
          /** Its part of clawbacks, less reversals. */
          clawbackShareMinor: number
          /** Draws requested and paid, less voided ones. */
          drawnMinor: number
          /** Collected less clawbacks and draws; below 0 the party owes it. */
          unpaidMinor: number
          /** What may be drawn now: 0 while held. */
          availableMinor: number
          isHeld: boolean
        }
      } | null
    }
  }
  /** The draws of a stake, oldest first. GET /v1/accounting/deal-splits/{id}/draws, signed in. */
  'accounting.listDraws': {
    params: {
      id: number
    }
    query: {
      /** How many, 1 to 1000. */
      limit?: number
      /** The `nextCursor` of the page before. */
      cursor?: string
    }
    body: undefined
    answer: {
      data: {
        id: string
        dealSplitId: number
        /** In minor units, 1 or more. */
        amountMinor: number
        status: 'requested' | 'paid' | 'voided'
        notes: string | null
        requestedAt: string
        paidAt: string | null
        voidedAt: string | null
      }[]
      nextCursor: string | null
    }
  }
  /** Ask for money of a stake. POST /v1/accounting/deal-splits/{id}/draws, signed in. */
  'accounting.draw': {
    params: {
      id: number
    }
    query: undefined
    body: {
      /** In minor units, 1 or more. */
      amountMinor: number
      notes?: string
    }
    answer: {
      data: {
        id: string
        dealSplitId: number
        /** In minor units, 1 or more. */
        amountMinor: number
        status: 'requested' | 'paid' | 'voided'
        notes: string | null
        requestedAt: string
        paidAt: string | null
        voidedAt: string | null
      }
    }
  }
  /** A draw was paid out. POST /v1/accounting/draws/{id}/pay, signed in. */
  'accounting.payDraw': {
    params: {
      id: string
    }
    query: undefined
    body: undefined
    answer: {
      data: {
        id: string
        dealSplitId: number
        /** In minor units, 1 or more. */
        amountMinor: number
        status: 'requested' | 'paid' | 'voided'
        notes: string | null
        requestedAt: string
        paidAt: string | null
        voidedAt: string | null
      }
    }
  }
  /** A draw is not paid after all: its money is available again. POST /v1/accounting/draws/{id}/void, signed in. */
  'accounting.voidDraw': {
    params: {
      id: string
    }
    query: undefined
    body: undefined
    answer: {
      data: {
        id: string
        dealSplitId: number
        /** In minor units, 1 or more. */
        amountMinor: number
        status: 'requested' | 'paid' | 'voided'
        notes: string | null
        requestedAt: string
        paidAt: string | null
        voidedAt: string | null
      }
    }
  }
  /** Take an entry back. POST /v1/accounting/entries/{id}/reverse, signed in. */
  'accounting.reverse': {
    params: {
      id: string
    }
    query: undefined
    body: {
      reason?: string
    }
    answer: {
      /** Whoever sees only their own stakes sees the entries that concern one. Of a receipt, a clawback and its reversal that is their own part: without `amountMinor`, `reference`, `reason` and `notes`, which are about the whole. Of their own draws it is everything. */
      data: {
        id: string
        dealId: number
        kind:
          | 'commission_expected'
          | 'commission_collected'
          | 'clawback'
          | 'draw_requested'
          | 'draw_paid'
          | 'draw_voided'
          | 'reversal'
        /** In minor units, 1 or more. */
        amountMinor?: number
        /** When it happened, as told. */
        occurredAt: string
        /** When it was posted. */
        createdAt: string
        /** `user:<crmUserId>` */
        createdBy: string
        reference?: string | null
        reason?: string | null
        notes?: string | null
        /** Of draws. */
        dealSplitId: number | null
        /** Of draws. */
        drawId: string | null
        /** Of a reversal: the entry that it takes back. */
        reverses: string | null
        /** The reversal that took it back. */
        reversedBy: string | null
        /** Of receipts and clawbacks, and their reversals: whose part is how much. */
        allocations: {
          /** `null` is the house. */
          dealSplitId: number | null
          /** Below 0 in a reversal. */
          amountMinor: number
        }[]
      }
    }
  }
  /** What a party has in all its stakes, by currency. GET /v1/accounting/parties/{partyKind}/{ref}/balance, signed in. */
  'accounting.getPartyBalance': {
    params: {
      partyKind: 'account' | 'crm_user' | 'external' | 'house'
      ref: string
    }
    query: undefined
    body: undefined
    answer: {
      data: {
        partyKind: 'account' | 'crm_user' | 'external' | 'house'
        ref: string
        balances: {
          currency: string
          splitCount: number
          /** What fell to it of all receipts, less reversals. */
          collectedMinor: number
          /** What would fall to it if all that is still expected came at once. */
          pendingMinor: number
          /** `collectedMinor` and `pendingMinor`. */
          entitledMinor: number
          /** Its part of clawbacks, less reversals. */
          clawbackShareMinor: number
          /** Draws requested and paid, less voided ones. */
          drawnMinor: number
          /** Collected less clawbacks and draws; below 0 the party owes it. */
          unpaidMinor: number
          /** What may be drawn now: 0 while held. */
          availableMinor: number
          /** Of `unpaidMinor`: what could be drawn if it were not held. */
          heldMinor: number
        }[]
      }
    }
  }
  /** Where the caller and the workspace stand with each agreement. GET /v1/workspace/agreements, signed in. */
  'agreements.list': {
    params: undefined
    query: {
      /** How many, 1 to 1000. */
      limit?: number
      /** The `nextCursor` of the page before. */
      cursor?: string
    }
    body: undefined
    answer: {
      data: {
        kind: 'terms_of_service' | 'privacy_policy' | 'data_processing' | 'broker_agreement'
        title: string
        version: string
        effectiveAt: string
        /** Whether who signed an earlier version has to sign this one too. */
        requiresResign: boolean
        /** Markdown, as it was published. */
        bodySource: string
        /** Its HTML, cleaned, with placeholders as they are. */
        bodyHtml: string
        /** The document as this workspace reads and signs it, filled in; once signed, with the block of signatures appended. It follows the workspace’s name until somebody there signs it, and stays from then on. */
        html: string
        /** SHA-256 of the document in UTF-8 before any signature block, in hexadecimal. */
        documentHash: string
        /** Whether the caller’s signature holds: one on this version, or on an earlier one if no version since then has requiresResign. */
        signed: boolean
        /** Of the caller’s newest signature that holds, as are signerName and signerTitle. */
        signedAt: string | null
        signedByAccountId: string | null
        /** Whether the workspace is bound, by a signature that holds in the same way. */
        signedByWorkspace: boolean
        signerName: string | null
        signerTitle: string | null
        workspaceSignedAt: string | null
        /** Who bound the workspace. */
        workspaceSigner: string | null
        firstViewedAt: string | null
        lastViewedAt: string | null
        viewCount: number
        /** As it was when the workspace signed; it stays. */
        agreedMinimumFunding: {
          amountMinor: number
          period: 'month' | 'quarter' | 'year'
        } | null
        /** As the version or the operator’s override has it now, in minor units of the workspace’s currency. A document that was signed keeps what it says. */
        minimumFunding: {
          source: 'version' | 'override' | 'none'
          amountMinor: number | null
          period: 'month' | 'quarter' | 'year' | null
        }
      }[]
      nextCursor: string | null
    }
  }
  /** One agreement: its current version and where one stands with it. GET /v1/workspace/agreements/{kind}, signed in. */
  'agreements.get': {
    params: {
      kind: string
    }
    query: undefined
    body: undefined
    answer: {
      data: {
        kind: 'terms_of_service' | 'privacy_policy' | 'data_processing' | 'broker_agreement'
        title: string
        version: string
        effectiveAt: string
        /** Whether who signed an earlier version has to sign this one too. */
        requiresResign: boolean
        /** Markdown, as it was published. */
        bodySource: string
        /** Its HTML, cleaned, with placeholders as they are. */
        bodyHtml: string
        /** The document as this workspace reads and signs it, filled in; once signed, with the block of signatures appended. It follows the workspace’s name until somebody there signs it, and stays from then on. */
        html: string
        /** SHA-256 of the document in UTF-8 before any signature block, in hexadecimal. */
        documentHash: string
        /** Whether the caller’s signature holds: one on this version, or on an earlier one if no version since then has requiresResign. */
        signed: boolean
        /** Of the caller’s newest signature that holds, as are signerName and signerTitle. */
        signedAt: string | null
        signedByAccountId: string | null
        /** Whether the workspace is bound, by a signature that holds in the same way. */
        signedByWorkspace: boolean
        signerName: string | null
        signerTitle: string | null
        workspaceSignedAt: string | null
        /** Who bound the workspace. */
        workspaceSigner: string | null
        firstViewedAt: string | null
        lastViewedAt: string | null
        viewCount: number
        /** As it was when the workspace signed; it stays. */
        agreedMinimumFunding: {
          amountMinor: number
          period: 'month' | 'quarter' | 'year'
        } | null
        /** As the version or the operator’s override has it now, in minor units of the workspace’s currency. A document that was signed keeps what it says. */
        minimumFunding: {
          source: 'version' | 'override' | 'none'
          amountMinor: number | null
          period: 'month' | 'quarter' | 'year' | null
        }
      }
    }
  }
  /** The caller opened the current version; accepts nothing. POST /v1/workspace/agreements/{kind}/viewed, signed in. */
  'agreements.markViewed': {
    params: {
      kind: string
    }
    query: undefined
    body: undefined
    answer: {
      data: {
        kind: 'terms_of_service' | 'privacy_policy' | 'data_processing' | 'broker_agreement'
        title: string
        version: string
        effectiveAt: string
        /** Whether who signed an earlier version has to sign this one too. */
        requiresResign: boolean
        /** Markdown, as it was published. */
        bodySource: string
        /** Its HTML, cleaned, with placeholders as they are. */
        bodyHtml: string
        /** The document as this workspace reads and signs it, filled in; once signed, with the block of signatures appended. It follows the workspace’s name until somebody there signs it, and stays from then on. */
        html: string
        /** SHA-256 of the document in UTF-8 before any signature block, in hexadecimal. */
        documentHash: string
        /** Whether the caller’s signature holds: one on this version, or on an earlier one if no version since then has requiresResign. */
        signed: boolean
        /** Of the caller’s newest signature that holds, as are signerName and signerTitle. */
        signedAt: string | null
        signedByAccountId: string | null
        /** Whether the workspace is bound, by a signature that holds in the same way. */
        signedByWorkspace: boolean
        signerName: string | null
        signerTitle: string | null
        workspaceSignedAt: string | null
        /** Who bound the workspace. */
        workspaceSigner: string | null
        firstViewedAt: string | null
        lastViewedAt: string | null
        viewCount: number
        /** As it was when the workspace signed; it stays. */
        agreedMinimumFunding: {
          amountMinor: number
          period: 'month' | 'quarter' | 'year'
        } | null
        /** As the version or the operator’s override has it now, in minor units of the workspace’s currency. A document that was signed keeps what it says. */
        minimumFunding: {
          source: 'version' | 'override' | 'none'
          amountMinor: number | null
          period: 'month' | 'quarter' | 'year' | null
        }
      }
    }
  }
  /** Accept the current version, for oneself or for the workspace. POST /v1/workspace/agreements/{kind}/sign, signed in. */
  'agreements.sign': {
    params: {
      kind: string
    }
    query: undefined
    body: {
      version: string
      /** As the standing tells it. */
      documentHash: string
      signerName: string
      signerTitle: string
      /** true: I agree. */
      consent: true
      forWorkspace?: boolean
    }
    answer: {
      data: {
        kind: 'terms_of_service' | 'privacy_policy' | 'data_processing' | 'broker_agreement'
        title: string
        version: string
        effectiveAt: string
        /** Whether who signed an earlier version has to sign this one too. */
        requiresResign: boolean
        /** Markdown, as it was published. */
        bodySource: string
        /** Its HTML, cleaned, with placeholders as they are. */
        bodyHtml: string
        /** The document as this workspace reads and signs it, filled in; once signed, with the block of signatures appended. It follows the workspace’s name until somebody there signs it, and stays from then on. */
        html: string
        /** SHA-256 of the document in UTF-8 before any signature block, in hexadecimal. */
        documentHash: string
        /** Whether the caller’s signature holds: one on this version, or on an earlier one if no version since then has requiresResign. */
        signed: boolean
        /** Of the caller’s newest signature that holds, as are signerName and signerTitle. */
        signedAt: string | null
        signedByAccountId: string | null
        /** Whether the workspace is bound, by a signature that holds in the same way. */
        signedByWorkspace: boolean
        signerName: string | null
        signerTitle: string | null
        workspaceSignedAt: string | null
        /** Who bound the workspace. */
        workspaceSigner: string | null
        firstViewedAt: string | null
        lastViewedAt: string | null
        viewCount: number
        /** As it was when the workspace signed; it stays. */
        agreedMinimumFunding: {
          amountMinor: number
          period: 'month' | 'quarter' | 'year'
        } | null
        /** As the version or the operator’s override has it now, in minor units of the workspace’s currency. A document that was signed keeps what it says. */
        minimumFunding: {
          source: 'version' | 'override' | 'none'
          amountMinor: number | null
          period: 'month' | 'quarter' | 'year' | null
        }
      }
    }
  }
  /** Every published version, newest first. GET /v1/workspace/agreements/{kind}/versions, signed in. */
  'agreements.listVersions': {
    params: {
      kind: string
    }
    query: {
      /** How many, 1 to 1000. */
      limit?: number
      /** The `nextCursor` of the page before. */
      cursor?: string
    }
    body: undefined
    answer: {
      data: {
        kind: 'terms_of_service' | 'privacy_policy' | 'data_processing' | 'broker_agreement'
        title: string
        version: string
        effectiveAt: string
        publishedAt: string
        requiresResign: boolean
        current: boolean
        /** Markdown, as it was published. */
        bodySource: string
        /** Its HTML, cleaned, with placeholders as they are. */
        bodyHtml: string
      }[]
      nextCursor: string | null
    }
  }
  /** What was shown, its hash, who viewed and who signed it, in one file. GET /v1/workspace/agreements/{kind}/evidence, signed in. */
  'agreements.getEvidence': {
    params: {
      kind: string
    }
    query: {
      format?: 'json' | 'html'
    }
    body: undefined
    answer: {
      data: {
        kind: 'terms_of_service' | 'privacy_policy' | 'data_processing' | 'broker_agreement'
        title: string
        workspace: {
          id: string
          name: string
        }
        madeAt: string
        /** Every version that the stamps below are about, oldest first: one that was viewed or signed. */
        documents: {
          version: string
          effectiveAt: string
          /** The very text that was signed, as UTF-8; of a version that nobody here signed, as it is shown now. */
          document: string
          /** Of `document`. */
          documentHash: string
          views: {
            accountId: string
            crmUserId: number
            name: string
            firstViewedAt: string
            lastViewedAt: string
            viewCount: number
          }[]
          signatures: {
            id: string
            accountId: string
            crmUserId: number
            /** As it was then. */
            email: string
            signerName: string
            signerTitle: string
            forWorkspace: boolean
            consent: boolean
            signedAt: string
            address: string
            userAgent: string
            /** What was signed. */
            documentHash: string
            agreedMinimumFunding: {
              amountMinor: number
              period: 'month' | 'quarter' | 'year'
            } | null
          }[]
        }[]
      }
    }
  }
  /** The threads, the last active first. GET /v1/comms/conversations, signed in. */
  'conversations.list': {
    params: undefined
    query: {
      /** How many, 1 to 1000. */
      limit?: number
      /** The `nextCursor` of the page before. */
      cursor?: string
      medium?: 'text' | 'email'
      status?: 'open' | 'snoozed' | 'closed'
      /** `me`, `none` or a `crmUserId`. */
      assigned_to?: string
      unread?: boolean
      row_id?: string
      address?: string
      /** Text that a message of it, its subject or its address has, in any case. */
      search?: string
    }
    body: undefined
    answer: {
      data: {
        id: number
        medium: 'text' | 'email'
        /** Of the contact: a number in E.164 form, or an email address. */
        address: string
        /** Of email. */
        subject: string | null
        status: 'open' | 'snoozed' | 'closed'
        snoozed_until: string | null
        /** A `crmUserId`. */
        assigned_to: number | null
        definition_key: string | null
        /** The record that it is about. */
        row_id: string | null
        /** Inbound messages that nobody marked read. */
        unread_count: number
        last_message_at: string | null
        /** The last one that was not deleted; `null` where there is none. */
        last_message: {
          id: number
          direction: 'inbound' | 'outbound'
          sender_name: string | null
          /** How it begins, in up to 300 characters. */
          excerpt: string
          is_call: boolean
        } | null
      }[]
      nextCursor: string | null
    }
  }
  /** Open a thread without a message. POST /v1/comms/conversations, signed in. */
  'conversations.create': {
    params: undefined
    query: undefined
    body: {
      medium: 'text' | 'email'
      address: string
      /** Email only. */
      subject?: string
      /** A `crmUserId`. */
      assigned_to?: number | null
      definition_key?: string | null
      row_id?: string | null
    }
    answer: {
      data: {
        id: number
        medium: 'text' | 'email'
        /** Of the contact: a number in E.164 form, or an email address. */
        address: string
        /** Of email. */
        subject: string | null
        status: 'open' | 'snoozed' | 'closed'
        snoozed_until: string | null
        /** A `crmUserId`. */
        assigned_to: number | null
        definition_key: string | null
        /** The record that it is about. */
        row_id: string | null
        /** Inbound messages that nobody marked read. */
        unread_count: number
        last_message_at: string | null
        /** The last one that was not deleted; `null` where there is none. */
        last_message: {
          id: number
          direction: 'inbound' | 'outbound'
          sender_name: string | null
          /** How it begins, in up to 300 characters. */
          excerpt: string
          is_call: boolean
        } | null
      }
    }
  }
  /** One thread. GET /v1/comms/conversations/{id}, signed in. */
  'conversations.get': {
    params: {
      id: number
    }
    query: undefined
    body: undefined
    answer: {
      data: {
        id: number
        medium: 'text' | 'email'
        /** Of the contact: a number in E.164 form, or an email address. */
        address: string
        /** Of email. */
        subject: string | null
        status: 'open' | 'snoozed' | 'closed'
        snoozed_until: string | null
        /** A `crmUserId`. */
        assigned_to: number | null
        definition_key: string | null
        /** The record that it is about. */
        row_id: string | null
        /** Inbound messages that nobody marked read. */
        unread_count: number
        last_message_at: string | null
        /** The last one that was not deleted; `null` where there is none. */
        last_message: {
          id: number
          direction: 'inbound' | 'outbound'
          sender_name: string | null
          /** How it begins, in up to 300 characters. */
          excerpt: string
          is_call: boolean
        } | null
      }
    }
  }
  /** Assign, snooze, close or reopen a thread, or link it to a record. PATCH /v1/comms/conversations/{id}, signed in. */
  'conversations.update': {
    params: {
      id: number
    }
    query: undefined
    body: {
      status?: 'open' | 'snoozed' | 'closed'
      /** It is open again from then on. */
      snoozed_until?: string | null
      /** A `crmUserId`. */
      assigned_to?: number | null
      /** Email only. */
      subject?: string
      definition_key?: string | null
      row_id?: string | null
    }
    answer: {
      data: {
        id: number
        medium: 'text' | 'email'
        /** Of the contact: a number in E.164 form, or an email address. */
        address: string
        /** Of email. */
        subject: string | null
        status: 'open' | 'snoozed' | 'closed'
        snoozed_until: string | null
        /** A `crmUserId`. */
        assigned_to: number | null
        definition_key: string | null
        /** The record that it is about. */
        row_id: string | null
        /** Inbound messages that nobody marked read. */
        unread_count: number
        last_message_at: string | null
        /** The last one that was not deleted; `null` where there is none. */
        last_message: {
          id: number
          direction: 'inbound' | 'outbound'
          sender_name: string | null
          /** How it begins, in up to 300 characters. */
          excerpt: string
          is_call: boolean
        } | null
      }
    }
  }
  /** Mark its inbound messages read. POST /v1/comms/conversations/{id}/read, signed in. */
  'conversations.markRead': {
    params: {
      id: number
    }
    query: undefined
    body: undefined
    answer: {
      data: {
        id: number
        medium: 'text' | 'email'
        /** Of the contact: a number in E.164 form, or an email address. */
        address: string
        /** Of email. */
        subject: string | null
        status: 'open' | 'snoozed' | 'closed'
        snoozed_until: string | null
        /** A `crmUserId`. */
        assigned_to: number | null
        definition_key: string | null
        /** The record that it is about. */
        row_id: string | null
        /** Inbound messages that nobody marked read. */
        unread_count: number
        last_message_at: string | null
        /** The last one that was not deleted; `null` where there is none. */
        last_message: {
          id: number
          direction: 'inbound' | 'outbound'
          sender_name: string | null
          /** How it begins, in up to 300 characters. */
          excerpt: string
          is_call: boolean
        } | null
      }
    }
  }
  /** Its messages, oldest first. GET /v1/comms/conversations/{id}/messages, signed in. */
  'conversations.listMessages': {
    params: {
      id: number
    }
    query: {
      /** How many, 1 to 1000. */
      limit?: number
      /** The `nextCursor` of the page before. */
      cursor?: string
      /** `-id`: newest first. */
      sort?: 'id' | '-id'
      /** Text that a message has, in any case. */
      search?: string
    }
    body: undefined
    answer: {
      data: {
        id: number
        conversation_id: number
        /** What it answers, or is a retry of. */
        parent_message_id: number | null
        medium: 'text' | 'email'
        direction: 'inbound' | 'outbound'
        status:
          | 'queued'
          | 'sending'
          | 'sent'
          | 'delivered'
          | 'read'
          | 'undelivered'
          | 'failed'
          | 'canceled'
          | 'received'
        subject: string | null
        /** Empty once it is deleted. */
        content: string
        /** Cleaned; show it in a frame of its own. */
        content_html: string | null
        /** The provider’s id: a SID, or a Message-ID. */
        external_id: string | null
        is_deleted: boolean
        /** A `crmUserId`. */
        sender_id: number | null
        sender_name: string | null
        sender_type: 'user' | 'contact' | 'automation' | 'system'
        /** When it was written or came in. */
        occurred_at: string
        /** When it was stored. */
        recorded_at: string
        delivered_at: string | null
        read_at: string | null
        /** Of a call; otherwise null. */
        call: {
          ai_summary: string | null
          answered_at: string | null
          duration_seconds: number | null
          ended_at: string | null
          provider: string
          recording_count: number
          recording_url: string | null
          result: 'completed' | 'busy' | 'no-answer' | 'canceled' | 'failed' | 'voicemail' | null
          started_at: string | null
          transcript: string | null
        } | null
        delivery: {
          attempts: number
          claimed_at: string | null
          /** The worker that has it. */
          claimed_by: string | null
          /** Why the last attempt failed. */
          error: string | null
          next_attempt_at: string | null
          settled_at: string | null
          state: 'pending' | 'claimed' | 'sent' | 'failed' | 'cancelled' | 'uncertain'
        } | null
        text: {
          error_code: string | null
          error_message: string | null
          media_count: number
          provider: string
          segment_count: number
        } | null
      }[]
      nextCursor: string | null
    }
  }
  /** Answer: by text or email, as the thread is. POST /v1/comms/conversations/{id}/messages, signed in. */
  'conversations.reply': {
    params: {
      id: number
    }
    query: undefined
    body: {
      /** Of text: up to 1600 characters. */
      content?: string
      /** Email only. */
      subject?: string
      /** Email only, with `content`; it is cleaned. */
      content_html?: string
      /** In place of `content`; with `definition_key` and `row_id`. */
      template_id?: string
      definition_key?: string
      row_id?: string
      /** Ids of files that were uploaded to `/v1/files`: 20 MiB of email, 5 MB of text. */
      attachments?: string[]
      parent_message_id?: number
    }
    answer: {
      data: {
        id: number
        conversation_id: number
        /** What it answers, or is a retry of. */
        parent_message_id: number | null
        medium: 'text' | 'email'
        direction: 'inbound' | 'outbound'
        status:
          | 'queued'
          | 'sending'
          | 'sent'
          | 'delivered'
          | 'read'
          | 'undelivered'
          | 'failed'
          | 'canceled'
          | 'received'
        subject: string | null
        /** Empty once it is deleted. */
        content: string
        /** Cleaned; show it in a frame of its own. */
        content_html: string | null
        /** The provider’s id: a SID, or a Message-ID. */
        external_id: string | null
        is_deleted: boolean
        /** A `crmUserId`. */
        sender_id: number | null
        sender_name: string | null
        sender_type: 'user' | 'contact' | 'automation' | 'system'
        /** When it was written or came in. */
        occurred_at: string
        /** When it was stored. */
        recorded_at: string
        delivered_at: string | null
        read_at: string | null
        /** Of a call; otherwise null. */
        call: {
          ai_summary: string | null
          answered_at: string | null
          duration_seconds: number | null
          ended_at: string | null
          provider: string
          recording_count: number
          recording_url: string | null
          result: 'completed' | 'busy' | 'no-answer' | 'canceled' | 'failed' | 'voicemail' | null
          started_at: string | null
          transcript: string | null
        } | null
        delivery: {
          attempts: number
          claimed_at: string | null
          /** The worker that has it. */
          claimed_by: string | null
          /** Why the last attempt failed. */
          error: string | null
          next_attempt_at: string | null
          settled_at: string | null
          state: 'pending' | 'claimed' | 'sent' | 'failed' | 'cancelled' | 'uncertain'
        } | null
        text: {
          error_code: string | null
          error_message: string | null
          media_count: number
          provider: string
          segment_count: number
        } | null
      }
    }
  }
  /** Send to an address: finds its open thread, or opens one. POST /v1/comms/send, signed in. */
  'conversations.send': {
    params: undefined
    query: undefined
    body: {
      medium: 'text' | 'email'
      /** One number or one email address. */
      to: string
      /** The channel; otherwise the thread’s, or the first of the medium. */
      channel_id?: string
      /** Of text: up to 1600 characters. */
      content?: string
      /** Email only. */
      subject?: string
      /** Email only, with `content`; it is cleaned. */
      content_html?: string
      /** In place of `content`; with `definition_key` and `row_id`. */
      template_id?: string
      definition_key?: string
      row_id?: string
      /** Ids of files that were uploaded to `/v1/files`: 20 MiB of email, 5 MB of text. */
      attachments?: string[]
    }
    answer: {
      data: {
        id: number
        conversation_id: number
        /** What it answers, or is a retry of. */
        parent_message_id: number | null
        medium: 'text' | 'email'
        direction: 'inbound' | 'outbound'
        status:
          | 'queued'
          | 'sending'
          | 'sent'
          | 'delivered'
          | 'read'
          | 'undelivered'
          | 'failed'
          | 'canceled'
          | 'received'
        subject: string | null
        /** Empty once it is deleted. */
        content: string
        /** Cleaned; show it in a frame of its own. */
        content_html: string | null
        /** The provider’s id: a SID, or a Message-ID. */
        external_id: string | null
        is_deleted: boolean
        /** A `crmUserId`. */
        sender_id: number | null
        sender_name: string | null
        sender_type: 'user' | 'contact' | 'automation' | 'system'
        /** When it was written or came in. */
        occurred_at: string
        /** When it was stored. */
        recorded_at: string
        delivered_at: string | null
        read_at: string | null
        /** Of a call; otherwise null. */
        call: {
          ai_summary: string | null
          answered_at: string | null
          duration_seconds: number | null
          ended_at: string | null
          provider: string
          recording_count: number
          recording_url: string | null
          result: 'completed' | 'busy' | 'no-answer' | 'canceled' | 'failed' | 'voicemail' | null
          started_at: string | null
          transcript: string | null
        } | null
        delivery: {
          attempts: number
          claimed_at: string | null
          /** The worker that has it. */
          claimed_by: string | null
          /** Why the last attempt failed. */
          error: string | null
          next_attempt_at: string | null
          settled_at: string | null
          state: 'pending' | 'claimed' | 'sent' | 'failed' | 'cancelled' | 'uncertain'
        } | null
        text: {
          error_code: string | null
          error_message: string | null
          media_count: number
          provider: string
          segment_count: number
        } | null
      }
    }
  }
  /** One message. GET /v1/comms/messages/{id}, signed in. */
  'conversations.getMessage': {
    params: {
      id: number
    }
    query: undefined
    body: undefined
    answer: {
      data: {
        id: number
        conversation_id: number
        /** What it answers, or is a retry of. */
        parent_message_id: number | null
        medium: 'text' | 'email'
        direction: 'inbound' | 'outbound'
        status:
          | 'queued'
          | 'sending'
          | 'sent'
          | 'delivered'
          | 'read'
          | 'undelivered'
          | 'failed'
          | 'canceled'
          | 'received'
        subject: string | null
        /** Empty once it is deleted. */
        content: string
        /** Cleaned; show it in a frame of its own. */
        content_html: string | null
        /** The provider’s id: a SID, or a Message-ID. */
        external_id: string | null
        is_deleted: boolean
        /** A `crmUserId`. */
        sender_id: number | null
        sender_name: string | null
        sender_type: 'user' | 'contact' | 'automation' | 'system'
        /** When it was written or came in. */
        occurred_at: string
        /** When it was stored. */
        recorded_at: string
        delivered_at: string | null
        read_at: string | null
        /** Of a call; otherwise null. */
        call: {
          ai_summary: string | null
          answered_at: string | null
          duration_seconds: number | null
          ended_at: string | null
          provider: string
          recording_count: number
          recording_url: string | null
          result: 'completed' | 'busy' | 'no-answer' | 'canceled' | 'failed' | 'voicemail' | null
          started_at: string | null
          transcript: string | null
        } | null
        delivery: {
          attempts: number
          claimed_at: string | null
          /** The worker that has it. */
          claimed_by: string | null
          /** Why the last attempt failed. */
          error: string | null
          next_attempt_at: string | null
          settled_at: string | null
          state: 'pending' | 'claimed' | 'sent' | 'failed' | 'cancelled' | 'uncertain'
        } | null
        text: {
          error_code: string | null
          error_message: string | null
          media_count: number
          provider: string
          segment_count: number
        } | null
      }
    }
  }
  /** The files of a message. GET /v1/comms/messages/{id}/attachments, signed in. */
  'conversations.listAttachments': {
    params: {
      id: number
    }
    query: {
      /** How many, 1 to 1000. */
      limit?: number
      /** The `nextCursor` of the page before. */
      cursor?: string
    }
    body: undefined
    answer: {
      data: {
        /** Its bytes: `GET /v1/files/{id}/content`. */
        id: string
        name: string
        size: number
        type: string
      }[]
      nextCursor: string | null
    }
  }
  /** Delete a message: it stays in its place, without its words. DELETE /v1/comms/messages/{id}, signed in. */
  'conversations.removeMessage': {
    params: {
      id: number
    }
    query: undefined
    body: undefined
    answer: undefined
  }
  /** Send what failed once more, as a new message. POST /v1/comms/messages/{id}/retry, signed in. */
  'conversations.retry': {
    params: {
      id: number
    }
    query: undefined
    body: undefined
    answer: {
      data: {
        id: number
        conversation_id: number
        /** What it answers, or is a retry of. */
        parent_message_id: number | null
        medium: 'text' | 'email'
        direction: 'inbound' | 'outbound'
        status:
          | 'queued'
          | 'sending'
          | 'sent'
          | 'delivered'
          | 'read'
          | 'undelivered'
          | 'failed'
          | 'canceled'
          | 'received'
        subject: string | null
        /** Empty once it is deleted. */
        content: string
        /** Cleaned; show it in a frame of its own. */
        content_html: string | null
        /** The provider’s id: a SID, or a Message-ID. */
        external_id: string | null
        is_deleted: boolean
        /** A `crmUserId`. */
        sender_id: number | null
        sender_name: string | null
        sender_type: 'user' | 'contact' | 'automation' | 'system'
        /** When it was written or came in. */
        occurred_at: string
        /** When it was stored. */
        recorded_at: string
        delivered_at: string | null
        read_at: string | null
        /** Of a call; otherwise null. */
        call: {
          ai_summary: string | null
          answered_at: string | null
          duration_seconds: number | null
          ended_at: string | null
          provider: string
          recording_count: number
          recording_url: string | null
          result: 'completed' | 'busy' | 'no-answer' | 'canceled' | 'failed' | 'voicemail' | null
          started_at: string | null
          transcript: string | null
        } | null
        delivery: {
          attempts: number
          claimed_at: string | null
          /** The worker that has it. */
          claimed_by: string | null
          /** Why the last attempt failed. */
          error: string | null
          next_attempt_at: string | null
          settled_at: string | null
          state: 'pending' | 'claimed' | 'sent' | 'failed' | 'cancelled' | 'uncertain'
        } | null
        text: {
          error_code: string | null
          error_message: string | null
          media_count: number
          provider: string
          segment_count: number
        } | null
      }
    }
  }
  /** Take back what is not on its way yet. POST /v1/comms/messages/{id}/cancel, signed in. */
  'conversations.cancel': {
    params: {
      id: number
    }
    query: undefined
    body: undefined
    answer: {
      data: {
        id: number
        conversation_id: number
        /** What it answers, or is a retry of. */
        parent_message_id: number | null
        medium: 'text' | 'email'
        direction: 'inbound' | 'outbound'
        status:
          | 'queued'
          | 'sending'
          | 'sent'
          | 'delivered'
          | 'read'
          | 'undelivered'
          | 'failed'
          | 'canceled'
          | 'received'
        subject: string | null
        /** Empty once it is deleted. */
        content: string
        /** Cleaned; show it in a frame of its own. */
        content_html: string | null
        /** The provider’s id: a SID, or a Message-ID. */
        external_id: string | null
        is_deleted: boolean
        /** A `crmUserId`. */
        sender_id: number | null
        sender_name: string | null
        sender_type: 'user' | 'contact' | 'automation' | 'system'
        /** When it was written or came in. */
        occurred_at: string
        /** When it was stored. */
        recorded_at: string
        delivered_at: string | null
        read_at: string | null
        /** Of a call; otherwise null. */
        call: {
          ai_summary: string | null
          answered_at: string | null
          duration_seconds: number | null
          ended_at: string | null
          provider: string
          recording_count: number
          recording_url: string | null
          result: 'completed' | 'busy' | 'no-answer' | 'canceled' | 'failed' | 'voicemail' | null
          started_at: string | null
          transcript: string | null
        } | null
        delivery: {
          attempts: number
          claimed_at: string | null
          /** The worker that has it. */
          claimed_by: string | null
          /** Why the last attempt failed. */
          error: string | null
          next_attempt_at: string | null
          settled_at: string | null
          state: 'pending' | 'claimed' | 'sent' | 'failed' | 'cancelled' | 'uncertain'
        } | null
        text: {
          error_code: string | null
          error_message: string | null
          media_count: number
          provider: string
          segment_count: number
        } | null
      }
    }
  }
  /** The templates, oldest first. GET /v1/comms/templates, signed in. */
  'templates.list': {
    params: undefined
    query: {
      /** How many, 1 to 1000. */
      limit?: number
      /** The `nextCursor` of the page before. */
      cursor?: string
      medium?: 'text' | 'email'
    }
    body: undefined
    answer: {
      data: {
        id: string
        name: string
        medium: 'text' | 'email'
        /** Whose rows fill it. */
        definition_key: string
        subject: string | null
        content: string
        content_html: string | null
        /** The columns that it merges, of those that the caller sees. */
        fields: string[]
        created_at: string
        updated_at: string
      }[]
      nextCursor: string | null
    }
  }
  /** Write a template. POST /v1/comms/templates, signed in. */
  'templates.create': {
    params: undefined
    query: undefined
    body: {
      name: string
      medium: 'text' | 'email'
      definition_key: string
      /** Email only. */
      subject?: string
      /** With merge fields: `{{column}}`, or `{{column|what stands in}}`. */
      content: string
      /** Email only; it is cleaned. */
      content_html?: string
    }
    answer: {
      data: {
        id: string
        name: string
        medium: 'text' | 'email'
        /** Whose rows fill it. */
        definition_key: string
        subject: string | null
        content: string
        content_html: string | null
        /** The columns that it merges, of those that the caller sees. */
        fields: string[]
        created_at: string
        updated_at: string
      }
    }
  }
  /** One template. GET /v1/comms/templates/{id}, signed in. */
  'templates.get': {
    params: {
      id: string
    }
    query: undefined
    body: undefined
    answer: {
      data: {
        id: string
        name: string
        medium: 'text' | 'email'
        /** Whose rows fill it. */
        definition_key: string
        subject: string | null
        content: string
        content_html: string | null
        /** The columns that it merges, of those that the caller sees. */
        fields: string[]
        created_at: string
        updated_at: string
      }
    }
  }
  /** Change a template. PATCH /v1/comms/templates/{id}, signed in. */
  'templates.update': {
    params: {
      id: string
    }
    query: undefined
    body: {
      name?: string
      /** Email only. */
      subject?: string | null
      /** With merge fields: `{{column}}`, or `{{column|what stands in}}`. */
      content?: string
      /** Email only; it is cleaned. */
      content_html?: string | null
    }
    answer: {
      data: {
        id: string
        name: string
        medium: 'text' | 'email'
        /** Whose rows fill it. */
        definition_key: string
        subject: string | null
        content: string
        content_html: string | null
        /** The columns that it merges, of those that the caller sees. */
        fields: string[]
        created_at: string
        updated_at: string
      }
    }
  }
  /** Delete a template; what was sent with it stays. DELETE /v1/comms/templates/{id}, signed in. */
  'templates.remove': {
    params: {
      id: string
    }
    query: undefined
    body: undefined
    answer: undefined
  }
  /** What a record makes of it. POST /v1/comms/templates/{id}/preview, signed in. */
  'templates.preview': {
    params: {
      id: string
    }
    query: undefined
    body: {
      row_id: string
    }
    answer: {
      data: {
        subject: string | null
        content: string
        content_html: string | null
        /** Of text. */
        segment_count: number | null
        /** Merge fields that are empty and have nothing that stands in. */
        missing: string[]
      }
    }
  }
  /** Who does not want messages, by address. GET /v1/comms/opt-outs, signed in. */
  'optOuts.list': {
    params: undefined
    query: {
      /** How many, 1 to 1000. */
      limit?: number
      /** The `nextCursor` of the page before. */
      cursor?: string
      medium?: 'text' | 'email'
      address?: string
      opted_out?: boolean
    }
    body: undefined
    answer: {
      data: {
        address: string
        medium: 'text' | 'email'
        opted_out: boolean
        reason: string | null
        updated_at: string
        /** `user:<crmUserId>`, or `contact`, who said STOP. */
        updated_by: string
      }[]
      nextCursor: string | null
    }
  }
  /** Say whether an address wants messages. PUT /v1/comms/opt-outs, signed in. */
  'optOuts.put': {
    params: undefined
    query: undefined
    body: {
      address: string
      medium: 'text' | 'email'
      opted_out: boolean
      reason?: string
    }
    answer: {
      data: {
        address: string
        medium: 'text' | 'email'
        opted_out: boolean
        reason: string | null
        updated_at: string
        /** `user:<crmUserId>`, or `contact`, who said STOP. */
        updated_by: string
      }
    }
  }
  /** The ways out and in, oldest first. GET /v1/comms/channels, signed in. */
  'channels.list': {
    params: undefined
    query: {
      /** How many, 1 to 1000. */
      limit?: number
      /** The `nextCursor` of the page before. */
      cursor?: string
    }
    body: undefined
    answer: {
      data: {
        id: string
        name: string
        medium: 'text' | 'email'
        provider: 'smtp' | 'twilio' | 'local'
        /** The address or number that messages come from. */
        from: string
        settings: {
          /** Of smtp. A private address is refused, here and at every connection, unless the operator allows it (`OUTBOUND_ALLOW`). */
          host?: string
          /** Of smtp. */
          port?: number
          /** Of smtp: `starttls` insists on it; `tls` from the first byte. */
          security?: 'none' | 'starttls' | 'tls'
          /** At most; no limit unless told. */
          messagesPerMinute?: number
          /** Of twilio. */
          accountSid?: string
          /** Of twilio: of a service with the same API; Twilio’s own unless told. Private addresses are refused as for `host`. */
          baseUrl?: string
        }
        /** They are never read back. */
        hasCredentials: boolean
        /** Where inbound messages go: raw MIME under `Authorization: Bearer <hookSecret>`; of twilio its signed webhooks, and beside it `…/status` and `…/voice`. */
        hookUrl: string
        createdAt: string
        updatedAt: string
      }[]
      nextCursor: string | null
    }
  }
  /** Connect an SMTP server, Twilio, or the local outbox. POST /v1/comms/channels, signed in. */
  'channels.create': {
    params: undefined
    query: undefined
    body: {
      name: string
      medium: 'text' | 'email'
      /** `smtp` is for email, `twilio` for text. */
      provider: 'smtp' | 'twilio' | 'local'
      from: string
      settings?: {
        /** Of smtp. A private address is refused, here and at every connection, unless the operator allows it (`OUTBOUND_ALLOW`). */
        host?: string
        /** Of smtp. */
        port?: number
        /** Of smtp: `starttls` insists on it; `tls` from the first byte. */
        security?: 'none' | 'starttls' | 'tls'
        /** At most; no limit unless told. */
        messagesPerMinute?: number
        /** Of twilio. */
        accountSid?: string
        /** Of twilio: of a service with the same API; Twilio’s own unless told. Private addresses are refused as for `host`. */
        baseUrl?: string
      }
      credentials?: {
        /** Of smtp. */
        user?: string
        /** Of smtp. */
        pass?: string
        /** Of twilio. */
        authToken?: string
      }
    }
    answer: {
      data: {
        id: string
        name: string
        medium: 'text' | 'email'
        provider: 'smtp' | 'twilio' | 'local'
        /** The address or number that messages come from. */
        from: string
        settings: {
          /** Of smtp. A private address is refused, here and at every connection, unless the operator allows it (`OUTBOUND_ALLOW`). */
          host?: string
          /** Of smtp. */
          port?: number
          /** Of smtp: `starttls` insists on it; `tls` from the first byte. */
          security?: 'none' | 'starttls' | 'tls'
          /** At most; no limit unless told. */
          messagesPerMinute?: number
          /** Of twilio. */
          accountSid?: string
          /** Of twilio: of a service with the same API; Twilio’s own unless told. Private addresses are refused as for `host`. */
          baseUrl?: string
        }
        /** They are never read back. */
        hasCredentials: boolean
        /** Where inbound messages go: raw MIME under `Authorization: Bearer <hookSecret>`; of twilio its signed webhooks, and beside it `…/status` and `…/voice`. */
        hookUrl: string
        createdAt: string
        updatedAt: string
        /** Shown in this answer only. */
        hookSecret: string
      }
    }
  }
  /** One channel. GET /v1/comms/channels/{id}, signed in. */
  'channels.get': {
    params: {
      id: string
    }
    query: undefined
    body: undefined
    answer: {
      data: {
        id: string
        name: string
        medium: 'text' | 'email'
        provider: 'smtp' | 'twilio' | 'local'
        /** The address or number that messages come from. */
        from: string
        settings: {
          /** Of smtp. A private address is refused, here and at every connection, unless the operator allows it (`OUTBOUND_ALLOW`). */
          host?: string
          /** Of smtp. */
          port?: number
          /** Of smtp: `starttls` insists on it; `tls` from the first byte. */
          security?: 'none' | 'starttls' | 'tls'
          /** At most; no limit unless told. */
          messagesPerMinute?: number
          /** Of twilio. */
          accountSid?: string
          /** Of twilio: of a service with the same API; Twilio’s own unless told. Private addresses are refused as for `host`. */
          baseUrl?: string
        }
        /** They are never read back. */
        hasCredentials: boolean
        /** Where inbound messages go: raw MIME under `Authorization: Bearer <hookSecret>`; of twilio its signed webhooks, and beside it `…/status` and `…/voice`. */
        hookUrl: string
        createdAt: string
        updatedAt: string
      }
    }
  }
  /** Change a channel. PATCH /v1/comms/channels/{id}, signed in. */
  'channels.update': {
    params: {
      id: string
    }
    query: undefined
    body: {
      name?: string
      from?: string
      settings?: {
        /** Of smtp. A private address is refused, here and at every connection, unless the operator allows it (`OUTBOUND_ALLOW`). */
        host?: string
        /** Of smtp. */
        port?: number
        /** Of smtp: `starttls` insists on it; `tls` from the first byte. */
        security?: 'none' | 'starttls' | 'tls'
        /** At most; no limit unless told. */
        messagesPerMinute?: number
        /** Of twilio. */
        accountSid?: string
        /** Of twilio: of a service with the same API; Twilio’s own unless told. Private addresses are refused as for `host`. */
        baseUrl?: string
      }
      credentials?: {
        /** Of smtp. */
        user?: string
        /** Of smtp. */
        pass?: string
        /** Of twilio. */
        authToken?: string
      }
    }
    answer: {
      data: {
        id: string
        name: string
        medium: 'text' | 'email'
        provider: 'smtp' | 'twilio' | 'local'
        /** The address or number that messages come from. */
        from: string
        settings: {
          /** Of smtp. A private address is refused, here and at every connection, unless the operator allows it (`OUTBOUND_ALLOW`). */
          host?: string
          /** Of smtp. */
          port?: number
          /** Of smtp: `starttls` insists on it; `tls` from the first byte. */
          security?: 'none' | 'starttls' | 'tls'
          /** At most; no limit unless told. */
          messagesPerMinute?: number
          /** Of twilio. */
          accountSid?: string
          /** Of twilio: of a service with the same API; Twilio’s own unless told. Private addresses are refused as for `host`. */
          baseUrl?: string
        }
        /** They are never read back. */
        hasCredentials: boolean
        /** Where inbound messages go: raw MIME under `Authorization: Bearer <hookSecret>`; of twilio its signed webhooks, and beside it `…/status` and `…/voice`. */
        hookUrl: string
        createdAt: string
        updatedAt: string
      }
    }
  }
  /** Disconnect a channel. DELETE /v1/comms/channels/{id}, signed in. */
  'channels.remove': {
    params: {
      id: string
    }
    query: undefined
    body: undefined
    answer: undefined
  }
  /** Make a new hook secret; the old one ends at once. POST /v1/comms/channels/{id}/rotate-secret, signed in. */
  'channels.rotateSecret': {
    params: {
      id: string
    }
    query: undefined
    body: undefined
    answer: {
      data: {
        id: string
        name: string
        medium: 'text' | 'email'
        provider: 'smtp' | 'twilio' | 'local'
        /** The address or number that messages come from. */
        from: string
        settings: {
          /** Of smtp. A private address is refused, here and at every connection, unless the operator allows it (`OUTBOUND_ALLOW`). */
          host?: string
          /** Of smtp. */
          port?: number
          /** Of smtp: `starttls` insists on it; `tls` from the first byte. */
          security?: 'none' | 'starttls' | 'tls'
          /** At most; no limit unless told. */
          messagesPerMinute?: number
          /** Of twilio. */
          accountSid?: string
          /** Of twilio: of a service with the same API; Twilio’s own unless told. Private addresses are refused as for `host`. */
          baseUrl?: string
        }
        /** They are never read back. */
        hasCredentials: boolean
        /** Where inbound messages go: raw MIME under `Authorization: Bearer <hookSecret>`; of twilio its signed webhooks, and beside it `…/status` and `…/voice`. */
        hookUrl: string
        createdAt: string
        updatedAt: string
        /** Shown in this answer only. */
        hookSecret: string
      }
    }
  }
  /** Reach the provider and sign in there, without sending anything. POST /v1/comms/channels/{id}/test, signed in. */
  'channels.test': {
    params: {
      id: string
    }
    query: undefined
    body: undefined
    answer: {
      data: {
        ok: boolean
        /** What went wrong, in words of the service and with the provider’s code; nothing else that the provider wrote. */
        error: string | null
        ms: number
      }
    }
  }
  /** A message came in. POST /v1/hooks/{channelId}/inbound, by anyone. */
  'hooks.inbound': {
    params: {
      channelId: string
    }
    query: undefined
    body: undefined
    answer: {
      data: {
        message_id: number | null
        conversation_id: number | null
      }
    }
  }
  /** What became of a text. POST /v1/hooks/{channelId}/status, by anyone. */
  'hooks.status': {
    params: {
      channelId: string
    }
    query: undefined
    body: undefined
    answer: { response: Response }
  }
  /** What became of a call. POST /v1/hooks/{channelId}/voice, by anyone. */
  'hooks.voice': {
    params: {
      channelId: string
    }
    query: undefined
    body: undefined
    answer: { response: Response }
  }
  /** A file of a text, for its provider to fetch. GET /v1/hooks/{channelId}/media/{token}, by anyone. */
  'hooks.media': {
    params: {
      channelId: string
      token: string
    }
    query: undefined
    body: undefined
    answer: { response: Response }
  }
  /** What happened, oldest or newest first. GET /v1/events, signed in. */
  'feeds.pull': {
    params: undefined
    query: {
      order?: 'oldest' | 'newest'
      /** The cursor of the last event seen, or `now` for what comes from here on; without it from the first event that is kept. */
      after?: string
      /** How many, 1 to 1000. */
      limit?: number
      /** The `nextCursor` of the page before. */
      cursor?: string
      /** Only these, separated by commas: `rows.created`, or `rows.*` for all of rows. */
      types?: string
      /** Only of the board or page with this key. */
      definition?: string
      /** Only what was done by this one: `user:<crmUserId>`, `key:<keyId>` or `system`. */
      actor?: string
    }
    body: undefined
    answer: {
      data: FeedEvent[]
      nextCursor: string | null
      /** Where to go on the next time, also when there is nothing more by now. With `order=newest`: where this page began. */
      after: string
    }
  }
  /** Everything that happens in the workspace, live. GET /v1/events/stream, signed in. */
  'feeds.stream': {
    params: undefined
    query: {
      /** As the header `Last-Event-ID`, which wins: the cursor of the last event seen. */
      after?: string
    }
    body: undefined
    answer: { response: Response }
  }
  /** What happens on a board, live. GET /v1/boards/{id}/events, signed in. */
  'feeds.streamBoard': {
    params: {
      id: string
    }
    query: {
      /** As the header `Last-Event-ID`, which wins: the cursor of the last event seen. */
      after?: string
    }
    body: undefined
    answer: { response: Response }
  }
  /** What happens on a board or page, live. GET /v1/definitions/{key}/events, signed in. */
  'feeds.streamDefinition': {
    params: {
      key: string
    }
    query: {
      /** As the header `Last-Event-ID`, which wins: the cursor of the last event seen. */
      after?: string
    }
    body: undefined
    answer: { response: Response }
  }
  /** The webhooks. GET /v1/webhooks, signed in. */
  'webhooks.list': {
    params: undefined
    query: {
      /** How many, 1 to 1000. */
      limit?: number
      /** The `nextCursor` of the page before. */
      cursor?: string
    }
    body: undefined
    answer: {
      data: {
        id: string
        url: string
        types: string[]
        role: 'owner' | 'admin' | 'manager' | 'member' | 'viewer'
        filter: {
          /** Only of these boards and pages. */
          definitionKeys?: string[]
        }
        description: string
        enabled: boolean
        /** `gone` when the receiver answered 410; null otherwise. */
        disabledReason: string | null
        createdAt: string
        createdBy: string
        updatedAt: string
      }[]
      nextCursor: string | null
    }
  }
  /** Have events sent to an address, from now on. POST /v1/webhooks, signed in. */
  'webhooks.create': {
    params: undefined
    query: undefined
    body: {
      /** Where to POST: https, without a user name. Private addresses are refused, here and at every connection, unless the operator allows them. It is kept and answered as it will be asked: the host in lower case, for one. */
      url: string
      /** The types of events to send: `rows.created`, `rows.*` for all of rows, or `*`. */
      types: string[]
      /** Payloads hold what a seat of this role, in no team, may see. */
      role: 'owner' | 'admin' | 'manager' | 'member' | 'viewer'
      filter?: {
        /** Only of these boards and pages. */
        definitionKeys?: string[]
      }
      description?: string
      /** Switched on again it sends what was still to be sent, and what happens from then on. */
      enabled?: boolean
    }
    answer: {
      data: {
        id: string
        url: string
        types: string[]
        role: 'owner' | 'admin' | 'manager' | 'member' | 'viewer'
        filter: {
          /** Only of these boards and pages. */
          definitionKeys?: string[]
        }
        description: string
        enabled: boolean
        /** `gone` when the receiver answered 410; null otherwise. */
        disabledReason: string | null
        createdAt: string
        createdBy: string
        updatedAt: string
        /** `whsec_` and the key in base64, by which the receiver verifies. Shown in this answer only. */
        secret: string
      }
    }
  }
  /** One webhook. GET /v1/webhooks/{id}, signed in. */
  'webhooks.get': {
    params: {
      id: string
    }
    query: undefined
    body: undefined
    answer: {
      data: {
        id: string
        url: string
        types: string[]
        role: 'owner' | 'admin' | 'manager' | 'member' | 'viewer'
        filter: {
          /** Only of these boards and pages. */
          definitionKeys?: string[]
        }
        description: string
        enabled: boolean
        /** `gone` when the receiver answered 410; null otherwise. */
        disabledReason: string | null
        createdAt: string
        createdBy: string
        updatedAt: string
      }
    }
  }
  /** Change a webhook. PATCH /v1/webhooks/{id}, signed in. */
  'webhooks.update': {
    params: {
      id: string
    }
    query: undefined
    body: {
      /** Where to POST: https, without a user name. Private addresses are refused, here and at every connection, unless the operator allows them. It is kept and answered as it will be asked: the host in lower case, for one. */
      url?: string
      /** The types of events to send: `rows.created`, `rows.*` for all of rows, or `*`. */
      types?: string[]
      /** Payloads hold what a seat of this role, in no team, may see. */
      role?: 'owner' | 'admin' | 'manager' | 'member' | 'viewer'
      filter?: {
        /** Only of these boards and pages. */
        definitionKeys?: string[]
      }
      description?: string
      /** Switched on again it sends what was still to be sent, and what happens from then on. */
      enabled?: boolean
    }
    answer: {
      data: {
        id: string
        url: string
        types: string[]
        role: 'owner' | 'admin' | 'manager' | 'member' | 'viewer'
        filter: {
          /** Only of these boards and pages. */
          definitionKeys?: string[]
        }
        description: string
        enabled: boolean
        /** `gone` when the receiver answered 410; null otherwise. */
        disabledReason: string | null
        createdAt: string
        createdBy: string
        updatedAt: string
      }
    }
  }
  /** Delete a webhook, with its log and what was still to be sent. DELETE /v1/webhooks/{id}, signed in. */
  'webhooks.remove': {
    params: {
      id: string
    }
    query: undefined
    body: undefined
    answer: undefined
  }
  /** Give a webhook a new secret. POST /v1/webhooks/{id}/rotate-secret, signed in. */
  'webhooks.rotateSecret': {
    params: {
      id: string
    }
    query: undefined
    body: undefined
    answer: {
      data: {
        id: string
        url: string
        types: string[]
        role: 'owner' | 'admin' | 'manager' | 'member' | 'viewer'
        filter: {
          /** Only of these boards and pages. */
          definitionKeys?: string[]
        }
        description: string
        enabled: boolean
        /** `gone` when the receiver answered 410; null otherwise. */
        disabledReason: string | null
        createdAt: string
        createdBy: string
        updatedAt: string
        /** `whsec_` and the key in base64, by which the receiver verifies. Shown in this answer only. */
        secret: string
      }
    }
  }
  /** Have a `webhook.test` sent. POST /v1/webhooks/{id}/test, signed in. */
  'webhooks.test': {
    params: {
      id: string
    }
    query: undefined
    body: undefined
    answer: {
      data: {
        /** The header `webhook-id`: the same at every try and replay. */
        id: string
        webhookId: string
        /** `pending`: to be sent, or sent again. `dropped`: what the role may see has nothing in it. */
        state: 'pending' | 'delivered' | 'failed' | 'dropped'
        type: string
        /** Null for a test. */
        eventId: string | null
        attempts: number
        createdAt: string
        nextAttemptAt: string | null
        settledAt: string | null
        /** The HTTP status; null where none came. */
        lastStatus: number | null
        lastError: string | null
        /** Its tries, oldest first; the last 20. */
        log: {
          at: string
          status: number | null
          error: string | null
          ms: number
        }[]
      }
    }
  }
  /** What was sent and what is to be sent, newest first. GET /v1/webhooks/{id}/deliveries, signed in. */
  'webhooks.listDeliveries': {
    params: {
      id: string
    }
    query: {
      /** How many, 1 to 1000. */
      limit?: number
      /** The `nextCursor` of the page before. */
      cursor?: string
      state?: 'pending' | 'delivered' | 'failed' | 'dropped'
    }
    body: undefined
    answer: {
      data: {
        /** The header `webhook-id`: the same at every try and replay. */
        id: string
        webhookId: string
        /** `pending`: to be sent, or sent again. `dropped`: what the role may see has nothing in it. */
        state: 'pending' | 'delivered' | 'failed' | 'dropped'
        type: string
        /** Null for a test. */
        eventId: string | null
        attempts: number
        createdAt: string
        nextAttemptAt: string | null
        settledAt: string | null
        /** The HTTP status; null where none came. */
        lastStatus: number | null
        lastError: string | null
        /** Its tries, oldest first; the last 20. */
        log: {
          at: string
          status: number | null
          error: string | null
          ms: number
        }[]
      }[]
      nextCursor: string | null
    }
  }
  /** Send a delivery again, with all its tries. POST /v1/webhooks/{id}/deliveries/{deliveryId}/replay, signed in. */
  'webhooks.replay': {
    params: {
      id: string
      deliveryId: string
    }
    query: undefined
    body: undefined
    answer: {
      data: {
        /** The header `webhook-id`: the same at every try and replay. */
        id: string
        webhookId: string
        /** `pending`: to be sent, or sent again. `dropped`: what the role may see has nothing in it. */
        state: 'pending' | 'delivered' | 'failed' | 'dropped'
        type: string
        /** Null for a test. */
        eventId: string | null
        attempts: number
        createdAt: string
        nextAttemptAt: string | null
        settledAt: string | null
        /** The HTTP status; null where none came. */
        lastStatus: number | null
        lastError: string | null
        /** Its tries, oldest first; the last 20. */
        log: {
          at: string
          status: number | null
          error: string | null
          ms: number
        }[]
      }
    }
  }
  /** The board’s columns, rows and write guide. GET /v1/ingest/board, by a key. */
  'ingest.readBoard': {
    params: undefined
    query: {
      /** How many, 1 to 1000. */
      limit?: number
      /** The `nextCursor` of the page before. */
      cursor?: string
      /** `markdown` answers the write guide as text. */
      format?: 'json' | 'markdown'
    }
    body: undefined
    answer: {
      data: {
        board: {
          id: string
          key: string
          name: string
          description: string
        }
        columns: Column[]
        rows: IngestRow[]
        writeGuide: WriteGuide
      }
      nextCursor: string | null
    }
  }
  /** Add rows to the board. POST /v1/ingest/rows, by a key. */
  'ingest.writeRows': {
    params: undefined
    query: {
      /** Answers 200 with the same receipts and errors; writes nothing. */
      dryRun?: boolean
    }
    body: {
      /** Column to value. On the way in a column is named by its key, id or exact name. */
      cells?: Cells
      rows?: (
        | {
            /** Column to value. On the way in a column is named by its key, id or exact name. */
            cells: Cells
          }
        | Cells
      )[]
    }
    answer:
      | {
          data: {
            id: string | null
            /** Rises with insertion; unique in the board. */
            position: number | null
            source: 'api' | 'page' | 'import' | 'manual'
            /** Column to value. On the way in a column is named by its key, id or exact name. */
            cells: Cells
            /** `user:<crmUserId>` or `key:<keyId>`. */
            createdBy: string
          }
          /** The columns filled, by key. */
          filled: string[]
          /** Values converted on the way in. */
          coerced: {
            column: string
            sent: string
            stored: string
          }[]
          /** Cells not stored, with the reason. */
          ignored: {
            column: string
            why: string
          }[]
        }
      | {
          data: {
            id: string | null
            /** Rises with insertion; unique in the board. */
            position: number | null
            source: 'api' | 'page' | 'import' | 'manual'
            /** Column to value. On the way in a column is named by its key, id or exact name. */
            cells: Cells
            /** `user:<crmUserId>` or `key:<keyId>`. */
            createdBy: string
          }[]
          receipts: {
            /** The columns filled, by key. */
            filled: string[]
            /** Values converted on the way in. */
            coerced: {
              column: string
              sent: string
              stored: string
            }[]
            /** Cells not stored, with the reason. */
            ignored: {
              column: string
              why: string
            }[]
          }[]
        }
  }
  /** The page’s columns, records and write guide. GET /v1/ingest/page, by a key. */
  'ingest.readPage': {
    params: undefined
    query: {
      /** How many, 1 to 1000. */
      limit?: number
      /** The `nextCursor` of the page before. */
      cursor?: string
      /** `markdown` answers the write guide as text. */
      format?: 'json' | 'markdown'
    }
    body: undefined
    answer: {
      data: {
        page: {
          id: string
          key: string
          name: string
          description: string
        }
        columns: Column[]
        rows: IngestRow[]
        writeGuide: WriteGuide
      }
      nextCursor: string | null
    }
  }
  /** Add records to the page, or update them by your own id. POST /v1/ingest/records, by a key. */
  'ingest.writeRecords': {
    params: undefined
    query: {
      /** Answers 200 with the same receipts and errors; writes nothing. */
      dryRun?: boolean
    }
    body: {
      /** Column to value. On the way in a column is named by its key, id or exact name. */
      cells?: Cells
      /** Your own id for the record, unique in the page: sent again, it makes no second record. */
      external_id?: string
      rows?: (
        | {
            /** Column to value. On the way in a column is named by its key, id or exact name. */
            cells: Cells
            /** Your own id for the record, unique in the page: sent again, it makes no second record. */
            external_id?: string
          }
        | Cells
      )[]
      onConflict?: 'keep' | 'update'
    }
    answer:
      | {
          data: {
            id: string | null
            /** Rises with insertion; unique in the board. */
            position: number | null
            source: 'api' | 'page' | 'import' | 'manual'
            /** Column to value. On the way in a column is named by its key, id or exact name. */
            cells: Cells
            /** `user:<crmUserId>` or `key:<keyId>`. */
            createdBy: string
          }
          /** The columns filled, by key. */
          filled: string[]
          /** Values converted on the way in. */
          coerced: {
            column: string
            sent: string
            stored: string
          }[]
          /** Cells not stored, with the reason. */
          ignored: {
            column: string
            why: string
          }[]
          outcome: 'created' | 'updated' | 'replayed'
        }
      | {
          data: {
            id: string | null
            /** Rises with insertion; unique in the board. */
            position: number | null
            source: 'api' | 'page' | 'import' | 'manual'
            /** Column to value. On the way in a column is named by its key, id or exact name. */
            cells: Cells
            /** `user:<crmUserId>` or `key:<keyId>`. */
            createdBy: string
          }[]
          receipts: {
            /** The columns filled, by key. */
            filled: string[]
            /** Values converted on the way in. */
            coerced: {
              column: string
              sent: string
              stored: string
            }[]
            /** Cells not stored, with the reason. */
            ignored: {
              column: string
              why: string
            }[]
            outcome: 'created' | 'updated' | 'replayed'
          }[]
        }
  }
}
