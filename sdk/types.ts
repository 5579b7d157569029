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
    | 'auto_number'
    | 'created_at'
    | 'created_by'
    | 'updated_at'
    | 'updated_by'
  description: string
  required: boolean
  unique: boolean
  /** Whether the service fills it. */
  readOnly: boolean
  position: number
  settings: ColumnSettings
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
  /** Opaque. Valid for 30 days, 7 of them idle. */
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

/** Every code that the service refuses with. */
export type RefusalCode =
  | 'invalid_request'
  | 'invalid_json'
  | 'invalid_rows'
  | 'invalid_cursor'
  | 'unknown_reference'
  | 'unauthenticated'
  | 'wrong_password'
  | 'plan_required'
  | 'forbidden'
  | 'session_required'
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
  | 'request_in_progress'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'idempotency_key_reused'
  | 'rate_limited'
  | 'internal'
  | 'overloaded'

/** Each operation: its path parameters, query, body and answer; undefined where it has none. */
export interface Operations {
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
          | 'auto_number'
          | 'created_at'
          | 'created_by'
          | 'updated_at'
          | 'updated_by'
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
    query: undefined
    body: undefined
    answer: {
      data: Definition
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
        | 'auto_number'
        | 'created_at'
        | 'created_by'
        | 'updated_at'
        | 'updated_by'
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
      settings?: object
    }
    answer: {
      data: Column
    }
  }
  /** Delete a column. DELETE /v1/boards/{id}/columns/{column}, signed in. */
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
  /** Rows in the order of their position. GET /v1/boards/{id}/rows, signed in. */
  'boards.listRows': {
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
      data: Row[]
      nextCursor: string | null
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
    query: undefined
    body: undefined
    answer: {
      data: Row
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
    }
    body: undefined
    answer: {
      data: KeptReceipt[]
      nextCursor: string | null
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
          | 'auto_number'
          | 'created_at'
          | 'created_by'
          | 'updated_at'
          | 'updated_by'
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
    query: undefined
    body: undefined
    answer: {
      data: Definition
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
        | 'auto_number'
        | 'created_at'
        | 'created_by'
        | 'updated_at'
        | 'updated_by'
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
      settings?: object
    }
    answer: {
      data: Column
    }
  }
  /** Delete a column. DELETE /v1/definitions/{key}/columns/{column}, signed in. */
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
  /** Rows in the order of their position. GET /v1/definitions/{key}/rows, signed in. */
  'definitions.listRows': {
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
      data: Row[]
      nextCursor: string | null
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
    query: undefined
    body: undefined
    answer: {
      data: Row
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
    }
    body: undefined
    answer: {
      data: KeptReceipt[]
      nextCursor: string | null
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
