// Written by scripts/generate.ts from the contract; not by hand.

/** The answer with one thing. */
export interface One<T> {
  data: T
}

/** The answer with a page of a list. */
export interface List<T> {
  data: T[]
  /** Send it as `cursor` to read the next page. `null` on the last one. */
  nextCursor: string | null
}

/** A body with one row. */
export type OneRow<B extends { cells?: unknown; rows?: unknown }> = B &
  Required<Pick<B, 'cells'>> & { rows?: undefined }

/** A body with several rows. */
export type ManyRows<B extends { cells?: unknown; rows?: unknown }> = B &
  Required<Pick<B, 'rows'>> & { cells?: undefined }

/** The answer to a write that was no dry run: what was written has its `id` and `position`. */
export type Stored<A extends { data: unknown }> = Omit<A, 'data'> & { data: Placed<A['data']> }
type Placed<D> = D extends (infer R)[] ? Placed<R>[] : D & { id: string; position: number }

/** The row that was written. */
export interface AcceptedRow {
  rowId: string
  position: number
}

/** A login: one email address, in any number of workspaces. */
export interface Account {
  id: string
  email: string
  name: string
}

/** What confirms that an account is to be erased. */
export interface AccountErasure {
  /** The account’s email address. */
  email: string
  password: string
}

/** A version of an agreement. */
export interface AgreementData {
  agreementKind: 'terms_of_service' | 'privacy_policy' | 'data_processing' | 'broker_agreement'
  version: string
}

/** What was shown, who viewed it and who signed it. */
export interface AgreementEvidence {
  kind: AgreementKind
  title: string
  workspace: {
    id: string
    name: string
  }
  madeAt: string
  /** Every version that somebody viewed or signed, oldest first. */
  documents: SignedDocument[]
}

/** Which agreement it is. */
export type AgreementKind =
  | 'terms_of_service'
  | 'privacy_policy'
  | 'data_processing'
  | 'broker_agreement'

/** An agreement whose minimum the operator changed. */
export interface AgreementOverriddenData {
  agreementKind: 'terms_of_service' | 'privacy_policy' | 'data_processing' | 'broker_agreement'
}

/** A signature on the version. */
export interface AgreementSignature {
  id: string
  accountId: string
  crmUserId: number
  /** The address at the time. */
  email: string
  signerName: string
  signerTitle: string
  forWorkspace: boolean
  consent: boolean
  signedAt: string
  address: string
  userAgent: string
  /** SHA-256 of what was signed. */
  documentHash: string
  agreedMinimumFunding: MinimumFunding | null
}

/** What is signed, and by whom. */
export interface AgreementSigning {
  version: string
  /** As the agreement had it when it was read. */
  documentHash: string
  signerName: string
  signerTitle: string
  /** `true` stands for: I agree. */
  consent: true
  forWorkspace?: boolean
}

/** An agreement: its current version, and whether the caller and the workspace have signed it. */
export interface AgreementStanding {
  kind: AgreementKind
  title: string
  version: string
  effectiveAt: string
  /** Whether people who signed an earlier version have to sign this one too. */
  requiresResign: boolean
  /** The Markdown source, as it was published. */
  bodySource: string
  /** The same text as sanitised HTML. Placeholders are not filled in. */
  bodyHtml: string
  /** The document as this workspace reads and signs it, with placeholders filled in and, once signed, the signatures at its end. The workspace’s name is kept up to date until the first signature; then the document no longer changes. */
  html: string
  /** SHA-256 in hexadecimal of the document in UTF-8, without signatures. */
  documentHash: string
  /** Whether the caller has signed: this version, or an earlier one if no version since then has `requiresResign`. */
  signed: boolean
  /** When the caller last signed. `signerName` and `signerTitle` are from that signature. */
  signedAt: string | null
  signedByAccountId: string | null
  /** Whether somebody has signed for the workspace, counted in the same way. */
  signedByWorkspace: boolean
  signerName: string | null
  signerTitle: string | null
  workspaceSignedAt: string | null
  /** Who signed for the workspace. */
  workspaceSigner: string | null
  firstViewedAt: string | null
  lastViewedAt: string | null
  viewCount: number
  /** What applied when the workspace signed. It does not change. */
  agreedMinimumFunding: MinimumFunding | null
  minimumFunding: CurrentMinimumFunding
}

/** An agreement whose current version still has to be signed: by the caller, or for the workspace. */
export interface AgreementToSign {
  kind: AgreementKind
  title: string
  version: string
  effectiveAt: string
  /** As `signed` of `AgreementStanding`. */
  signed: boolean
  /** As `signedByWorkspace` of `AgreementStanding`. */
  signedByWorkspace: boolean
}

/** A published version of an agreement. */
export interface AgreementVersion {
  kind: AgreementKind
  title: string
  version: string
  effectiveAt: string
  publishedAt: string
  requiresResign: boolean
  current: boolean
  /** The Markdown source, as it was published. */
  bodySource: string
  /** The same text as sanitised HTML. Placeholders are not filled in. */
  bodyHtml: string
}

/** When one person viewed the version. */
export interface AgreementView {
  accountId: string
  crmUserId: number
  name: string
  firstViewedAt: string
  lastViewedAt: string
  viewCount: number
}

/** The part of a collection or clawback that goes to one split. */
export interface Allocation {
  /** The split. `null` is the house. */
  dealSplitId: number | null
  /** Below 0 in a reversal. */
  amountMinor: number
}

/** A file of a document or a message. */
export interface AttachedFile {
  /** `GET /v1/files/{id}/content` downloads the file. */
  id: string
  name: string
  /** In bytes. */
  size: number
  /** The type that the upload declared. */
  type: string
}

/** The figures of a split, and how they come about. */
export interface AvailabilityExplanation {
  dealSplitId: number
  availability: SplitAvailability
  figures: ExplainedFigure[]
  entries: ExplainedEntry[]
}

/** The rows that link to a row through one column. */
export interface Backlinks {
  /** The board or page that the rows belong to. */
  definitionKey: string
  /** The key of the link column. */
  column: string
  rows: {
    id: string
    /** The first text in the row, in the order of the columns that you can see. `null` if there is none. */
    title: string | null
  }[]
  /** True if there are more. Absent otherwise. */
  rowsTruncated?: boolean
}

/** What was sent and looks like spam. It is kept for 30 days, and somebody can accept it in that time. */
export interface BlockedContent {
  /** A field that people do not see was filled, it was sent within two seconds, or too many were sent by programs or without JavaScript. */
  why: 'trap' | 'too_fast' | 'too_many'
  /** When the cells are removed. */
  until: string
  /** Empty after `until`. */
  cells: {
    column: string
    sent: string
  }[]
  acceptedBy: string | null
  /** The row that it became, if it was accepted. */
  rowId: string | null
}

/** Something that came through a form or an email address and looks like spam. */
export interface BlockedData {
  definition: EventDefinition
  /** The receipt that has what was sent. */
  receiptId: string
}

/** A file to import, as multipart/form-data. */
export interface BoardImport {
  /** The board. */
  boardId: string
  /** The CSV or XLSX file, up to 64 MiB. */
  file: Blob
  /** As JSON: an object from headers to columns (by key, id or name; `null` leaves one out), or a list of columns in the order of the file. Headers it does not name are left out. Several can go to one text column: their values are joined with a space, first names before last names. On a page, `external_id` takes the records’ own ids. Without a mapping, headers are matched with the names and keys of columns. A preview also takes a column to be created in place of its name, as for `POST …/columns`, and shows what rows would hold in it; it creates none. */
  mapping?: string
  /** A mapped column (by key, id or name) to find existing rows by. A row of the file updates the row with the same value in this column. It creates one if there is none, or if its own value is empty. An empty value leaves a cell of the updated row as it is. If several rows have the value, the row of the file is refused. */
  matchOn?: string
  onBad?: ImportOnBad
  valueMaps?: ImportValueMaps
  newOptions?: ImportNewOptions
  corrections?: ImportCorrections
  links?: ImportLinks
  readAs?: ImportReadAsChoices
  /** For XLSX: the name of the sheet. By default, it is the one that opens if it has a table, or else the first with one. Hidden sheets are passed over. */
  sheet?: string
  /** For CSV. By default, it is detected. Other names for these, such as `latin1` or `cp850`, are known too. */
  encoding?:
    | 'utf-8'
    | 'utf-16le'
    | 'utf-16be'
    | 'windows-1252'
    | 'windows-1250'
    | 'windows-1251'
    | 'windows-1253'
    | 'windows-1254'
    | 'windows-1255'
    | 'windows-1256'
    | 'windows-1257'
    | 'iso-8859-2'
    | 'iso-8859-15'
    | 'koi8-r'
    | 'macintosh'
    | 'ibm437'
    | 'ibm850'
    | 'ibm866'
    | 'shift_jis'
    | 'euc-jp'
    | 'gb18030'
    | 'big5'
    | 'euc-kr'
  /** For CSV: the character between values, a punctuation mark or tab. By default, it is detected, or read from a first line such as `sep=;`. */
  delimiter?: string
  /** For CSV: how it is written otherwise than most, as names of quirks separated by commas; nothing if it is not. By default, it is detected. */
  quirks?: string
  /** The line of the file, or the row of the sheet, that has the headers; `0` if there are none. By default, it is looked for below titles. */
  headerRow?: string
  /** `true` writes nothing and returns the preview. */
  dryRun?: string
}

/** A file to preview, as multipart/form-data. */
export interface BoardImportPreview {
  /** The board. */
  boardId: string
  /** The CSV or XLSX file, up to 64 MiB. */
  file: Blob
  /** As JSON: an object from headers to columns (by key, id or name; `null` leaves one out), or a list of columns in the order of the file. Headers it does not name are left out. Several can go to one text column: their values are joined with a space, first names before last names. On a page, `external_id` takes the records’ own ids. Without a mapping, headers are matched with the names and keys of columns. A preview also takes a column to be created in place of its name, as for `POST …/columns`, and shows what rows would hold in it; it creates none. */
  mapping?: string
  /** A mapped column (by key, id or name) to find existing rows by. A row of the file updates the row with the same value in this column. It creates one if there is none, or if its own value is empty. An empty value leaves a cell of the updated row as it is. If several rows have the value, the row of the file is refused. */
  matchOn?: string
  onBad?: ImportOnBad
  valueMaps?: ImportValueMaps
  newOptions?: ImportNewOptions
  corrections?: ImportCorrections
  links?: ImportLinks
  readAs?: ImportReadAsChoices
  /** For XLSX: the name of the sheet. By default, it is the one that opens if it has a table, or else the first with one. Hidden sheets are passed over. */
  sheet?: string
  /** For CSV. By default, it is detected. Other names for these, such as `latin1` or `cp850`, are known too. */
  encoding?:
    | 'utf-8'
    | 'utf-16le'
    | 'utf-16be'
    | 'windows-1252'
    | 'windows-1250'
    | 'windows-1251'
    | 'windows-1253'
    | 'windows-1254'
    | 'windows-1255'
    | 'windows-1256'
    | 'windows-1257'
    | 'iso-8859-2'
    | 'iso-8859-15'
    | 'koi8-r'
    | 'macintosh'
    | 'ibm437'
    | 'ibm850'
    | 'ibm866'
    | 'shift_jis'
    | 'euc-jp'
    | 'gb18030'
    | 'big5'
    | 'euc-kr'
  /** For CSV: the character between values, a punctuation mark or tab. By default, it is detected, or read from a first line such as `sep=;`. */
  delimiter?: string
  /** For CSV: how it is written otherwise than most, as names of quirks separated by commas; nothing if it is not. By default, it is detected. */
  quirks?: string
  /** The line of the file, or the row of the sheet, that has the headers; `0` if there are none. By default, it is looked for below titles. */
  headerRow?: string
  /** `true` proposes a mapping by names and values. By default, a file without `mapping` whose headers, in any order, are those of an earlier import is mapped as that: your last one, or else anybody’s. So are its `matchOn`, `onBad`, `valueMaps`, `links` and `readAs`, where you do not send them. */
  startOver?: string
}

/** How late an obligation is. */
export type BreachSeverity = 'minor' | 'major' | 'critical'

/** A phone call. */
export interface Call {
  ai_summary: string | null
  answered_at: string | null
  duration_seconds: number | null
  ended_at: string | null
  provider: string
  recording_count: number
  recording_url: string | null
  result: CallResult | null
  started_at: string | null
  transcript: string | null
}

/** How a call ended. */
export type CallResult = 'completed' | 'busy' | 'no-answer' | 'canceled' | 'failed' | 'voicemail'

/** What one cell held before and after a change. */
export interface CellChange {
  /** The column’s key. */
  column: string
  /** `null` if the cell was empty. */
  from: unknown
  /** `null` if the cell was emptied. */
  to: unknown
  /** The names in the cell that led nowhere, before and after, if they changed. Absent otherwise. */
  unresolved?: {
    from: UnresolvedName[]
    to: UnresolvedName[]
  }
}

/** The cell to put back. */
export interface CellToRevert {
  /** The column, by its key, id or name. */
  column: string
}

/** The cells of a row, by column. In answers columns are named by key; in requests by key, id or exact name. */
export type Cells = Record<string, unknown>

/** A provider that texts or emails are sent and received through. */
export interface Channel {
  id: string
  name: string
  medium: Medium
  provider: ChannelProvider
  /** The number or address that messages are sent from. An email address may have the desk’s name: `Harborline <desk@example.com>`. */
  from: string
  settings: ChannelSettings
  /** Whether credentials are stored. The API never returns them. */
  hasCredentials: boolean
  /** Where to send inbound messages: raw MIME with `Authorization: Bearer <hookSecret>`. For twilio: the address for its signed webhooks, with `…/status` and `…/voice` beside it. */
  hookUrl: string
  createdAt: string
  updatedAt: string
}

/** The fields of a channel to change. */
export interface ChannelChange {
  name?: string
  /** A number, or an email address, which may have a name. Without one, email is from the workspace’s name. */
  from?: string
  settings?: ChannelSettings
  credentials?: ChannelCredentials
}

/** How to sign in at the provider. The API never returns them. */
export interface ChannelCredentials {
  /** For smtp. */
  user?: string
  /** For smtp. */
  pass?: string
  /** For twilio. */
  authToken?: string
}

/** Where messages go: an SMTP server, Twilio, or the local outbox. */
export type ChannelProvider = 'smtp' | 'twilio' | 'local'

/** How to reach the provider. Each field applies to one of the providers. */
export interface ChannelSettings {
  /** For smtp. A private address is refused, here and at every connection, unless the operator allows it (`OUTBOUND_ALLOW`). */
  host?: string
  /** For smtp. */
  port?: number
  /** For smtp: `starttls` requires STARTTLS; `tls` encrypts from the first byte. */
  security?: 'none' | 'starttls' | 'tls'
  /** The most messages to send in a minute. No limit by default. */
  messagesPerMinute?: number
  /** For twilio. */
  accountSid?: string
  /** For twilio: the URL of a service with the same API. The default is Twilio’s own. Private addresses are refused as for `host`. */
  baseUrl?: string
}

/** How the test of a channel went. */
export interface ChannelTest {
  ok: boolean
  /** What went wrong, with the provider’s error code. Nothing else of the provider’s answer is included. */
  error: string | null
  reason?: FailureReason
  values?: FailureValues
  ms: number
}

/** A channel, with the secret that was just made for it. */
export interface ChannelWithSecret {
  id: string
  name: string
  medium: Medium
  provider: ChannelProvider
  /** The number or address that messages are sent from. An email address may have the desk’s name: `Harborline <desk@example.com>`. */
  from: string
  settings: ChannelSettings
  /** Whether credentials are stored. The API never returns them. */
  hasCredentials: boolean
  /** Where to send inbound messages: raw MIME with `Authorization: Bearer <hookSecret>`. For twilio: the address for its signed webhooks, with `…/status` and `…/voice` beside it. */
  hookUrl: string
  createdAt: string
  updatedAt: string
  /** The secret for `hookUrl`. It is shown in this answer only. */
  hookSecret: string
}

/** A value that was converted before it was stored. */
export interface CoercedCell {
  /** The column’s key. */
  column: string
  /** The value as it was sent. */
  sent: string
  /** The value as it is stored. */
  stored: string
}

/** How many there were in a request, and the first 100 of them. */
export interface CoercedCells {
  count: number
  /** The first 100. */
  items: {
    /** The row in the request, counted from 0. */
    index: number
    column: string
    sent: string
    stored: string
  }[]
}

/** A column of a board or page. */
export interface Column {
  id: string
  /** The name of the column in `cells`. It never changes. */
  key: string
  name: string
  type: ColumnType
  description: string
  required: boolean
  unique: boolean
  /** Whether the service fills the cells, so that nobody can write them. */
  readOnly: boolean
  position: number
  settings: ColumnSettings
  /** When it was moved to the trash. Absent otherwise. */
  deletedAt?: string
}

/** The fields of a column to change. */
export interface ColumnChange {
  name?: string
  description?: string
  required?: boolean
  unique?: boolean
  /** Only the settings that are sent change. `null` removes one. */
  settings?: object
}

/** A column of a board or page. */
export interface ColumnData {
  definition: EventDefinition
  column: {
    id: string
    key: string
  }
}

/** One option of a select column. */
export interface ColumnOption {
  id: string
  label: string
  color: string | null
}

/** Who can see and who can write a column. */
export interface ColumnPolicy {
  columnId: string
  editableBy: PolicyPart
  visibleTo: PolicyPart
  /** `null` if the column is not restricted. */
  updatedAt: string | null
  /** `user:<crmUserId>` */
  updatedBy: string | null
}

/** The policy that a column gets. */
export interface ColumnPolicyChange {
  editableBy?: PolicyPartChange
  visibleTo?: PolicyPartChange
}

/** A column whose policy changed. */
export interface ColumnPolicyData {
  definition: EventDefinition
  /** Only for people who can see the column. */
  column?: {
    id: string
    key: string
  }
}

/** What applies to the type of the column: options of selects, the currency, precision and bounds of numbers, the target of links, the files a file column takes, the expression of a formula. */
export interface ColumnSettings {
  options?: ColumnOption[]
  allowNewOptions?: boolean
  currency?: string
  precision?: number
  min?: number
  max?: number
  /** For a link: the board or page that its rows belong to. It cannot be changed. */
  definitionKey?: string
  /** For a link: whether a cell can hold several rows, up to 100. */
  multiple?: boolean
  /** For a file column: how many files a cell can hold, up to 100. */
  maxFiles?: number
  /** For a file column: the file types it accepts, such as `application/pdf` or `image/*`. */
  accept?: string[]
  /** For a formula. Refer to columns by key, or in braces by key, name or id: `price * {Units sold}`. The API returns it with keys. */
  expression?: string
  /** For a formula: the type of its result. It follows from the expression. */
  resultType?: FormulaResultType
}

/** What the cells of a column hold. */
export type ColumnType =
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

/** The type that a column would get. */
export interface ColumnTypeChange {
  type: ColumnType
  /** What applies to the new type. Without `options`, a select keeps the options it had, or gets one for each value in the cells (up to 1,000). */
  settings?: object
}

/** What a change of type would do to the cells of a column. */
export interface ColumnTypePreview {
  /** How many rows have a value in the column. */
  filled: number
  /** How many of them keep the value as it is. */
  same: number
  /** How many keep it in another form. */
  converted: number
  /** How many would be emptied. */
  lost: number
  /** Up to 20 examples: lost values first, then converted ones. */
  samples: {
    rowId: string
    from: unknown
    /** `null` where the value is lost. */
    to: unknown
    /** Why the value would be lost. */
    why: string | null
    /** Why it was refused, such as `missing` or `not_an_email`. docs/errors.md lists the reasons; new ones may be added. */
    reason?: string
    /** With a reason: what the message names, such as `{"most": 200}`. */
    values?: Record<string, unknown>
  }[]
}

/** Which columns to list. */
export interface ColumnsQuery {
  /** How many items to return, 1 to 1000. */
  limit?: number
  /** The `nextCursor` of the previous page. Leave it out for the first page. */
  cursor?: string
  /** List the columns in the trash instead, the last deleted first. */
  trashed?: boolean
}

/** A comment on a row. */
export interface Comment {
  id: string
  body: string
  /** The people to mention, by `crmUserId`. */
  mentions: number[]
  /** `user:<crmUserId>`. */
  createdBy: string
  createdAt: string
  updatedAt: string
}

/** The fields of a comment to change. */
export interface CommentChange {
  body?: string
  /** The people to mention, by `crmUserId`. */
  mentions?: number[]
}

/** A comment on a row. */
export interface CommentData {
  definition: EventDefinition
  rowId: string
  commentId: string
  /** The `crmUserId` of each person. */
  mentions: number[]
}

/** The type that a column gets. */
export interface ConfirmedColumnTypeChange {
  type: ColumnType
  /** What applies to the new type. Without `options`, a select keeps the options it had, or gets one for each value in the cells (up to 1,000). */
  settings?: object
  /** Agrees that cells which cannot be converted are emptied. */
  confirmLoss?: boolean
}

/** A thread of messages with one contact. */
export interface Conversation {
  id: number
  medium: Medium
  /** The contact’s phone number in E.164 form, or email address. A text can also come from a name. */
  address: string
  /** For email only. */
  subject: string | null
  status: ConversationStatus
  snoozed_until: string | null
  /** A `crmUserId`. */
  assigned_to: number | null
  definition_key: string | null
  /** The row that it is about. */
  row_id: string | null
  /** How many inbound messages are not marked as read. */
  unread_count: number
  last_message_at: string | null
  /** The last message that is not deleted. `null` if there is none. */
  last_message: LastMessage | null
}

/** The fields of a conversation to change. */
export interface ConversationChange {
  status?: ConversationStatus
  /** When it opens again. */
  snoozed_until?: string | null
  /** A `crmUserId`. */
  assigned_to?: number | null
  /** For email only. */
  subject?: string
  definition_key?: string | null
  row_id?: string | null
}

/** A conversation. */
export interface ConversationData {
  conversationId: number
  /** The row that it belongs to. */
  rowId?: string
}

/** Whether somebody still has to deal with the conversation. */
export type ConversationStatus = 'open' | 'snoozed' | 'closed'

/** Which conversations to list. */
export interface ConversationsQuery {
  /** How many items to return, 1 to 1000. */
  limit?: number
  /** The `nextCursor` of the previous page. Leave it out for the first page. */
  cursor?: string
  medium?: Medium
  status?: ConversationStatus
  /** `me`, `none` or a `crmUserId`. */
  assigned_to?: string
  /** Only conversations with unread messages, or only those without. */
  unread?: boolean
  /** Only conversations about this row. */
  row_id?: string
  /** Only conversations with this number or email address. */
  address?: string
  /** Finds conversations whose messages, subject or address contain this, in upper or lower case. A phone number may be written in any way: `(312) 555-0188`, `555-0188`. */
  search?: string
}

/** The minimum funding as it is now, from the version or from an override by the operator, in minor units of the workspace’s currency. A signed document keeps what it says. */
export interface CurrentMinimumFunding {
  source: FundingSource
  amountMinor: number | null
  period: FundingPeriod | null
}

/** A deal whose money is kept. People who see only their own splits see the deals they have a split in, without `fundedMinor`, `notes` and the sums. */
export interface Deal {
  id: number
  name: string
  /** ISO 4217 currency code. It cannot be changed. */
  currency: string
  fundedMinor?: number | null
  /** The row it belongs to, usually one on the page `deals`. */
  dealRowId: string | null
  notes?: string | null
  expectedMinor?: number
  collectedMinor?: number
  clawedBackMinor?: number
  /** Collected less clawed back: what the desk has. */
  netCollectedMinor?: number
  /** Expected less collected, at least 0. */
  outstandingMinor?: number
  createdAt: string
  /** When its own fields were last changed. Posting money does not change it. */
  updatedAt: string
}

/** The fields of a deal to change. */
export interface DealChange {
  name?: string
  fundedMinor?: number | null
  dealRowId?: string | null
  notes?: string | null
}

/** A deal. */
export interface DealData {
  dealId: number
  /** The row of the deal. */
  dealRowId?: string
}

/** An entry in the ledger of a deal. */
export interface DealEntryData {
  dealId: number
  /** The entry in the ledger. Only for people who can see all the money. */
  entryId?: string
  /** The row of the deal. */
  dealRowId?: string
}

/** A page of deals. */
export interface DealPage {
  data: Deal[]
  nextCursor: NextCursor
  /** With `totals`, on the first page: the sums over all deals of the list, by currency, starting with the currency of the most deals. Left out for people who see only their own splits. */
  totals?: DealTotals[]
}

/** A split in a deal: who gets which part of its collections. */
export interface DealSplit {
  id: number
  dealId: number
  partyKind: PartyKind
  /** With `account`: the account of somebody with a seat here. */
  accountId: string | null
  /** With `crm_user`: the person’s number in this workspace. */
  crmUserId: number | null
  /** With `external`: the name of somebody without a seat. */
  externalParty: string | null
  basis: SplitBasis
  /** Parts per million: 250000 is 25%. */
  sharePpm: number | null
  /** In minor units, 1 or more. */
  flatAmountMinor: number | null
  notes: string | null
  status: SplitStatus
  held: boolean
  heldReason: string | null
  /** `heldAt`, `releasedAt`, `releasedReason`. A retired split has `deactivatedReason` and `successorId`; a successor has `predecessorId`. People who see only their own splits get no ids of other people’s. */
  detail: object
  createdAt: string
  updatedAt: string
  deactivatedAt: string | null
  availability: SplitAvailability
  /** What its terms give it of all that is expected, or collected if that is more, if it came in at once. `entitledMinor` can differ from it by a few minor units, because each collection is rounded by itself. `null` if splits were added, changed or retired after money came in, so that the terms as they are now do not explain it. */
  entitledByTermsMinor: number | null
}

/** The fields of a split to change. */
export interface DealSplitChange {
  basis?: SplitBasis
  /** Parts per million: 250000 is 25%. */
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

/** Why a split is retired, and what takes its place. */
export interface DealSplitRetirement {
  reason: string
  successor?: SuccessorDealSplit
}

/** A page of splits. */
export interface DealSplitsPage {
  data: DealSplit[]
  nextCursor: NextCursor
  house?: HouseRest
}

/** Which splits to list. */
export interface DealSplitsQuery {
  /** How many items to return, 1 to 1000. */
  limit?: number
  /** The `nextCursor` of the previous page. Leave it out for the first page. */
  cursor?: string
  /** Only splits in this deal. */
  dealId?: number
  status?: SplitStatus
  partyKind?: PartyKind
  /** Only splits of this account. */
  accountId?: string
  /** Only splits of this person. */
  crmUserId?: number
  /** Only splits of the external party with this name. */
  externalParty?: string
}

/** The sums over all deals in one currency. */
export interface DealTotals {
  currency: string
  count: number
  /** `null` above 2^53−1, where a JSON number is not exact. */
  expectedMinor: number | null
  /** `null` above 2^53−1, where a JSON number is not exact. */
  collectedMinor: number | null
  /** `null` above 2^53−1, where a JSON number is not exact. */
  clawedBackMinor: number | null
  /** `null` above 2^53−1, where a JSON number is not exact. */
  netCollectedMinor: number | null
}

/** Which deals to list, and in which order. */
export interface DealsQuery {
  /** How many items to return, 1 to 1000. */
  limit?: number
  /** The `nextCursor` of the previous page. Leave it out for the first page. */
  cursor?: string
  /** Only deals of this row. */
  dealRowId?: string
  /** Finds deals whose name contains this, in upper or lower case. */
  search?: string
  /** `-id` lists the newest first. The default is `id`. */
  sort?: 'id' | '-id'
  /** Whether the first page includes `totals`. */
  totals?: boolean
}

/** A board or page: its settings and its columns, without its rows. */
export interface Definition {
  id: string
  kind: DefinitionKind
  key: string
  name: string
  description: string
  /** Derived from the key until somebody chooses one. */
  icon: DefinitionIcon
  /** Derived from the key until somebody chooses one. */
  color: DefinitionColor
  settings: LocaleSettings
  columns: Column[]
  rowCount: number
  createdAt: string
  createdBy: string
  updatedAt: string
}

/** One board or page. */
export interface DefinitionAnswer {
  data: Definition
  /** With `as`: the columns that the other person cannot see, and why. */
  hiddenColumns?: HiddenColumn[]
}

/** The fields of a board or page to change. */
export interface DefinitionChange {
  name?: string
  description?: string
  icon?: DefinitionIcon
  color?: DefinitionColor
  settings?: LocaleChange
}

/** The color of that picture. */
export type DefinitionColor =
  | 'gray'
  | 'red'
  | 'pink'
  | 'grape'
  | 'violet'
  | 'indigo'
  | 'blue'
  | 'cyan'
  | 'teal'
  | 'green'
  | 'lime'
  | 'yellow'
  | 'orange'

/** A board or page that was created. */
export interface DefinitionCreatedData {
  definition: EventDefinition
  /** Only for admins and owners. */
  key?: string
}

/** A board or page. */
export interface DefinitionData {
  definition: EventDefinition
}

/** The picture beside the name of a board or page. */
export type DefinitionIcon =
  | 'table'
  | 'inbox'
  | 'file'
  | 'folder'
  | 'users'
  | 'user'
  | 'building'
  | 'store'
  | 'briefcase'
  | 'handshake'
  | 'cash'
  | 'coins'
  | 'bank'
  | 'chart'
  | 'calendar'
  | 'checklist'
  | 'phone'
  | 'mail'
  | 'flag'
  | 'star'
  | 'tag'
  | 'truck'
  | 'home'
  | 'world'

/** A file to import, as multipart/form-data. */
export interface DefinitionImport {
  /** The key of the page (or board). */
  definitionKey: string
  /** The CSV or XLSX file, up to 64 MiB. */
  file: Blob
  /** As JSON: an object from headers to columns (by key, id or name; `null` leaves one out), or a list of columns in the order of the file. Headers it does not name are left out. Several can go to one text column: their values are joined with a space, first names before last names. On a page, `external_id` takes the records’ own ids. Without a mapping, headers are matched with the names and keys of columns. A preview also takes a column to be created in place of its name, as for `POST …/columns`, and shows what rows would hold in it; it creates none. */
  mapping?: string
  /** A mapped column (by key, id or name) to find existing rows by. A row of the file updates the row with the same value in this column. It creates one if there is none, or if its own value is empty. An empty value leaves a cell of the updated row as it is. If several rows have the value, the row of the file is refused. */
  matchOn?: string
  onBad?: ImportOnBad
  valueMaps?: ImportValueMaps
  newOptions?: ImportNewOptions
  corrections?: ImportCorrections
  links?: ImportLinks
  readAs?: ImportReadAsChoices
  /** For XLSX: the name of the sheet. By default, it is the one that opens if it has a table, or else the first with one. Hidden sheets are passed over. */
  sheet?: string
  /** For CSV. By default, it is detected. Other names for these, such as `latin1` or `cp850`, are known too. */
  encoding?:
    | 'utf-8'
    | 'utf-16le'
    | 'utf-16be'
    | 'windows-1252'
    | 'windows-1250'
    | 'windows-1251'
    | 'windows-1253'
    | 'windows-1254'
    | 'windows-1255'
    | 'windows-1256'
    | 'windows-1257'
    | 'iso-8859-2'
    | 'iso-8859-15'
    | 'koi8-r'
    | 'macintosh'
    | 'ibm437'
    | 'ibm850'
    | 'ibm866'
    | 'shift_jis'
    | 'euc-jp'
    | 'gb18030'
    | 'big5'
    | 'euc-kr'
  /** For CSV: the character between values, a punctuation mark or tab. By default, it is detected, or read from a first line such as `sep=;`. */
  delimiter?: string
  /** For CSV: how it is written otherwise than most, as names of quirks separated by commas; nothing if it is not. By default, it is detected. */
  quirks?: string
  /** The line of the file, or the row of the sheet, that has the headers; `0` if there are none. By default, it is looked for below titles. */
  headerRow?: string
  /** `true` writes nothing and returns the preview. */
  dryRun?: string
}

/** A file to preview, as multipart/form-data. */
export interface DefinitionImportPreview {
  /** The key of the page (or board). */
  definitionKey: string
  /** The CSV or XLSX file, up to 64 MiB. */
  file: Blob
  /** As JSON: an object from headers to columns (by key, id or name; `null` leaves one out), or a list of columns in the order of the file. Headers it does not name are left out. Several can go to one text column: their values are joined with a space, first names before last names. On a page, `external_id` takes the records’ own ids. Without a mapping, headers are matched with the names and keys of columns. A preview also takes a column to be created in place of its name, as for `POST …/columns`, and shows what rows would hold in it; it creates none. */
  mapping?: string
  /** A mapped column (by key, id or name) to find existing rows by. A row of the file updates the row with the same value in this column. It creates one if there is none, or if its own value is empty. An empty value leaves a cell of the updated row as it is. If several rows have the value, the row of the file is refused. */
  matchOn?: string
  onBad?: ImportOnBad
  valueMaps?: ImportValueMaps
  newOptions?: ImportNewOptions
  corrections?: ImportCorrections
  links?: ImportLinks
  readAs?: ImportReadAsChoices
  /** For XLSX: the name of the sheet. By default, it is the one that opens if it has a table, or else the first with one. Hidden sheets are passed over. */
  sheet?: string
  /** For CSV. By default, it is detected. Other names for these, such as `latin1` or `cp850`, are known too. */
  encoding?:
    | 'utf-8'
    | 'utf-16le'
    | 'utf-16be'
    | 'windows-1252'
    | 'windows-1250'
    | 'windows-1251'
    | 'windows-1253'
    | 'windows-1254'
    | 'windows-1255'
    | 'windows-1256'
    | 'windows-1257'
    | 'iso-8859-2'
    | 'iso-8859-15'
    | 'koi8-r'
    | 'macintosh'
    | 'ibm437'
    | 'ibm850'
    | 'ibm866'
    | 'shift_jis'
    | 'euc-jp'
    | 'gb18030'
    | 'big5'
    | 'euc-kr'
  /** For CSV: the character between values, a punctuation mark or tab. By default, it is detected, or read from a first line such as `sep=;`. */
  delimiter?: string
  /** For CSV: how it is written otherwise than most, as names of quirks separated by commas; nothing if it is not. By default, it is detected. */
  quirks?: string
  /** The line of the file, or the row of the sheet, that has the headers; `0` if there are none. By default, it is looked for below titles. */
  headerRow?: string
  /** `true` proposes a mapping by names and values. By default, a file without `mapping` whose headers, in any order, are those of an earlier import is mapped as that: your last one, or else anybody’s. So are its `matchOn`, `onBad`, `valueMaps`, `links` and `readAs`, where you do not send them. */
  startOver?: string
}

/** Boards are created by members as they need them; pages are the workspace’s standing tables, set up by admins. */
export type DefinitionKind = 'board' | 'page'

/** A board or page without its columns. */
export interface DefinitionSummary {
  id: string
  key: string
  name: string
  description: string
}

/** The rows that were moved to the trash. */
export interface DeletedRows {
  deleted: string[]
}

/** A document that is handed in to meet obligations. */
export interface Document {
  id: number
  name: string
  /** Your own word for the kind of document, such as `bank_statement`. */
  documentType: string
  /** Where it is kept, if it is kept elsewhere. */
  url: string | null
  file: AttachedFile | null
  createdAt: string
  /** `user:<crmUserId>` */
  createdBy: string
}

/** A document. */
export interface DocumentData {
  documentId: number
}

/** Money that is asked for, or paid out, from a split. */
export interface Draw {
  id: string
  dealSplitId: number
  /** In minor units, 1 or more. */
  amountMinor: number
  status: DrawStatus
  notes: string | null
  requestedAt: string
  paidAt: string | null
  voidedAt: string | null
}

/** A draw from a split. */
export interface DrawData {
  dealId: number
  dealSplitId: number
  drawId: string
}

/** Where a draw stands. */
export type DrawStatus = 'requested' | 'paid' | 'voided'

/** Which events: `rows.created`, `rows.*` for everything about rows, or `*` for all events. */
export type EventChoice =
  | '*'
  | 'rows.*'
  | 'comment.*'
  | 'row_file.*'
  | 'arrival.*'
  | 'view.*'
  | 'import.*'
  | 'board.*'
  | 'page.*'
  | 'column.*'
  | 'columns.*'
  | 'column_policy.*'
  | 'conversation.*'
  | 'message.*'
  | 'template.*'
  | 'opt_out.*'
  | 'channel.*'
  | 'obligation.*'
  | 'document.*'
  | 'deal.*'
  | 'deal_split.*'
  | 'draw.*'
  | 'seat.*'
  | 'team.*'
  | 'workspace.*'
  | 'agreement.*'
  | 'key.*'
  | 'token.*'
  | 'form.*'
  | 'address.*'
  | 'hook.*'
  | 'webhook.*'
  | 'session.*'
  | 'password.*'
  | 'export.*'
  | 'file.*'
  | 'seen_as.*'
  | 'backup.*'
  | 'rows.created'
  | 'rows.updated'
  | 'rows.deleted'
  | 'rows.restored'
  | 'rows.purged'
  | 'comment.created'
  | 'comment.updated'
  | 'comment.deleted'
  | 'row_file.added'
  | 'row_file.removed'
  | 'arrival.blocked'
  | 'arrival.accepted'
  | 'view.created'
  | 'view.updated'
  | 'view.deleted'
  | 'import.started'
  | 'import.finished'
  | 'import.recorded'
  | 'import.undone'
  | 'import.redone'
  | 'board.created'
  | 'board.updated'
  | 'board.deleted'
  | 'page.created'
  | 'page.updated'
  | 'page.deleted'
  | 'column.created'
  | 'column.updated'
  | 'column.deleted'
  | 'column.restored'
  | 'columns.reordered'
  | 'column_policy.updated'
  | 'column_policy.deleted'
  | 'conversation.created'
  | 'conversation.updated'
  | 'message.queued'
  | 'message.sent'
  | 'message.delivered'
  | 'message.failed'
  | 'message.uncertain'
  | 'message.cancelled'
  | 'message.received'
  | 'message.updated'
  | 'message.read'
  | 'message.deleted'
  | 'template.created'
  | 'template.updated'
  | 'template.deleted'
  | 'opt_out.changed'
  | 'channel.created'
  | 'channel.updated'
  | 'channel.deleted'
  | 'channel.secret_rotated'
  | 'obligation.created'
  | 'obligation.updated'
  | 'obligation.started'
  | 'obligation.submitted'
  | 'obligation.rejected'
  | 'obligation.completed'
  | 'obligation.waived'
  | 'obligation.cancelled'
  | 'obligation.reopened'
  | 'obligation.escalated'
  | 'document.created'
  | 'deal.created'
  | 'deal.updated'
  | 'deal.expected'
  | 'deal.collected'
  | 'deal.clawed_back'
  | 'deal.reversed'
  | 'deal_split.created'
  | 'deal_split.updated'
  | 'deal_split.held'
  | 'deal_split.released'
  | 'deal_split.deactivated'
  | 'draw.requested'
  | 'draw.paid'
  | 'draw.voided'
  | 'seat.created'
  | 'seat.invited'
  | 'seat.accepted'
  | 'seat.updated'
  | 'seat.removed'
  | 'seat.erased'
  | 'team.created'
  | 'team.updated'
  | 'team.deleted'
  | 'workspace.created'
  | 'workspace.updated'
  | 'agreement.viewed'
  | 'agreement.signed'
  | 'agreement.published'
  | 'agreement.overridden'
  | 'key.created'
  | 'key.updated'
  | 'key.rotated'
  | 'key.revoked'
  | 'token.created'
  | 'token.rotated'
  | 'token.revoked'
  | 'form.created'
  | 'form.updated'
  | 'form.deleted'
  | 'address.created'
  | 'address.updated'
  | 'address.deleted'
  | 'hook.created'
  | 'hook.updated'
  | 'hook.deleted'
  | 'hook.sampled'
  | 'webhook.created'
  | 'webhook.updated'
  | 'webhook.deleted'
  | 'webhook.secret_rotated'
  | 'session.started'
  | 'session.refused'
  | 'session.ended'
  | 'password.changed'
  | 'password.reset'
  | 'password.replaced'
  | 'export.made'
  | 'file.downloaded'
  | 'seen_as.opened'
  | 'backup.made'

/** The board or page that an event is about. */
export interface EventDefinition {
  id: string
  key: string
  kind: DefinitionKind
}

/** What every event has, whatever its type. */
export interface EventHead {
  id: string
  /** The event’s place in the feed. Send it as `after` to continue from there. */
  cursor: string
  at: string
  /** `user:<crmUserId>`, `key:<keyId>`, `form:<formId>`, `address:<addressId>`, `hook:<hookId>`, `contact` (the other side of a conversation) or `system`. */
  actor: string
  /** What it happened to, as `<thing>:<id>`. */
  subject: string
}

/** A page of events. */
export interface EventPage {
  data: Event[]
  nextCursor: NextCursor
  /** Where to continue next time, even if there is nothing more for now. With `order=newest`: where this page started. */
  after: string
}

/** The cells of one row that changed. */
export interface EventRowChange {
  rowId: string
  /** The entry in the history of the row. */
  entryId: string
  cells: CellChange[]
}

/** Where the stream starts. */
export interface EventStreamQuery {
  /** The cursor of the last event you have seen. The header `Last-Event-ID` takes precedence. */
  after?: string
}

/** Which events to list. */
export interface EventsQuery {
  /** Which events come first. The default is `oldest`. */
  order?: 'oldest' | 'newest'
  /** The cursor of the last event you have seen, or `now` for events from now on. Without it, the list starts at the oldest event that is kept. */
  after?: string
  /** How many items to return, 1 to 1000. */
  limit?: number
  /** The `nextCursor` of the previous page. Leave it out for the first page. */
  cursor?: string
  /** Only these types, separated by commas: `rows.created`, or `rows.*` for everything about rows. */
  types?: string
  /** Only events of the board or page with this key. */
  definition?: string
  /** Only what this one did: `user:<crmUserId>`, `key:<keyId>` or `system`. */
  actor?: string
  /** Only about the person with this `crmUserId`: what they or their access tokens did, and what happened to their seat or to their sign-in. */
  person?: number
}

/** An entry, with what it adds to which figure of the split. */
export interface ExplainedEntry {
  entryId: string
  kind: LedgerEntryKind
  occurredAt: string
  createdAt: string
  /** In minor units, 1 or more. */
  amountMinor?: number
  adds: {
    figure: SplitFigure
    amountMinor: number
  }[]
}

/** A figure of a split, with the terms that add up to it. */
export interface ExplainedFigure {
  name: SplitFigure
  amountMinor: number
  /** The formula in words. */
  formula: string
  /** The formula by its name, to word it yourself. */
  rule?:
    | 'collections'
    | 'clawbacks'
    | 'draws'
    | 'no_future_part'
    | 'part_of_open'
    | 'part_of_sums'
    | 'collected_and_pending'
    | 'collected_less_paid'
    | 'held'
    | 'unpaid'
  /** The amounts that the formula names. */
  values?: Record<string, number>
  terms: FigureTerm[]
}

/** What somebody took out as a spreadsheet. */
export interface ExportData {
  definition?: EventDefinition
  /** The deal whose ledger it was. */
  dealId?: number
  format: 'csv' | 'xlsx'
  /** Whom it was seen as, if not as the person themselves. */
  as?: string
}

/** The format of an export. */
export type ExportFormat = 'csv' | 'xlsx'

/** Which rows to export, and in which format. */
export interface ExportQuery {
  format: ExportFormat
  /** For CSV: whether the file starts with a byte order mark, so that Excel reads it as UTF-8. */
  bom?: boolean
  /** Whether the file can be imported elsewhere with its links: links are written as own ids, and the last column, `External ID`, has the rows’ own ids. A row without an own id has its id there. */
  ids?: boolean
  /** Which rows, as URL-encoded JSON: `{"column", "op", "value"}`, combined with `{"and": […]}`, `{"or": […]}` and `{"not": …}`. The description of `GET /v1/boards/{id}/rows` lists the operators. */
  filter?: string
  /** Up to 5 columns, separated by commas, each with `-` in front for descending order: `-amount,name`. Empty cells always come last. Ties are ordered by position. */
  sort?: string
  /** Finds rows where a cell with text or options contains this. Upper and lower case, accents and typographic signs do not matter. A phone number may be written in any way: `(312) 555-0188`, `555-0188`. */
  search?: string
  /** The columns to return, separated by commas. The default is all. */
  fields?: string
  /** A saved view to start from. Its filter applies in addition to `filter`. Its search, order, fields, group and sums apply unless the request has its own. */
  view?: string
  /** List the rows in the trash instead. */
  trashed?: boolean
  /** For admins and owners: return what somebody else would get. `role:<role>` is a seat with that role and no team, `account:<accountId>` a person of this workspace with their role and teams, `key:<keyId>` a working key of this board or page. What they cannot see does not exist for the request, not even in filters and sorting. */
  as?: string
}

/** Why it failed, such as `no_answer`. docs/errors.md lists the reasons; new ones may be added. Absent for what failed before 0.4.0. */
export type FailureReason = string

/** With a reason: what its sentence names, such as `{"seconds": 30}`. */
export type FailureValues = Record<string, unknown>

/** What one field held before and after a change. */
export interface FieldChange {
  field: string
  from: unknown
  to: unknown
}

/** One term of a figure. */
export interface FigureTerm {
  /** The kind of entries, or the figure, that is summed. */
  what: string
  amountMinor: number
  /** How many entries. `null` if the term is a figure. */
  entryCount: number | null
}

/** A file to upload, as multipart/form-data. */
export interface FileUpload {
  /** The file, with its name and type. */
  file: Blob
}

/** Which rows, as in the `filter` of a list of rows. */
export type Filter = object

/** A page where anybody who has its address can add a row. */
export interface Form {
  id: string
  /** Names the form in its address. */
  publicId: string
  name: string
  title: string
  intro: string | null
  /** In the order of the page, without those that it skips. */
  columns: FormColumn[]
  skipped: SkippedFormColumn[]
  thanks: string | null
  redirectUrl: string | null
  origins: string[]
  closesAt: string | null
  limitPerDay: number | null
  notify: number[]
  drafts: boolean
  /** The address of the page. */
  url: string
  /** The address for a frame on another site, if `origins` has any. */
  embedUrl: string | null
  /** Whether it takes rows now. */
  open: boolean
  closedBecause: FormClosed | null
  createdAt: string
  createdBy: string
  updatedAt: string
}

/** The fields of a form to change. */
export interface FormChange {
  /** What the desk calls the form. */
  name?: string
  /** The heading of the page. */
  title?: string
  columns?: SentFormColumn[]
  /** Text below the heading. Blank lines separate paragraphs. */
  intro?: string | null
  /** What the page says after the form was sent. */
  thanks?: string | null
  /** Where the browser goes after the form was sent, instead of `thanks`. */
  redirectUrl?: string | null
  /** The sites that may show the form in a frame. The default is none. */
  origins?: string[]
  /** When the form closes. */
  closesAt?: string | null
  /** How many rows it takes in one day, in the time zone of the board or page. */
  limitPerDay?: number | null
  /** Who gets an email about new rows, by `crmUserId`. */
  notify?: number[]
  /** Whether people can save what they typed and finish within 7 days, by a link. */
  drafts?: boolean
}

/** Why a form is closed: `closesAt` is past, today’s limit is reached, none of its columns is left, or it does not ask for a required column. */
export type FormClosed = 'past_closing' | 'limit_reached' | 'no_columns' | 'lacks_required'

/** A column that a form asks for. */
export interface FormColumn {
  /** The column’s key. */
  key: string
  /** What the form calls it. The default is the column’s name. */
  label: string | null
  /** A sentence below the label. */
  help: string | null
  /** Whether it must be filled in. A required column always must. */
  required: boolean
}

/** The type of a formula’s result. */
export type FormulaResultType = 'number' | 'text' | 'checkbox' | 'date' | 'datetime'

/** The period that a minimum funding applies to. */
export type FundingPeriod = 'month' | 'quarter' | 'year'

/** Where the minimum funding comes from. */
export type FundingSource = 'version' | 'override' | 'none'

/** A column that somebody else cannot see. */
export interface HiddenColumn {
  columnId: string
  /** The column’s key. */
  column: string
  /** The reason in words, such as `visible only to owners and admins`. */
  why: string
}

/** What was done to the row. */
export type HistoryAction = 'created' | 'updated' | 'imported' | 'reverted' | 'deleted' | 'restored'

/** One change of a row: who, when, and which cells. */
export interface HistoryEntry {
  id: string
  at: string
  /** `user:<crmUserId>` or `key:<keyId>`. */
  actor: string
  action: HistoryAction
  /** The import that made the change, or that was undone by it. */
  runId: string | null
  cells: CellChange[]
}

/** Which page of the history, and whether the row is in the trash. */
export interface HistoryQuery {
  /** How many items to return, 1 to 1000. */
  limit?: number
  /** The `nextCursor` of the previous page. Leave it out for the first page. */
  cursor?: string
  /** The row is in the trash. */
  trashed?: boolean
}

/** Why a split is held or released. */
export interface HoldReason {
  reason: string
}

/** An address of a board or page that another service sends its webhooks to. Each becomes a row. */
export interface Hook {
  id: string
  name: string
  /** Where to send to. `null` for people below admin, because anybody can write there who has it. */
  url: string | null
  /** Without any, bodies are only kept as samples. */
  fields: HookField[]
  misfits: HookMisfits
  signature: HookSignature
  /** Where the body has the id that stays the same when the sender repeats an event. `null`: where services are known to have it, such as the header `webhook-id`, the `id` of a Stripe event or the `event_id` of Typeform. */
  eventPath: string | null
  enabled: boolean
  createdAt: string
  createdBy: string
  /** `null` if nothing has come yet. */
  lastReceivedAt: string | null
  /** How many requests were refused because their signature was missing or wrong. */
  wrongSignatures: number
  /** When the last of them came. */
  lastWrongSignatureAt: string | null
}

/** The fields of a hook to change. */
export interface HookChange {
  /** What the desk calls it, such as the service that sends. */
  name?: string
  signature?: HookSignature
  /** The signing secret, from the sender or given to it. It is stored encrypted, and never returned. */
  secret?: string
  /** Without any, bodies are only kept as samples. */
  fields?: HookField[]
  misfits?: HookMisfits
  /** Where the body has the id that stays the same when the sender repeats an event. `null`: where services are known to have it, such as the header `webhook-id`, the `id` of a Stripe event or the `event_id` of Typeform. */
  eventPath?: string | null
  enabled?: boolean
}

/** Which column a value of the body goes to. */
export interface HookField {
  /** Where the value is in the body: `payload.email`, `items[0].price`, or `answers[field.ref=amount].number` for the item of a list whose `field.ref` is `amount`. A name with other characters than letters, digits, `_`, `-` and `$` is in quotes: `["Full name"]`. */
  path: string
  /** The column’s key, id or name. Answers have keys. */
  column: string
  /** `unix_seconds`: the number is a time, in seconds since 1970. `minor_units`: the number is an amount in cents, or the like in other currencies. */
  as?: 'unix_seconds' | 'minor_units'
}

/** The column that the value likely goes to, by its name or by what it looks like. */
export interface HookGuess {
  column: string
  as?: 'unix_seconds' | 'minor_units'
}

/** What a value does that its column does not take: it leaves its cell empty, and the receipt says so, or it refuses the row. A required or unique column always refuses the row. */
export type HookMisfits = 'leave_empty' | 'refuse'

/** The row that a sample would make. */
export interface HookPreview {
  outcome: 'created' | 'refused'
  cells: Cells
  /** Values that were converted. */
  coerced: {
    column: string
    sent: string
    stored: string
  }[]
  /** Cells that stay empty, and why. */
  ignored: {
    column: string
    why: string
  }[]
  /** Why there would be no row. */
  refused: {
    column: string | null
    message: string
  }[]
}

/** What became of a body. */
export interface HookReceipt {
  /** `kept`: as a sample, because the hook fills no columns yet. */
  outcome: 'created' | 'kept'
  /** The row that was written. */
  rowId: string | null
}

/** A body that a hook received. */
export interface HookSample {
  id: string
  receivedAt: string
  /** In the order of the body, up to 500. */
  fields: HookSampleField[]
}

/** A value in a body that a hook received. */
export interface HookSampleField {
  path: string
  /** What people would call it, such as the question of a form. */
  label: string
  /** The value as text, the first 200 characters. */
  example: string
  guess: HookGuess | null
}

/** How the sender signs: `stripe` (Stripe-Signature), `typeform` (Typeform-Signature), `calendly` (Calendly-Webhook-Signature), `tally` (Tally-Signature), `github` (X-Hub-Signature-256), `standard` (webhook-id, webhook-timestamp and webhook-signature, as the Standard Webhooks scheme has them), or `none`. */
export type HookSignature =
  | 'none'
  | 'stripe'
  | 'typeform'
  | 'calendly'
  | 'tally'
  | 'github'
  | 'standard'

/** The sample, and the columns to try on it. */
export interface HookTrial {
  sampleId: string
  /** Without any, bodies are only kept as samples. */
  fields: HookField[]
  misfits?: HookMisfits
}

/** What no split of a deal gets, which is the house’s. */
export interface HouseRest {
  availability: SplitAvailability
  /** What the terms of the splits leave it, as `entitledByTermsMinor` of a split. */
  entitledByTermsMinor: number | null
}

/** A cell that was not stored. */
export interface IgnoredCell {
  /** The column, as it was sent. */
  column: string
  /** The reason, in a sentence. */
  why: string
}

/** How many there were in a request, and the first 100 of them. */
export interface IgnoredCells {
  count: number
  /** The first 100. */
  items: {
    /** The row in the request, counted from 0. */
    index: number
    column: string
    why: string
  }[]
}

/** A column of the file, and the column of the board it would go to. If it goes nowhere, `suggestedType` is what its values suggest for a new column, and `suggestedLink` is there if they are the ids of another page’s records. */
export interface ImportColumn {
  /** Its place in the file, counted from 0. */
  index: number
  header: string
  /** The key of the column it goes to: as in `mapping`, or as its name or content suggests. */
  proposed: string | null
  why: ImportMatch
  /** Its first values, up to five. */
  samples: string[]
  /** For a column without a header: how many rows of the file have a value there. */
  values?: number
  suggestedType?: ColumnType
  suggestedLink?: ImportLink
  readAs?: ImportReadAs
}

/** What an import would write to one column. */
export interface ImportColumnCounts {
  column: string
  filled: number
  coerced: number
  leftEmpty: number
  kept?: number
  failed: number
  links?: ImportLinkCounts
}

/** Values to use in place of the file’s, as JSON: a list of up to 10,000 `{"line": 7, "column": "email", "value": "a@b.example"}`. The line is where the row begins; the column is a mapped one. A later correction of a cell replaces an earlier one. */
export type ImportCorrections = string

/** How many rows and cells an import would write. */
export interface ImportCounts {
  /** Rows in the file. */
  rows: number
  /** How many of them were checked for the other counts: all, up to 50,000. */
  checked: number
  /** Whether only some of the rows were checked. */
  sampled: boolean
  /** Rows that would create or update a row. */
  wouldImport: number
  /** With `matchOn`: how many of those would update a row. */
  wouldUpdate: number
  /** Rows that would be refused. */
  wouldFail: number
  /** Rows that would be refused, or have cells that would be left empty. */
  withProblems: number
  /** Cells that would be converted. */
  coerced: number
  /** Cells that would be left empty, although the file has a value for them. */
  leftEmpty: number
  /** With `keep` in `onBad`: how many of these would be kept as text. */
  kept?: number
  byColumn: ImportColumnCounts[]
}

/** An import into a board or page. */
export interface ImportData {
  definition: EventDefinition
  /** Only for admins and owners. */
  definitionId?: string
}

/** A row of the file that was refused, or imported with cells left empty. */
export interface ImportFailure {
  /** Where the row starts in the file: its line, or its row in the sheet. */
  line: number
  /** The row as it was in the file, with corrections, by header. Values for columns that you cannot see are left out. */
  values: Record<string, string>
  errors: ImportRowError[]
}

/** Which page of the failures, or all of them as a file. */
export interface ImportFailuresQuery {
  /** How many items to return, 1 to 1000. */
  limit?: number
  /** The `nextCursor` of the previous page. Leave it out for the first page. */
  cursor?: string
  /** The default is `refused`. */
  which?: 'refused' | 'left_empty'
  /** The default is `json`. */
  format?: 'json' | 'csv'
}

/** The format of the file. */
export type ImportFormat = 'csv' | 'xlsx'

/** A column of the file without a header, such as a note beside the table, that was not imported. */
export interface ImportIgnored {
  /** Its place in the file, counted from 0. */
  index: number
  /** Such as “Column D”. */
  header: string
  /** How many rows of the file have a value there. */
  values: number
}

/** Why an undo keeps a row. `updated`: the run changed an existing row. `manual`: it was entered by hand. `other_run`: another run created it. `not_yours`: neither the person who recorded the run nor a key created it. `posted_money`: the run created it, but money was posted to its deal. */
export type ImportKeepReason = 'updated' | 'manual' | 'other_run' | 'not_yours' | 'posted_money'

/** A new link column, and how its values find rows, as in `links`. */
export interface ImportLink {
  name: string
  definitionKey: string
  multiple: boolean
  by: string
  create: boolean
}

/** How the cells of a link column find rows. */
export interface ImportLinkCounts {
  /** Cells whose rows were found. */
  matched: number
  /** Cells for which a row would be made. */
  created: number
  /** Cells for which there is no row. */
  none: number
  /** Cells for which there are several rows. */
  several: number
}

/** How the values of link columns find rows, as JSON: an object from mapped link columns to `{"by": "external_id"}` or `{"by": "email"}` with a unique column of the linked board. `"create": true` beside it makes a row if there is none; an undo of the import removes it again. By default, a value is an own id, or else in any unique column. */
export type ImportLinks = string

/** Why the column was proposed. */
export type ImportMatch = 'mapping' | 'remembered' | 'name' | 'content' | 'none'

/** Labels to add to the options of select and multi-select columns, as JSON: `{"stage": ["Hot"]}`. Only admins and owners can add options. A preview counts values with them, and adds none. The import adds them when it starts, and they stay if it is undone. */
export type ImportNewOptions = string

/** How all numbers or dates of a column of the file are written. */
export type ImportNotation =
  | 'decimal_point'
  | 'decimal_comma'
  | 'day_first'
  | 'month_first'
  | 'year_first'

/** Characters of a file in UTF-8 that are not UTF-8. They are read as Windows-1252; one whose end is missing is “�”. */
export interface ImportOddCharacters {
  /** How many. */
  count: number
  /** The first ten lines that have some. */
  lines: number[]
}

/** What a value does that does not fit its column, as JSON: an object from mapped columns (`*` for all others) to `refuse`, the default, which refuses the row, `leave_empty`, which imports the row without the cell, or `keep`, which also keeps the value in a text column such as “Amount (as sent)”. The import makes this column if it is not there; only admins and owners can have it made. It cannot be sent for `*`. A required column and the one in `matchOn` always refuse. */
export type ImportOnBad = string

/** What an import of a file would do. */
export interface ImportPreview {
  format: ImportFormat
  /** For CSV: as chosen or detected. */
  encoding: string | null
  /** For CSV: as chosen or detected. */
  delimiter: string | null
  /** For CSV: as chosen or detected. Absent if there are none. */
  quirks?: ImportQuirk[]
  oddCharacters?: ImportOddCharacters
  /** For XLSX: the sheet that is read. */
  sheet: string | null
  /** For XLSX: all sheets of the file, hidden ones too. */
  sheets: string[]
  /** The names of the columns. One right of the last header that has values is named like “Column D”. */
  header: string[]
  /** The line or row of the header. 0 if there is none: then columns are named “Column A”, “Column B”…. */
  headerRow: number
  remembered?: ImportRemembered
  suggested?: ImportSuggested
  /** By the keys of columns with `keep` in `onBad`: the name of the column that keeps their values. If it is not there yet, the import makes it. */
  keptIn?: Record<string, string>
  columns: ImportColumn[]
  /** The first 20 rows. */
  rows: ImportPreviewRow[]
  /** The first 20 rows that would be refused, or have cells that would be left empty. */
  problemRows: ImportPreviewRow[]
  /** Everything that is wrong with the checked rows, by column and reason, the most frequent first. */
  problems: ImportProblem[]
  counts: ImportCounts
}

/** A row of the file, as it would be imported. */
export interface ImportPreviewRow {
  line: number
  /** The values as in the file, with corrections, in its order of columns. Each is cut to 200 characters. */
  values: string[]
  /** The cells as they would be stored. */
  cells: Record<string, unknown>
  /** Values that would be converted. */
  coerced: CoercedCell[]
  /** Cells that would be left empty, and why. Absent if there are none. */
  leftEmpty?: ImportRowError[]
  errors: ImportRowError[]
}

/** What is wrong with the values of a column for one reason, or with rows as a whole. The message is that of the first. */
export interface ImportProblem {
  /** The column’s key. `null` if it is about whole rows. */
  column: string | null
  message: string
  /** Why it was refused, such as `missing` or `not_an_email`. docs/errors.md lists the reasons; new ones may be added. */
  reason?: string
  /** With a reason: what the message names, such as `{"most": 200}`. */
  values?: Record<string, unknown>
  effect: ImportProblemEffect
  /** How many of the checked rows have it. */
  count: number
  /** The cells, or rows. All problems together list up to 10,000. */
  where: {
    line: number
    /** The value in the file, or its correction, cut to 200 characters. */
    sent: string
  }[]
}

/** `refused`: the rows are refused. `left_empty`: the rows are imported without these cells. `kept`: so they are, and another column keeps the values as text. `shortened`: the cells get a number or an address without what the file has beside it. */
export type ImportProblemEffect = 'refused' | 'left_empty' | 'kept' | 'shortened'

/** How far a running import is. Absent once it has ended. */
export interface ImportProgress {
  /** Rows of the file that are done. */
  done: number
  /** Rows in the file. */
  total: number
  /** About how long it will still take. `null` until it can be estimated. */
  secondsLeft: number | null
}

/** How a CSV file is written otherwise than most. `blanks`: there are blanks before quotation marks. `backslashes`: a backslash is before quotation marks that belong to the text, or before all special characters of a dump with tabs. `apostrophes`: these are the quotation marks. `nulls`: `\N`, `NULL`, `(null)`, `<null>` and `[NULL]` without quotation marks are empty. `kept_texts`: `="007"` and `'007` are the text 007. */
export type ImportQuirk = 'blanks' | 'backslashes' | 'apostrophes' | 'nulls' | 'kept_texts'

/** How the numbers or dates of the column are read: all in the same way. Absent if all ways mean the same. */
export interface ImportReadAs {
  /** `null`: values that can mean several things are refused. */
  how: 'decimal_point' | 'decimal_comma' | 'day_first' | 'month_first' | 'year_first' | null
  why: ImportReadAsWhy
  /** A value of the file that can mean several things. */
  example?: string
  /** What the example would be, in each way. */
  ways?: {
    how: ImportNotation
    value: string
  }[]
}

/** How numbers and dates are written, as JSON: an object from mapped columns to `decimal_point` or `decimal_comma`, or to `day_first`, `month_first` or `year_first`: `{"amount": "decimal_comma"}`. By default, or with `null`, all values of the column show it, or else the board’s region decides. Values that are written otherwise do not fit. */
export type ImportReadAsChoices = string

/** `chosen`: as in `readAs`. `values`: the values of the file show it. `export`: an export of this board wrote it. `region`: the values leave it open, so the board’s region decides until somebody chooses. */
export type ImportReadAsWhy = 'chosen' | 'values' | 'export' | 'region'

/** An import that was done elsewhere. */
export interface ImportRecord {
  fileName: string
  /** Rows in the file. */
  total: number
  /** Rows that were written. `imported` and `failed` together are at most `total`. */
  imported: number
  /** Rows that were refused. */
  failed: number
  results: string[]
  error?: string | null
}

/** What a redo restored. */
export interface ImportRedo {
  run: ImportRun
  /** Rows that were restored. */
  restored: number
}

/** The earlier import of a file with the same headers whose mapping and treatment of values are proposed. Columns that you cannot see are left out. */
export interface ImportRemembered {
  runId: string
  /** When it finished. */
  at: string
  matchOn: string | null
  onBad: Record<string, 'leave_empty' | 'keep' | 'refuse'>
  valueMaps: Record<string, Record<string, string | null>>
  links: Record<
    string,
    {
      by: string
      create: boolean
    }
  >
  readAs: Record<string, ImportNotation>
}

/** Why a row of the file cannot be imported, or one of its cells is left empty. */
export interface ImportRowError {
  /** The column’s key. `null` if it is about the whole row. */
  column: string | null
  message: string
  /** Why it was refused, such as `missing` or `not_an_email`. docs/errors.md lists the reasons; new ones may be added. */
  reason?: string
  /** With a reason: what the message names, such as `{"most": 200}`. */
  values?: Record<string, unknown>
  /** For a cell that is left empty: the value in the file, cut to 500 characters. */
  sent?: string
  /** For a cell that is left empty: the key of the column that keeps its text. */
  keptIn?: string
}

/** An import: its progress, and what it wrote. */
export interface ImportRun {
  id: string
  /** The person who imported. `null` for a batch that a key wrote. */
  actorUserId: number | null
  createdAt: string
  /** When the run ended. `null` while it works. */
  finishedAt: string | null
  /** `null` for a batch that came through the API. */
  fileName: string | null
  /** Rows in the file. */
  total: number
  /** Rows that created or updated a row. */
  imported: number
  /** Rows that were refused. */
  failed: number
  /** Cells of imported rows that were left empty, although the file has a value for them. Absent if there are none. */
  leftEmpty?: number
  /** How many of these cells are kept as text in a column made for them. Absent if there are none. */
  kept?: number
  /** Absent if there are none. */
  ignored?: ImportIgnored[]
  oddCharacters?: ImportOddCharacters
  /** The ids of the first 1,000 rows that the run wrote. `GET …/{runId}/rows` lists all of them. */
  results: string[]
  /** True if `results` is not complete. Absent otherwise. */
  resultsTruncated?: boolean
  /** Rows of this run that exist now. */
  standing: number
  status: ImportStatus
  progress?: ImportProgress
  /** When somebody cancelled it. It stays `running` until its rows are in the trash. */
  cancelledAt?: string
  /** The `crmUserId` of that person. */
  cancelledBy?: number
  /** Why the run failed. Absent otherwise. */
  error?: string
  reason?: FailureReason
  values?: FailureValues
  /** After an undo or cancellation: rows of `results` that stayed. */
  keptCount?: number
  /** After an undo. */
  undoneAt?: string
  /** After an undo: the `crmUserId` of the person. */
  undoneBy?: number
  /** After an undo or cancellation: rows that were moved to the trash. */
  undoneCount?: number
}

/** `completed`: every row was imported. `partial`: some failed. `failed`: none was imported, or the run broke off; `error` says why. `cancelled`: somebody cancelled it, and its rows are in the trash. */
export type ImportStatus = 'running' | 'completed' | 'partial' | 'failed' | 'cancelled' | 'undone'

/** What the ids in a file suggest, if nothing is remembered: `matchOn`, if records with its ids are here, and how ids of other records find them. */
export interface ImportSuggested {
  matchOn: string | null
  links: Record<
    string,
    {
      by: string
      create: boolean
    }
  >
}

/** What an undo took back, and what it left. */
export interface ImportUndo {
  run: ImportRun
  /** Rows that were moved to the trash. */
  removed: number
  /** The ids of up to 10,000 rows of the run that stay: rows it updated, rows entered by hand, and rows with a deal that has money posted to it. Rows deleted in the meantime are in neither. */
  kept: string[]
}

/** What an undo would take back, and what it would leave. */
export interface ImportUndoPreview {
  /** Rows that would be moved to the trash. */
  wouldRemove: number
  /** Rows of `results` that would stay. */
  wouldKeep: number
  /** How many of those somebody has changed since the run. */
  editedSince: number
  /** The first 1,000. */
  removes: {
    id: string
    editedSince: boolean
  }[]
  /** The first 1,000. */
  keeps: {
    id: string
    why: ImportKeepReason
  }[]
}

/** What values of the file mean, as JSON: an object from mapped select and multi-select columns to objects from values, in any case, to labels of options, or `null` for an empty cell: `{"stage": {"Won!": "Funded", "?": null}}`. */
export type ImportValueMaps = string

/** The message that was stored. Both are `null` if nothing was. */
export interface InboundMessage {
  message_id: number | null
  conversation_id: number | null
}

/** What a board key sees: the board, its columns, a page of rows, and how to write. */
export interface IngestBoard {
  board: DefinitionSummary
  columns: Column[]
  rows: IngestRow[]
  writeGuide: WriteGuide
}

/** A file for a row, as multipart/form-data. */
export interface IngestFileUpload {
  /** The file, with its name and type. */
  file: Blob
}

/** What a page key sees: the page, its columns, a page of records, and how to write. */
export interface IngestPage {
  page: DefinitionSummary
  columns: Column[]
  rows: IngestRow[]
  writeGuide: WriteGuide
}

/** Which page of rows, and in which format. */
export interface IngestReadQuery {
  /** How many items to return, 1 to 1000. */
  limit?: number
  /** The `nextCursor` of the previous page. Leave it out for the first page. */
  cursor?: string
  /** `markdown` returns the write guide as text instead. */
  format?: 'json' | 'markdown'
}

/** What happened to the cells of one row that a key sent: filled, converted or ignored. */
export interface IngestReceipt {
  /** The columns that were filled, by key. */
  filled: string[]
  /** Values that were converted. */
  coerced: CoercedCell[]
  /** Cells that were not stored. */
  ignored: IgnoredCell[]
  /** The files that the row holds now. Absent if there are none. */
  files?: ReceivedFile[]
}

/** The record that was written, and what happened to it and its cells. */
export interface IngestRecordWithReceipt {
  data: WrittenIngestRow
  /** The columns that were filled, by key. */
  filled: string[]
  /** Values that were converted. */
  coerced: CoercedCell[]
  /** Cells that were not stored. */
  ignored: IgnoredCell[]
  /** The files that the row holds now. Absent if there are none. */
  files?: ReceivedFile[]
  outcome: RecordOutcome
}

/** One record as `cells`, or a batch as `rows`. */
export interface IngestRecords {
  cells?: Cells
  /** Your own id for the record, unique in the page. Sending it again does not create a second record. White space around it and invisible characters do not count. A number is taken as its text. */
  external_id?: string
  rows?: (
    | {
        cells: Cells
        /** Your own id for the record, unique in the page. Sending it again does not create a second record. White space around it and invisible characters do not count. A number is taken as its text. */
        external_id?: string
      }
    | Cells
  )[]
  onConflict?: RecordConflict
}

/** The records that were written, and what happened to them, in the order of the request. */
export interface IngestRecordsWithReceipts {
  data: WrittenIngestRow[]
  receipts: RecordReceipt[]
}

/** How operations that need a board key or a page key refuse a request. */
export interface IngestRefusal {
  error: {
    /** What is wrong and what to do about it, for people to read. */
    message: string
    code: RefusalCode
    /** Why it was refused, such as `missing` or `not_an_email`. docs/errors.md lists the reasons; new ones may be added. */
    reason?: string
    /** With a reason: what the message names, such as `{"most": 200}`. */
    values?: Record<string, unknown>
    /** With `invalid_rows` and `unknown_reference`: everything that is wrong with the rows. */
    errors?: RowError[]
  }
}

/** A row as a key sees it. */
export interface IngestRow {
  id: string
  /** Its place in the board. Later rows have higher ones. */
  position: number
  source: RowSource
  cells: Cells
  /** `user:<crmUserId>` or `key:<keyId>`. */
  createdBy: string
}

/** The row that was written, and what happened to its cells. */
export interface IngestRowWithReceipt {
  data: WrittenIngestRow
  /** The columns that were filled, by key. */
  filled: string[]
  /** Values that were converted. */
  coerced: CoercedCell[]
  /** Cells that were not stored. */
  ignored: IgnoredCell[]
  /** The files that the row holds now. Absent if there are none. */
  files?: ReceivedFile[]
}

/** One row as `cells`, or a batch as `rows`. */
export interface IngestRows {
  cells?: Cells
  rows?: (NewRow | Cells)[]
}

/** The rows that were written, and what happened to their cells, in the order of the request. */
export interface IngestRowsWithReceipts {
  data: WrittenIngestRow[]
  receipts: IngestReceipt[]
}

/** Whether to write, or only to check. */
export interface IngestWriteQuery {
  /** `true` checks the request and answers 200 with the same receipts and errors, but writes nothing. */
  dryRun?: boolean
}

/** An email address of a board or page. An email to it becomes a row. */
export interface IntakeAddress {
  id: string
  /** `null` while the operator has set no `INBOUND_DOMAIN`. */
  address: string | null
  columns: MailColumns
  enabled: boolean
  createdAt: string
  createdBy: string
  /** `null` if nothing has come yet. */
  lastReceivedAt: string | null
}

/** The fields of an address to change. `columns` replaces all of them. */
export interface IntakeAddressChange {
  columns?: MailColumns
  enabled?: boolean
}

/** A seat that was just offered, with the link to hand over. */
export interface InvitedSeat {
  /** The account behind the seat. It is the same in every workspace. */
  accountId: string
  /** The person’s number in this workspace. */
  crmUserId: number
  name: string
  email: string
  role: Role
  teamIds: string[]
  status: SeatStatus
  inviteUrl: string
}

/** One thing that is wrong with a request. */
export interface Issue {
  /** Where it is, as a path such as `body.settings.options[2].label`. */
  path: string
  /** What is wrong, to follow the path in a sentence. */
  message: string
  /** Why it was refused, such as `missing` or `not_an_email`. docs/errors.md lists the reasons; new ones may be added. */
  reason?: string
  /** With a reason: what the message names, such as `{"most": 200}`. */
  values?: Record<string, unknown>
}

/** What was written, converted, ignored and refused of one request of a key, or of what came through a form, an email address or a hook. */
export interface KeptReceipt {
  id: string
  at: string
  /** The key that sent it. */
  keyId: string | null
  /** The form that it came through. */
  formId: string | null
  /** The email address of the board or page that it came to. */
  addressId: string | null
  /** The hook that another service sent it to. */
  hookId: string | null
  outcome: ReceiptOutcome
  /** How many rows were in the request. */
  rowCount: number
  /** The position of the first row it created; the others follow it. */
  firstPosition: number | null
  coerced: CoercedCells
  ignored: IgnoredCells
  unresolved?: UnresolvedCells
  files?: ReceivedFiles
  refused: RefusedRows
  blocked?: BlockedContent
}

/** A key to a board or page, without its secret. */
export interface Key {
  id: string
  name: string
  scopes: KeyScope[]
  prefix: 'sbk_' | 'spk_'
  /** The last four characters of the secret. */
  lastFour: string
  createdAt: string
  createdBy: string
  /** When the key stops working. `null` if it does not expire. */
  expiresAt: string | null
  /** The sites whose pages may use the key. `null` if any may. */
  origins: string[] | null
  /** How long the previous secret still works. `null` if it does not. */
  previousEndsAt: string | null
  /** Accurate to the minute. `null` if it was never used. */
  lastUsedAt: string | null
  revokedAt: string | null
}

/** What to change in a key. What is left out stays as it is. */
export interface KeyChange {
  name?: string
  /** When the key stops working. `null`: it does not expire. */
  expiresAt?: string | null
  /** The sites whose pages may use the key: a request with another Origin is refused. `[]` allows no page, only programs that send no Origin. `null`: any may. */
  origins?: string[] | null
}

/** How long the previous secret goes on working. */
export interface KeyRotation {
  /** The default is 0: the previous secret ends at once. */
  overlapSeconds?: number
}

/** What a key may do: read the board, or write rows to it. */
export type KeyScope = 'read' | 'rows:write'

/** A key with its new secret. */
export interface KeyWithSecret {
  id: string
  name: string
  scopes: KeyScope[]
  prefix: 'sbk_' | 'spk_'
  /** The last four characters of the secret. */
  lastFour: string
  createdAt: string
  createdBy: string
  /** When the key stops working. `null` if it does not expire. */
  expiresAt: string | null
  /** The sites whose pages may use the key. `null` if any may. */
  origins: string[] | null
  /** How long the previous secret still works. `null` if it does not. */
  previousEndsAt: string | null
  /** Accurate to the minute. `null` if it was never used. */
  lastUsedAt: string | null
  revokedAt: string | null
  /** The key to send. It is shown this once. */
  secret: string
}

/** The last message of a conversation, in short. */
export interface LastMessage {
  id: number
  direction: MessageDirection
  sender_name: string | null
  /** The first 300 characters. */
  excerpt: string
  is_call: boolean
}

/** An entry in the ledger of a deal. It never changes. People who see only their own splits see the entries that concern them; for collections, clawbacks and their reversals only their own part, without `amountMinor`, `reference`, `reason` and `notes`. */
export interface LedgerEntry {
  id: string
  dealId: number
  kind: LedgerEntryKind
  /** In minor units, 1 or more. */
  amountMinor?: number
  /** When the money was expected, came in or went out, as the person who posted it says. */
  occurredAt: string
  /** When it was posted. */
  createdAt: string
  /** `user:<crmUserId>` */
  createdBy: string
  reference?: string | null
  reason?: string | null
  notes?: string | null
  /** For draws: the split. */
  dealSplitId: number | null
  /** For draws: the draw. */
  drawId: string | null
  /** For a reversal: the entry that it reverses. */
  reverses: string | null
  /** The reversal of this entry, if there is one. */
  reversedBy: string | null
  /** For collections, clawbacks and their reversals: how the amount is divided. */
  allocations: Allocation[]
}

/** What an entry in the ledger records. */
export type LedgerEntryKind =
  | 'commission_expected'
  | 'commission_collected'
  | 'clawback'
  | 'draw_requested'
  | 'draw_paid'
  | 'draw_voided'
  | 'reversal'

/** Which entries to list. */
export interface LedgerQuery {
  /** How many items to return, 1 to 1000. */
  limit?: number
  /** The `nextCursor` of the previous page. Leave it out for the first page. */
  cursor?: string
  kind?: LedgerEntryKind
}

/** A row that a link column points to. */
export interface LinkedRow {
  id: string
  /** The first text in the row, in the order of the columns that you can see. `null` if there is none. */
  title: string | null
  /** `true` if the row is in the trash or gone for good. It then has no title. */
  trashed?: boolean
}

/** Settings to change. Those that are left out stay, or are the workspace’s for a new board or page. */
export interface LocaleChange {
  /** ISO 3166 country code. */
  region?: string
  /** IANA time zone. */
  timeZone?: string
  /** ISO 4217 currency code. */
  currency?: string
}

/** How dates, phone numbers and amounts are read. */
export interface LocaleSettings {
  /** ISO 3166 country code. */
  region: string
  /** IANA time zone. */
  timeZone: string
  /** ISO 4217 currency code. */
  currency: string
}

/** Which column gets which part of an email: its key, its id or its name. Answers have keys. */
export interface MailColumns {
  /** The sender’s address; an email or text column. */
  from?: string
  /** The sender’s name; a text column. */
  name?: string
  /** A text column. */
  subject?: string
  /** The text, without formatting; a text column. */
  body?: string
  /** The files; a file column. */
  attachments?: string
}

/** Text messages or email. */
export type Medium = 'text' | 'email'

/** A comment that mentions you. */
export interface Mention {
  /** The comment’s id. */
  id: string
  definitionKey: string
  definitionName: string
  rowId: string
  /** The row’s title, as you see it. */
  title: string | null
  body: string
  /** `user:<crmUserId>`. */
  createdBy: string
  createdAt: string
  /** When you marked it as read. */
  readAt: string | null
}

/** Which mentions to list. */
export interface MentionsQuery {
  /** How many items to return, 1 to 1000. */
  limit?: number
  /** The `nextCursor` of the previous page. Leave it out for the first page. */
  cursor?: string
  /** Only those that you have not read, or only the others. */
  unread?: boolean
}

/** Mentions that were marked as read. */
export interface MentionsRead {
  /** Those that were unread before. */
  ids: string[]
}

/** A text, an email or a call in a conversation. */
export interface Message {
  id: number
  conversation_id: number
  /** The message it answers or retries. */
  parent_message_id: number | null
  medium: Medium
  direction: MessageDirection
  status: MessageStatus
  subject: string | null
  /** The text. Empty if the message is deleted. */
  content: string
  /** Sanitised HTML. Show it in a frame of its own. Its images are files of the message: `src` is `/v1/files/{id}/content`. */
  content_html: string | null
  /** The provider’s id: a SID, or a Message-ID. */
  external_id: string | null
  is_deleted: boolean
  /** A `crmUserId`. */
  sender_id: number | null
  sender_name: string | null
  sender_type: SenderType
  /** When it was written or received. */
  occurred_at: string
  /** When it was stored. */
  recorded_at: string
  delivered_at: string | null
  read_at: string | null
  /** For a call. `null` otherwise. */
  call: Call | null
  delivery: MessageDelivery | null
  text: TextDetails | null
}

/** A message of a conversation. */
export interface MessageData {
  conversationId: number
  messageId: number
  /** The row that it belongs to. */
  rowId?: string
}

/** How sending a message is going. */
export interface MessageDelivery {
  attempts: number
  claimed_at: string | null
  /** The worker that is sending it. */
  claimed_by: string | null
  /** Why the last attempt failed. */
  error: string | null
  reason?: FailureReason
  values?: FailureValues
  next_attempt_at: string | null
  settled_at: string | null
  state: MessageDeliveryState
}

/** How far sending has got. `uncertain`: the provider may or may not have it. */
export type MessageDeliveryState =
  | 'pending'
  | 'claimed'
  | 'sent'
  | 'failed'
  | 'cancelled'
  | 'uncertain'

/** Whether the message came in or went out. */
export type MessageDirection = 'inbound' | 'outbound'

/** A file of a message. */
export interface MessageFile {
  /** `GET /v1/files/{id}/content` downloads the file. */
  id: string
  name: string
  /** In bytes. */
  size: number
  /** The type that the upload declared. */
  type: string
  /** Whether `content_html` shows it in place. */
  inline: boolean
}

/** A message that was sent, or that stayed in the local outbox. */
export interface MessageSentData {
  conversationId: number
  messageId: number
  /** The row that it belongs to. */
  rowId?: string
  /** The message stayed in the local outbox, so nobody else got it. */
  inOutbox?: true
}

/** How far the message has got. Inbound messages are `received`. */
export type MessageStatus =
  | 'queued'
  | 'sending'
  | 'sent'
  | 'delivered'
  | 'read'
  | 'undelivered'
  | 'failed'
  | 'canceled'
  | 'received'

/** Which messages to list, and in which order. */
export interface MessagesQuery {
  /** How many items to return, 1 to 1000. */
  limit?: number
  /** The `nextCursor` of the previous page. Leave it out for the first page. */
  cursor?: string
  /** `-id` lists the newest first. */
  sort?: 'id' | '-id'
  /** Finds messages that contain this, in upper or lower case. */
  search?: string
}

/** The least that a workspace agreed to fund in a period. */
export interface MinimumFunding {
  amountMinor: number
  period: FundingPeriod
}

/** Who sees the money of deals. `everyone`: every seat sees all of it. `own`: members and viewers see their own splits, and nothing of other people’s, of the house’s or of totals. `managers`: members and viewers see none. Managers and above always see everything. */
export type MoneyVisibility = 'everyone' | 'own' | 'managers'

/** The name of what the event is about. */
export interface NameData {
  name: string
}

/** A board to be created. */
export interface NewBoard {
  name: string
  /** Made from the name if left out. It cannot be changed later. */
  key?: string
  description?: string
  icon?: DefinitionIcon
  color?: DefinitionColor
  settings?: LocaleChange
  columns?: NewColumn[]
}

/** A call to be logged. */
export interface NewCall {
  /** The phone number of the other person. */
  number: string
  /** `inbound` if they called. The default is `outbound`. */
  direction?: 'inbound' | 'outbound'
  result?: CallResult
  /** What was said. */
  content?: string
  /** When it began. The default is now, less `duration_seconds`. */
  started_at?: string
  duration_seconds?: number
  definition_key?: string
  row_id?: string
}

/** A channel to be connected. */
export interface NewChannel {
  name: string
  medium: Medium
  /** `smtp` is for email, `twilio` for text. */
  provider: ChannelProvider
  /** A number, or an email address, which may have a name. Without one, email is from the workspace’s name. */
  from: string
  settings?: ChannelSettings
  credentials?: ChannelCredentials
}

/** Money that has to be given back. */
export interface NewClawback {
  /** In minor units, 1 or more. */
  amountMinor: number
  reason: string
  /** From the preview. If the amount would now be divided differently, nothing is posted (`parts_changed`). */
  partsHash?: string
}

/** Money that came in, to be divided among the splits. */
export interface NewCollection {
  /** In minor units, 1 or more. */
  amountMinor: number
  /** When the money was expected or came in. The default is now. A collection can be at most a day in the future. */
  occurredAt?: string
  /** Free text to find it by, such as the reference on the bank statement. */
  reference?: string
  /** From the preview. If the amount would now be divided differently, nothing is posted (`parts_changed`). */
  partsHash?: string
}

/** A column to be created. */
export interface NewColumn {
  /** Lower-case letters, digits, `_` or `-`. Made from the name if left out. */
  key?: string
  name: string
  type: ColumnType
  description?: string
  required?: boolean
  unique?: boolean
  /** What applies to the type; see `ColumnSettings`. */
  settings?: object
}

/** A comment to be added. */
export interface NewComment {
  body: string
  /** The people to mention, by `crmUserId`. */
  mentions?: number[]
}

/** A conversation to be opened. */
export interface NewConversation {
  medium: Medium
  address: string
  /** For email only. */
  subject?: string
  /** A `crmUserId`. */
  assigned_to?: number | null
  definition_key?: string | null
  row_id?: string | null
}

/** A deal whose money is to be kept. */
export interface NewDeal {
  name: string
  /** ISO 4217 currency code. */
  currency: string
  fundedMinor?: number | null
  dealRowId?: string | null
  notes?: string | null
}

/** A split to be added. */
export interface NewDealSplit {
  dealId: number
  partyKind: PartyKind
  accountId?: string
  crmUserId?: number
  /** A name. It is stored with single blanks, and none around it. */
  externalParty?: string
  basis: SplitBasis
  /** Parts per million: 250000 is 25%. */
  sharePpm?: number
  /** In minor units, 1 or more. */
  flatAmountMinor?: number
  notes?: string
}

/** A page or board to be created. */
export interface NewDefinition {
  name: string
  /** Made from the name if left out. It cannot be changed later. */
  key?: string
  description?: string
  icon?: DefinitionIcon
  color?: DefinitionColor
  settings?: LocaleChange
  columns?: NewColumn[]
  kind?: DefinitionKind
}

/** A document to be added. */
export interface NewDocument {
  /** The default is the name of the file. */
  name?: string
  documentType: string
  url?: string
  fileId?: string
  /** The file, in multipart/form-data only. */
  file?: Blob
}

/** Money to be requested from a split. */
export interface NewDraw {
  /** In minor units, 1 or more. */
  amountMinor: number
  notes?: string
}

/** A form to be made. */
export interface NewForm {
  /** What the desk calls the form. */
  name: string
  /** The heading of the page. */
  title: string
  columns: SentFormColumn[]
  /** Text below the heading. Blank lines separate paragraphs. */
  intro?: string | null
  /** What the page says after the form was sent. */
  thanks?: string | null
  /** Where the browser goes after the form was sent, instead of `thanks`. */
  redirectUrl?: string | null
  /** The sites that may show the form in a frame. The default is none. */
  origins?: string[]
  /** When the form closes. */
  closesAt?: string | null
  /** How many rows it takes in one day, in the time zone of the board or page. */
  limitPerDay?: number | null
  /** Who gets an email about new rows, by `crmUserId`. */
  notify?: number[]
  /** Whether people can save what they typed and finish within 7 days, by a link. */
  drafts?: boolean
}

/** A hook to be created. */
export interface NewHook {
  /** What the desk calls it, such as the service that sends. */
  name: string
  signature?: HookSignature
  /** The signing secret, from the sender or given to it. It is stored encrypted, and never returned. */
  secret?: string
  /** Without any, bodies are only kept as samples. */
  fields?: HookField[]
  misfits?: HookMisfits
  /** Where the body has the id that stays the same when the sender repeats an event. `null`: where services are known to have it, such as the header `webhook-id`, the `id` of a Stripe event or the `event_id` of Typeform. */
  eventPath?: string | null
}

/** An address to be created. */
export interface NewIntakeAddress {
  columns: MailColumns
}

/** A key to be created. By default it does not expire, and pages of any site may use it. */
export interface NewKey {
  name: string
  scopes: KeyScope[]
  /** When the key stops working. `null`: it does not expire. */
  expiresAt?: string | null
  /** The sites whose pages may use the key: a request with another Origin is refused. `[]` allows no page, only programs that send no Origin. `null`: any may. */
  origins?: string[] | null
}

/** A message to be sent to an address. */
export interface NewMessage {
  medium: Medium
  /** One phone number or one email address, which may have a name: `Bob <bob@example.com>`. */
  to: string
  /** The channel to send through. The default is the conversation’s, or the first one of the medium. */
  channel_id?: string
  /** The text; for a text message up to 1600 characters. */
  content?: string
  /** For email only. */
  subject?: string
  /** For email only, together with `content`. It is sanitised. */
  content_html?: string
  /** Instead of `content`. Send `definition_key` and `row_id` with it. */
  template_id?: string
  definition_key?: string
  row_id?: string
  /** The ids of files uploaded to `/v1/files`. Together up to 20 MiB for email and 5 MB for text. */
  attachments?: string[]
}

/** A template to be sent to several recipients, or a message that is written for them. */
export interface NewMessages {
  /** Instead of `content` and what goes with it. */
  template_id?: string
  medium?: Medium
  /** The board or page whose rows fill it. */
  definition_key?: string
  /** For email only. */
  subject?: string
  /** The text, with merge fields: `{{column}}`, or `{{column|default}}` for a default when the cell is empty. */
  content?: string
  /** For email only. It is sanitised. */
  content_html?: string
  /** The channel to send through, as in `POST /v1/comms/send`. */
  channel_id?: string
  recipients: {
    /** A phone number, or an email address, which may have a name. */
    to: string
    /** The row that fills the template. */
    row_id: string
  }[]
}

/** An obligation to be added. */
export interface NewObligation {
  title: string
  description?: string | null
  notes?: string | null
  obligationType: ObligationType
  priority?: ObligationPriority
  /** In minor units of `currency`. Send both or neither. */
  amountMinor?: number | null
  /** ISO 4217 currency code. */
  currency?: string | null
  dueAt?: string | null
  /** A `crmUserId`. */
  assignedToUserId?: number | null
  /** An id of your own, kept as you send it. */
  counterpartyId?: number | null
  /** An id of your own, kept as you send it. */
  facilityId?: number | null
  /** An id of your own, kept as you send it. */
  decisionId?: number | null
  /** A document of the workspace. It must have the `requiredDocumentType`. */
  documentId?: number | null
  /** An id of your own, kept as you send it. */
  submissionId?: number | null
  /** An open obligation that is not below this one. */
  parentObligationId?: number | null
  /** A row of any board or page. */
  dealRowId?: string | null
  /** Anything you want to keep with it. */
  detail?: object
  isRecurring?: boolean
  /** A rule as in RFC 5545, such as `FREQ=MONTHLY;BYMONTHDAY=-1`: FREQ (DAILY, WEEKLY, MONTHLY, YEARLY), INTERVAL, COUNT or UNTIL, BYDAY, BYMONTHDAY, BYMONTH, WKST; BYSETPOS with one day. It needs `dueAt` as its first date, and uses the workspace’s time zone. */
  recurrenceRule?: string | null
  requiredDocumentType?: string | null
  responsibleParty?: ResponsibleParty
  slaHours?: number | null
}

/** Money to be posted to a deal. */
export interface NewPosting {
  /** In minor units, 1 or more. */
  amountMinor: number
  /** When the money was expected or came in. The default is now. A collection can be at most a day in the future. */
  occurredAt?: string
  /** Free text to find it by, such as the reference on the bank statement. */
  reference?: string
}

/** A message to be sent in a conversation. */
export interface NewReply {
  /** The text; for a text message up to 1600 characters. */
  content?: string
  /** For email only. */
  subject?: string
  /** For email only, together with `content`. It is sanitised. */
  content_html?: string
  /** Instead of `content`. Send `definition_key` and `row_id` with it. */
  template_id?: string
  definition_key?: string
  row_id?: string
  /** The ids of files uploaded to `/v1/files`. Together up to 20 MiB for email and 5 MB for text. */
  attachments?: string[]
  parent_message_id?: number
}

/** A row to be created. */
export interface NewRow {
  cells: Cells
}

/** A file to be added to a row. */
export interface NewRowFile {
  fileId: string
}

/** One row as `cells`, or a batch as `rows`. */
export interface NewRows {
  cells?: Cells
  rows?: NewRow[]
  /** Use `import` if your program imports a file row by row. The default is `manual`. */
  source?: 'manual' | 'import'
}

/** A person to be invited. */
export interface NewSeat {
  email: string
  name?: string
  role: Role
  teamIds?: string[]
}

/** A template to be created. */
export interface NewTemplate {
  name: string
  medium: Medium
  definition_key: string
  /** For email only. */
  subject?: string
  /** The text, with merge fields: `{{column}}`, or `{{column|default}}` for a default when the cell is empty. */
  content: string
  /** For email only. It is sanitised. */
  content_html?: string
}

/** An access token to be made. */
export interface NewToken {
  name: string
  /** Your password. It is needed if you signed in, or last gave it, more than 2 hours ago. */
  password?: string
  scopes: TokenScope[]
  /** When the token stops working. By default in 90 days; at most in 366. */
  expiresAt?: string
  /** The keys of the boards and pages that it can use. No others exist for it, nor anything that belongs to their rows. By default all. */
  definitions?: string[] | null
  /** The network addresses it may be used from, such as `203.0.113.0/24` or `2001:db8::/32`. By default any. */
  addresses?: string[] | null
}

/** A view to be saved. */
export interface NewView {
  name: string
  /** The default is `grid`. */
  kind?: ViewKind
  /** Whether only you can see it. The default is `false`. */
  private?: boolean
  position?: number
  filter?: Filter | null
  /** Columns to sort by, each with `-` in front for descending order. */
  sort?: string[]
  fields?: string[] | null
  group?: string | null
  sum?: string[]
  search?: string | null
  totals?: Record<string, ShownTotal>
  /** How many of the visible columns stay while the others scroll. The default is 1. */
  frozen?: number
}

/** A webhook to be created. */
export interface NewWebhook {
  /** The https URL to POST to, without a user name. Private addresses are refused, here and at every connection, unless the operator allows them. It is stored in normal form, for example with the host in lower case. */
  url: string
  /** The types of events to send. */
  types: EventChoice[]
  /** Payloads contain what a seat with this role and no team can see. */
  role: Role
  filter?: WebhookFilter
  description?: string
  /** Whether it sends. When it is switched on again, it sends what was still waiting, and what happens from then on. */
  enabled?: boolean
}

/** A row that was added recently: its title, its board or page, and where it came from. */
export interface NewestRow {
  id: string
  /** The board or page that the row belongs to. */
  definitionKey: string
  definitionName: string
  /** The first text in the row, in the order of the columns that you can see. `null` if there is none. */
  title: string | null
  source: RowSource
  createdAt: string
  /** `user:<crmUserId>` or `key:<keyId>`. */
  createdBy: string
}

/** Where the next page starts: send it as `cursor`. `null` on the last page. */
export type NextCursor = string | null

/** Nothing: the subject says it all. */
export type NoData = Record<string, never>

/** Something that is owed on a deal: a condition, a covenant, a payment or a task. */
export interface Obligation {
  id: number
  title: string
  description: string | null
  notes: string | null
  obligationType: ObligationType
  status: ObligationStatus
  priority: ObligationPriority
  /** In minor units of `currency`. Send both or neither. */
  amountMinor: number | null
  /** ISO 4217 currency code. */
  currency: string | null
  dueAt: string | null
  createdAt: string
  updatedAt: string
  /** A `crmUserId`. */
  assignedToUserId: number | null
  /** An id of your own, kept as you send it. */
  counterpartyId: number | null
  /** An id of your own, kept as you send it. */
  facilityId: number | null
  /** An id of your own, kept as you send it. */
  decisionId: number | null
  /** The document that meets it. */
  documentId: number | null
  /** An id of your own, kept as you send it. */
  submissionId: number | null
  parentObligationId: number | null
  /** The row it belongs to, usually one on the page `deals`. */
  dealRowId: string | null
  /** Anything you want to keep with it. */
  detail: object
  isRecurring: boolean
  recurrenceRule: string | null
  requiredDocumentType: string | null
  responsibleParty: ResponsibleParty
  slaHours: number | null
  /** When it is late: `createdAt` plus `slaHours`, or `dueAt` if there are none. It no longer changes once the obligation is closed. */
  slaBreachAt: string | null
  /** The earlier of `dueAt` and `slaBreachAt`, which the app sorts and shows. */
  deadlineAt: string | null
  /** How late it is, or was when it was closed: `minor` up to 24 hours, `major` up to 72, then `critical`. One step higher if it is urgent. */
  breachSeverity: BreachSeverity | null
  /** When it was last escalated. */
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

/** What was done to the obligation. */
export type ObligationAction =
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

/** The fields of an obligation to change. */
export interface ObligationChange {
  title?: string
  description?: string | null
  notes?: string | null
  obligationType?: ObligationType
  priority?: ObligationPriority
  /** In minor units of `currency`. Send both or neither. */
  amountMinor?: number | null
  /** ISO 4217 currency code. */
  currency?: string | null
  dueAt?: string | null
  /** A `crmUserId`. */
  assignedToUserId?: number | null
  /** An id of your own, kept as you send it. */
  counterpartyId?: number | null
  /** An id of your own, kept as you send it. */
  facilityId?: number | null
  /** An id of your own, kept as you send it. */
  decisionId?: number | null
  /** A document of the workspace. It must have the `requiredDocumentType`. */
  documentId?: number | null
  /** An id of your own, kept as you send it. */
  submissionId?: number | null
  /** An open obligation that is not below this one. */
  parentObligationId?: number | null
  /** A row of any board or page. */
  dealRowId?: string | null
  /** Anything you want to keep with it. */
  detail?: object
  isRecurring?: boolean
  /** A rule as in RFC 5545, such as `FREQ=MONTHLY;BYMONTHDAY=-1`: FREQ (DAILY, WEEKLY, MONTHLY, YEARLY), INTERVAL, COUNT or UNTIL, BYDAY, BYMONTHDAY, BYMONTH, WKST; BYSETPOS with one day. It needs `dueAt` as its first date, and uses the workspace’s time zone. */
  recurrenceRule?: string | null
  requiredDocumentType?: string | null
  responsibleParty?: ResponsibleParty
  slaHours?: number | null
}

/** What completes an obligation. */
export interface ObligationCompletion {
  /** The document that meets it. It is kept with the obligation. */
  documentId?: number
  /** Replaces its notes. */
  notes?: string
}

/** An obligation. */
export interface ObligationData {
  obligationId: number
  /** The row of the deal. */
  dealRowId?: string
}

/** Whom to escalate to, and why. */
export interface ObligationEscalation {
  /** A `crmUserId`. */
  toUserId?: number
  /** Why. */
  reason?: string
}

/** One thing that was done to an obligation. */
export interface ObligationHistoryEntry {
  id: string
  at: string
  /** `user:<crmUserId>` or `system`. */
  actor: string
  action: ObligationAction
  reason: string | null
  /** The fields that changed, including the status. */
  changes: FieldChange[]
  /** The next obligation of the series, if this one was recurring. */
  successorId: number | null
}

/** How urgent the obligation is. */
export type ObligationPriority = 'low' | 'normal' | 'high' | 'urgent'

/** Why the status changes. */
export interface ObligationReason {
  /** Why. */
  reason: string
}

/** Why a submission is rejected. */
export interface ObligationRejection {
  /** What is missing. */
  reason: string
}

/** Where the obligation stands. Completed, waived and cancelled ones are closed. */
export type ObligationStatus =
  | 'open'
  | 'in_progress'
  | 'submitted'
  | 'completed'
  | 'waived'
  | 'cancelled'

/** What is submitted. */
export interface ObligationSubmission {
  /** The document that meets it. It is kept with the obligation. */
  documentId?: number
}

/** What kind of obligation it is. */
export type ObligationType =
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

/** Why an obligation is waived. */
export interface ObligationWaiver {
  /** Why it is waived. */
  reason: string
  /** `true` ends the series, so that no new one is created. */
  series?: boolean
}

/** Which obligations to list, and in which order. */
export interface ObligationsQuery {
  /** How many items to return, 1 to 1000. */
  limit?: number
  /** The `nextCursor` of the previous page. Leave it out for the first page. */
  cursor?: string
  /** One status, or several separated by commas: `open`, `in_progress`, `submitted`, `completed`, `waived`, `cancelled`. */
  status?: string
  obligationType?: ObligationType
  /** A `crmUserId`. */
  assignedToUserId?: number
  /** Only obligations of this row. */
  dealRowId?: string
  /** Only obligations below this one. */
  parentObligationId?: number
  /** Due at this time or later. */
  dueFrom?: string
  /** Due before this time. */
  dueTo?: string
  /** With `deadlineAt` at this time or later. */
  deadlineFrom?: string
  /** With `deadlineAt` before this time. */
  deadlineTo?: string
  /** Whether `deadlineAt` is past, or was past when it was closed. */
  overdue?: boolean
  /** Whether `slaBreachAt` is past, or was past when it was closed. */
  breached?: boolean
  /** Open obligations that are not late yet but will be within this many hours or days, such as `72h` or `7d`. The next one comes first. */
  forecast?: string
  /** Obligations without the time that they are sorted by always come last. */
  sort?: 'id' | '-id' | 'dueAt' | '-dueAt' | 'deadlineAt' | '-deadlineAt'
}

/** Whether an address wants to be messaged. */
export interface OptOut {
  address: string
  medium: Medium
  opted_out: boolean
  reason: string | null
  updated_at: string
  /** `user:<crmUserId>`, or `contact` if they replied STOP. */
  updated_by: string
}

/** Whether an address wants messages. */
export interface OptOutChange {
  address: string
  medium: Medium
  opted_out: boolean
  reason?: string
}

/** Which addresses to list. */
export interface OptOutsQuery {
  /** How many items to return, 1 to 1000. */
  limit?: number
  /** The `nextCursor` of the previous page. Leave it out for the first page. */
  cursor?: string
  medium?: Medium
  /** Only this number or email address. */
  address?: string
  /** Only addresses that are opted out, or only those that are not. */
  opted_out?: boolean
}

/** Which page of a list. */
export interface PageQuery {
  /** How many items to return, 1 to 1000. */
  limit?: number
  /** The `nextCursor` of the previous page. Leave it out for the first page. */
  cursor?: string
}

/** What a party has in one currency. */
export interface PartyBalance {
  currency: string
  splitCount: number
  /** Its part of all collections, less reversals. */
  collectedMinor: number
  /** What it would get if everything that is still expected came in at once. */
  pendingMinor: number
  /** `collectedMinor` plus `pendingMinor`. */
  entitledMinor: number
  /** Its part of clawbacks, less reversals. */
  clawbackShareMinor: number
  /** Draws that are requested or paid. */
  drawnMinor: number
  /** Collected less clawbacks and draws. Below 0, the party owes the money. */
  unpaidMinor: number
  /** What can be drawn now. 0 while the split is held. */
  availableMinor: number
  /** The sum of `entitledByTermsMinor` of the splits, with `entitledMinor` where that is `null`. */
  entitledByTermsMinor: number
  /** The part of `unpaidMinor` that could be drawn if it were not held. */
  heldMinor: number
}

/** What a party has in all its splits. */
export interface PartyBalances {
  partyKind: PartyKind
  ref: string
  balances: PartyBalance[]
}

/** Who a split is for: the account of somebody with a seat, a person with a seat, somebody outside, or the house. */
export type PartyKind = 'account' | 'crm_user' | 'external' | 'house'

/** What the workspace has subscribed to. */
export type Plan = 'free' | 'pro' | 'business' | 'enterprise'

/** Whom a part of a policy includes: everyone, the listed roles, people and teams, or nobody. */
export type PolicyMode = 'everyone' | 'roles' | 'nobody'

/** Whom a policy includes. The lists apply with the mode `roles`. */
export interface PolicyPart {
  mode: PolicyMode
  roles: Role[]
  accountIds: string[]
  teamIds: string[]
}

/** Whom a part of a policy is to include. Send the lists with the mode `roles` only. */
export interface PolicyPartChange {
  mode: PolicyMode
  roles?: Role[]
  accountIds?: string[]
  teamIds?: string[]
}

/** How an amount would be divided if it were posted now. */
export interface PostingPreview {
  /** In minor units, 1 or more. */
  amountMinor: number
  /** Who would get, or give back, how much. */
  allocations: Allocation[]
  /** Identifies these parts. Send it when you post the amount. */
  partsHash: string
}

/** A message with merge fields, and the row to fill it from. */
export interface PreviewedWords {
  medium: Medium
  /** The board or page whose rows fill it. */
  definition_key: string
  /** For email only. */
  subject?: string
  /** The text, with merge fields: `{{column}}`, or `{{column|default}}` for a default when the cell is empty. */
  content: string
  /** For email only. It is sanitised. */
  content_html?: string
  row_id: string
}

/** The rows that were deleted for good. */
export interface PurgedRows {
  purged: string[]
}

/** Mentions that you have read. */
export interface ReadMentions {
  ids: string[]
}

/** What happened to the cells of one row: filled, converted or ignored. */
export interface Receipt {
  /** The columns that were filled, by key. */
  filled: string[]
  /** Values that were converted. */
  coerced: CoercedCell[]
  /** Cells that were not stored. */
  ignored: IgnoredCell[]
}

/** Which receipts to count. */
export interface ReceiptCountQuery {
  /** How many days, including today. */
  days?: number
  /** Only this key. */
  keyId?: string
  /** Only this form. */
  formId?: string
  /** Only this email address of the board or page. */
  addressId?: string
  /** Only this hook. */
  hookId?: string
}

/** How much came in over a number of days, by sender. */
export interface ReceiptCounts {
  /** The first day that is counted. */
  from: string
  /** Today. */
  to: string
  timeZone: string
  /** Whether every request was counted. */
  complete: boolean
  days: ReceiptDay[]
}

/** What one key, form, email address or hook sent in one day. */
export interface ReceiptDay {
  /** In the time zone of the board or page. */
  day: string
  /** The key that sent it. */
  keyId: string | null
  /** The form that it came through. */
  formId: string | null
  /** The email address of the board or page that it came to. */
  addressId: string | null
  /** The hook that another service sent it to. */
  hookId: string | null
  /** Write requests, whatever their outcome. */
  requests: number
  /** Rows created or updated. */
  filled: number
  /** Rows that were already there. Their first answer was returned again, and nothing was written. */
  replayed: number
  /** Cells that were converted. */
  coerced: number
  /** Cells that were not stored. */
  ignored: number
  /** Rows in refused requests. A request whose rows could not be read counts as 1. */
  refused: number
  /** Rows that look like spam and were not written. */
  blocked: number
}

/** What happened to a request to write rows. `tried`: a dry run that named rows or people, by a key that cannot read. */
export type ReceiptOutcome = 'created' | 'updated' | 'replayed' | 'refused' | 'blocked' | 'tried'

/** Which receipts to list. */
export interface ReceiptsQuery {
  /** How many items to return, 1 to 1000. */
  limit?: number
  /** The `nextCursor` of the previous page. Leave it out for the first page. */
  cursor?: string
  /** Only this key. */
  keyId?: string
  /** Only this form. */
  formId?: string
  /** Only this email address of the board or page. */
  addressId?: string
  /** Only this hook. */
  hookId?: string
  outcome?: ReceiptOutcome
  /** Only this day, in the time zone of the board or page. */
  day?: string
}

/** A file that came with a row. */
export interface ReceivedFile {
  /** The column’s key. */
  column: string
  name: string
  /** The SHA-256 of the bytes, in hexadecimal. */
  sha256: string
  /** Whether a row of this board or page already had a file with the same bytes. */
  seenBefore: boolean
}

/** How many there were in a request, and the first 100 of them. */
export interface ReceivedFiles {
  count: number
  /** The first 100. */
  items: {
    /** The row in the request, counted from 0. */
    index: number
    /** The column’s key. */
    column: string
    name: string
    /** The SHA-256 of the bytes, in hexadecimal. */
    sha256: string
    /** Whether a row of this board or page already had a file with the same bytes. */
    seenBefore: boolean
  }[]
}

/** What to do with a record whose `external_id` is already there: keep it as it is, or update the cells that are sent. */
export type RecordConflict = 'keep' | 'update'

/** What happened to a record: created, updated, or already there and returned again. */
export type RecordOutcome = 'created' | 'updated' | 'replayed'

/** What happened to one record and its cells. */
export interface RecordReceipt {
  /** The columns that were filled, by key. */
  filled: string[]
  /** Values that were converted. */
  coerced: CoercedCell[]
  /** Cells that were not stored. */
  ignored: IgnoredCell[]
  /** The files that the row holds now. Absent if there are none. */
  files?: ReceivedFile[]
  outcome: RecordOutcome
}

/** Why a request was refused. A code keeps its meaning; new ones may be added. */
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
  | 'password_required'
  | 'plan_required'
  | 'forbidden'
  | 'session_required'
  | 'insufficient_scope'
  | 'address_not_allowed'
  | 'origin_not_allowed'
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
  | 'import_finished'
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
  | 'parts_changed'
  | 'amount_too_large'
  | 'token_ended'
  | 'key_ended'
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
  | 'recipient_unwritable'
  | 'not_cancelable'
  | 'not_retryable'
  | 'nothing_to_accept'
  | 'inbound_domain_missing'
  | 'webhook_disabled'
  | 'request_in_progress'
  | 'range_not_satisfiable'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'idempotency_key_reused'
  | 'rate_limited'
  | 'internal'
  | 'overloaded'

/** How many there were in a request, and the first 100 of them. */
export interface RefusedRows {
  count: number
  /** The first 100. */
  items: {
    /** The row in the request, counted from 0. */
    index: number
    message: string
    column: string | null
    /** Why it was refused, such as `missing` or `not_an_email`. docs/errors.md lists the reasons; new ones may be added. */
    reason?: string
    /** With a reason: what the message names, such as `{"most": 200}`. */
    values?: Record<string, unknown>
  }[]
}

/** What belongs to a row. */
export interface RelatedToRow {
  links: Backlinks[]
  files: List<RowFile>
  conversations: List<Conversation>
  obligations: List<Obligation>
  deals: List<Deal>
}

/** Who has to meet the obligation. */
export type ResponsibleParty =
  | 'borrower'
  | 'guarantor'
  | 'broker'
  | 'funder'
  | 'landlord'
  | 'third_party'
  | 'internal'

/** The rows that were restored. */
export interface RestoredRows {
  restored: string[]
}

/** The retired split, and its successor if there is one. */
export interface RetiredDealSplit {
  data: DealSplit
  successor: DealSplit | null
}

/** What a seat may do, from everything to reading only. */
export type Role = 'owner' | 'admin' | 'manager' | 'member' | 'viewer'

/** A row of a board or page. */
export interface Row {
  id: string
  /** Its place in the board. Later rows have higher ones. */
  position: number
  source: RowSource
  cells: Cells
  /** `user:<crmUserId>` or `key:<keyId>`. */
  createdBy: string
  /** Names of rows and people that lead nowhere yet, by the key of their column. A sender that cannot read sent them. Each leaves once there is such a row or person, or once somebody fills the cell. Absent if there are none. */
  unresolved?: Record<string, UnresolvedName[]>
  createdAt: string
  updatedAt: string
  /** As `createdBy`. */
  updatedBy: string
  /** Rises by one with every change. */
  version: number
  /** Your own id for the record, if a key wrote one. */
  externalId: string | null
  /** The import that created it. */
  importRunId: string | null
  /** When it was moved to the trash. Absent otherwise. After 30 days there it is gone. */
  deletedAt?: string
  /** Who moved it to the trash, as in `createdBy`. Absent otherwise. */
  deletedBy?: string
  /** With `expand=links`: the linked rows, by the key of each link column that is not empty. */
  links?: Record<string, LinkedRow[]>
}

/** One row. */
export interface RowAnswer {
  data: Row
  /** With `as`: the columns that the other person cannot see, and why. */
  hiddenColumns?: HiddenColumn[]
}

/** Cells to change of one row. */
export interface RowChange {
  cells: Cells
  /** The `version` that the change is based on. If the row has changed since, the answer is `row_changed`. */
  version?: number
}

/** Cells to change of several rows. */
export interface RowChanges {
  rows: {
    id: string
    cells: Cells
    /** The `version` that the change is based on. If the row has changed since, the answer is `row_changed`. */
    version?: number
  }[]
}

/** One thing that is wrong with one row of a write. */
export interface RowError {
  /** Which row of the batch, counted from 0. */
  index: number
  /** What is wrong and what to send instead. */
  message: string
  /** The column, by its key or as the request named it. */
  column?: string
  /** Why it was refused, such as `missing` or `not_an_email`. docs/errors.md lists the reasons; new ones may be added. */
  reason?: string
  /** With a reason: what the message names, such as `{"most": 200}`. */
  values?: Record<string, unknown>
}

/** A file that was added to a row. */
export interface RowFile {
  /** The file’s id. */
  id: string
  name: string
  /** In bytes. */
  size: number
  /** The type that the upload declared. */
  type: string
  addedAt: string
  /** `user:<crmUserId>`. */
  addedBy: string
}

/** A file of a row. */
export interface RowFileData {
  definition: EventDefinition
  rowId: string
  fileId: string
}

/** The rows with the same value in the column that the list is grouped by. */
export interface RowGroup {
  /** `null` for rows where the cell is empty. */
  value: unknown
  /** How many rows. */
  count: number
  /** The sum of each column in `sum`, by column key. */
  sums: Record<string, number>
}

/** The rows to act on. */
export interface RowIds {
  ids: string[]
}

/** A page of rows. */
export interface RowPage {
  data: Row[]
  nextCursor: NextCursor
  /** With `count`: how many rows match. */
  total?: number
  /** With `group`, on the first page: up to 1,000 groups, in the order of the rows. */
  groups?: RowGroup[]
  /** With `totals`, on the first page: the totals in the order asked for. */
  totals?: RowTotal[]
  /** True if there are more than 1,000 groups. Absent otherwise. */
  groupsTruncated?: boolean
  /** With `as`: the columns that the other person cannot see, and why. */
  hiddenColumns?: HiddenColumn[]
}

/** How to return one row. */
export interface RowQuery {
  /** For admins and owners: return what somebody else would get. `role:<role>` is a seat with that role and no team, `account:<accountId>` a person of this workspace with their role and teams, `key:<keyId>` a working key of this board or page. What they cannot see does not exist for the request, not even in filters and sorting. */
  as?: string
  /** `links` adds the linked rows with their titles, one level deep. */
  expand?: 'links'
  /** Return a row that is in the trash. */
  trashed?: boolean
}

/** How the row was created: `api` and `page` by a key, `import` from a file, `manual` by a person. */
export type RowSource = 'api' | 'page' | 'import' | 'manual'

/** What a row is called, and where it is. */
export interface RowTitle {
  id: string
  /** The board or page that the row belongs to. */
  definitionKey: string
  definitionName: string
  /** The first text in the row, in the order of the columns that you can see. `null` if there is none. */
  title: string | null
  /** `true` if the row is in the trash. */
  trashed?: boolean
}

/** A total over all rows of a list. */
export interface RowTotal {
  /** The column’s key. */
  column: string
  /** What was calculated. */
  total: TotalKind
  /** A number, or for the `min` and `max` of dates and times a text such as a cell has. `null` if no row has a value; the sum and the number of values are then 0. */
  value: unknown
}

/** A row as it was written, and what happened to its cells. */
export interface RowWithReceipt {
  data: Row
  /** The columns that were filled, by key. */
  filled: string[]
  /** Values that were converted. */
  coerced: CoercedCell[]
  /** Cells that were not stored. */
  ignored: IgnoredCell[]
}

/** Rows that were added, or restored from the trash. */
export interface RowsAddedData {
  definition: EventDefinition
  /** The rows that were created, changed or restored, as they are now. */
  rows?: Row[]
  /** The ids of rows that were deleted, or of rows that are too many to include. */
  rowIds?: string[]
  /** For more than 500 rows: pairs of `[first position, number of rows]`, which you can list. */
  runs?: number[][]
  rowCount?: number
}

/** Rows that were moved to the trash, or deleted for good. */
export interface RowsDeletedData {
  definition: EventDefinition
  /** The ids of rows that were deleted, or of rows that are too many to include. */
  rowIds?: string[]
  /** For more than 500 rows: pairs of `[first position, number of rows]`, which you can list. */
  runs?: number[][]
  rowCount?: number
}

/** Which rows to list, in which order, and which parts of them to return. */
export interface RowsQuery {
  /** `links` adds the linked rows with their titles, one level deep. */
  expand?: 'links'
  /** How many items to return, 1 to 1000. */
  limit?: number
  /** The `nextCursor` of the previous page. Keep the same order. Rows that are added in the meantime cause no repeats and no gaps. */
  cursor?: string
  /** How many rows to skip, to jump to a place in the list. Cannot be combined with `cursor`. The cost rises with the number, and rows that are added or removed in the meantime shift the place. To read a list from start to end, use `cursor`. */
  offset?: number
  /** Which rows, as URL-encoded JSON: `{"column", "op", "value"}`, combined with `{"and": […]}`, `{"or": […]}` and `{"not": …}`. The description of `GET /v1/boards/{id}/rows` lists the operators. */
  filter?: string
  /** Up to 5 columns, separated by commas, each with `-` in front for descending order: `-amount,name`. Empty cells always come last. Ties are ordered by position. */
  sort?: string
  /** Finds rows where a cell with text or options contains this. Upper and lower case, accents and typographic signs do not matter. A phone number may be written in any way: `(312) 555-0188`, `555-0188`. */
  search?: string
  /** The columns to return, separated by commas. The default is all. */
  fields?: string
  /** A saved view to start from. Its filter applies in addition to `filter`. Its search, order, fields, group and sums apply unless the request has its own. */
  view?: string
  /** List the rows in the trash instead. */
  trashed?: boolean
  /** For admins and owners: return what somebody else would get. `role:<role>` is a seat with that role and no team, `account:<accountId>` a person of this workspace with their role and teams, `key:<keyId>` a working key of this board or page. What they cannot see does not exist for the request, not even in filters and sorting. */
  as?: string
  /** A column to group by. Rows are ordered by it first, and the first page has `groups` with their counts. */
  group?: string
  /** With `group`: `options` puts the groups of a select column in the order of its options, then other values, then empty cells. It has no effect on other columns, nor on one with more than 100 options. The default is `value`. */
  groupOrder?: 'value' | 'options'
  /** With `group`: up to 10 number columns, separated by commas, to sum for each group. */
  sum?: string
  /** Up to 30 totals over all rows that match, separated by commas: a column, a colon and `sum`, `average`, `min`, `max` or `filled`, such as `amount:sum,stage:filled`. The first page has them in `totals`. */
  totals?: string
  /** Whether to include `total`, the exact number of rows that match. */
  count?: boolean
}

/** Rows that were changed, and which of their cells. */
export interface RowsUpdatedData {
  definition: EventDefinition
  /** The rows that were created, changed or restored, as they are now. */
  rows?: Row[]
  changes?: EventRowChange[]
  /** The ids of rows that were deleted, or of rows that are too many to include. */
  rowIds?: string[]
  rowCount?: number
}

/** Rows as they were written, and what happened to their cells, in the order of the request. */
export interface RowsWithReceipts {
  data: Row[]
  receipts: Receipt[]
}

/** A person’s place in a workspace: who they are, their role and their teams. */
export interface Seat {
  /** The account behind the seat. It is the same in every workspace. */
  accountId: string
  /** The person’s number in this workspace. */
  crmUserId: number
  name: string
  email: string
  role: Role
  teamIds: string[]
  status: SeatStatus
}

/** The fields of a seat to change. */
export interface SeatChange {
  name?: string
  role?: Role
  status?: 'active' | 'suspended'
  teamIds?: string[]
}

/** A seat that the operator gave somebody. */
export interface SeatCreatedData {
  role: 'owner' | 'admin' | 'manager' | 'member' | 'viewer'
}

/** A seat that somebody was invited to. */
export interface SeatInvitedData {
  role: 'owner' | 'admin' | 'manager' | 'member' | 'viewer'
  teamIds: string[]
}

/** Whether the person can use the seat. */
export type SeatStatus = 'invited' | 'active' | 'suspended'

/** What changed about a seat. */
export interface SeatUpdatedData {
  name?: string
  role?: 'owner' | 'admin' | 'manager' | 'member' | 'viewer'
  status?: 'active' | 'suspended'
  teamIds?: string[]
}

/** A look at a board or page as somebody else sees it. */
export interface SeenAsData {
  definition: EventDefinition
  /** `role:<role>`, `account:<id>` or `key:<id>`. */
  as: string
}

/** Why a recipient does not get the message. */
export type SendReason =
  | 'address_invalid'
  | 'address_repeated'
  | 'recipient_opted_out'
  | 'template_fields_missing'
  | 'too_long'

/** A key, a form, an email address, a hook or an access token that rows come through. */
export interface Sender {
  /** As `createdBy` names it: `form:<id>`. */
  ref: string
  kind: 'key' | 'form' | 'address' | 'hook' | 'token'
  /** An access token is called by its name and its person’s: `Zapier for Ann`. */
  name: string
}

/** Who sent the message. */
export type SenderType = 'user' | 'contact' | 'automation' | 'system'

/** A column that a form will ask for. */
export interface SentFormColumn {
  /** The column’s key. */
  key: string
  /** What the form calls it. The default is the column’s name. */
  label?: string | null
  /** A sentence below the label. */
  help?: string | null
  /** Whether it must be filled in. A required column always must. */
  required?: boolean
}

/** The messages that a template made, and the recipients that get none. */
export interface SentMessages {
  /** The messages that are queued, in the order of the recipients. */
  messages: {
    row_id: string
    message_id: number
    conversation_id: number
  }[]
  /** The recipients that get no message. */
  refused: {
    row_id: string
    reason: SendReason
    /** The reason, in a sentence. */
    message: string
    values?: FailureValues
  }[]
}

/** A sign-in of this account on one device. */
export interface Session {
  id: string
  /** Whether it is the session of this request. */
  current: boolean
  workspaceId: string
  userAgent: string
  address: string
  createdAt: string
  lastUsedAt: string
  expiresAt: string
}

/** How operations that need a session, or no credential, refuse a request. */
export interface SessionRefusal {
  /** What is wrong and what to do about it, for people to read. */
  error: string
  code: RefusalCode
  /** Why it was refused, such as `missing` or `not_an_email`. docs/errors.md lists the reasons; new ones may be added. */
  reason?: string
  /** With a reason: what the message names, such as `{"most": 200}`. */
  values?: Record<string, unknown>
  /** With `invalid_request`: everything that does not fit. */
  issues?: Issue[]
  /** With `insufficient_scope`: the scope that is missing. */
  scope?: string
  /** With `row_changed`: the row as it is now. */
  current?: object
  /** If an import refuses a workbook, or something about it: its sheets. */
  sheets?: string[]
}

/** Who is signed in, and in which workspace. */
export interface SessionState {
  expiresAt: string
  account: Account
  workspace: SignedInWorkspace
  seat: Seat
  workspaces: WorkspaceMembership[]
}

/** What is set up already. */
export interface Setup {
  /** Whether a channel sends texts or emails. */
  sends: boolean
  /** Whether a board or page has a key. */
  hasKey: boolean
  /** Whether a key has been used. */
  usedKey: boolean
  /** Whether a board or page has a form. */
  hasForm: boolean
}

/** The total that an app shows for a column; `none` for no total. */
export type ShownTotal = 'sum' | 'average' | 'min' | 'max' | 'filled' | 'none'

/** Who signs in, and to which workspace. */
export interface SignIn {
  email: string
  password: string
  workspaceId?: string
}

/** A sign-in, and where it came from. */
export interface SignInData {
  /** The network address. Absent once the person is erased. */
  address?: string
}

/** An account and a workspace to be created. */
export interface SignUp {
  email: string
  password: string
  name: string
  workspaceName: string
  /** IANA time zone of the workspace. By default, UTC. */
  timeZone?: string
}

/** One version of an agreement, with who viewed and who signed it. */
export interface SignedDocument {
  version: string
  effectiveAt: string
  /** The exact text that was signed. For a version that nobody here signed, the text as it is shown now. */
  document: string
  /** SHA-256 of `document`. */
  documentHash: string
  views: AgreementView[]
  signatures: AgreementSignature[]
}

/** A session that was just opened, with its access token. */
export interface SignedIn {
  /** Send it as `Authorization: Bearer`. It lasts 30 days, or 7 days without use. Empty when the session was set as a cookie instead. */
  accessToken: string
  tokenType: 'Bearer'
  expiresAt: string
  account: Account
  workspace: SignedInWorkspace
  seat: Seat
  workspaces: WorkspaceMembership[]
}

/** The workspace that a session is open in. */
export interface SignedInWorkspace {
  id: string
  slug: string
  name: string
  plan: Plan
  /** ISO 3166 country: phone numbers without a country code are read as numbers of this country. */
  region: string
  moneyVisibleTo: MoneyVisibility
}

/** A column that the form was to ask for but skips: it was deleted, or its type cannot be filled in. */
export interface SkippedFormColumn {
  key: string
  why: 'deleted' | 'type'
}

/** The figures of a split: what it earned, what was drawn, and what can be drawn now. */
export interface SplitAvailability {
  /** Its part of all collections, less reversals. */
  collectedMinor: number
  /** What it would get if everything that is still expected came in at once. */
  pendingMinor: number
  /** `collectedMinor` plus `pendingMinor`. */
  entitledMinor: number
  /** Its part of clawbacks, less reversals. */
  clawbackShareMinor: number
  /** Draws that are requested or paid. */
  drawnMinor: number
  /** Collected less clawbacks and draws. Below 0, the party owes the money. */
  unpaidMinor: number
  /** What can be drawn now. 0 while the split is held. */
  availableMinor: number
  isHeld: boolean
}

/** What a split is a part of: a share of the `gross` collections, of the `funded` amount, or of what is left (`net`), or a `flat` amount. */
export type SplitBasis = 'gross' | 'funded' | 'flat' | 'net'

/** A split of a deal. */
export interface SplitData {
  dealId: number
  dealSplitId: number
}

/** The name of a figure of a split. */
export type SplitFigure =
  | 'collectedMinor'
  | 'pendingMinor'
  | 'entitledMinor'
  | 'clawbackShareMinor'
  | 'drawnMinor'
  | 'unpaidMinor'
  | 'availableMinor'

/** Whether a split takes part in new collections. */
export type SplitStatus = 'active' | 'inactive'

/** The rows of a page by its column `stage`. */
export interface Stages {
  definitionKey: string
  /** The key of the column that is summed: the first of amounts. */
  amount: string | null
  /** In the order of the rows. */
  groups: RowGroup[]
}

/** An uploaded file. */
export interface StoredFile {
  id: string
  /** The name it was uploaded under, without folders and control characters. */
  name: string
  /** In bytes. */
  size: number
  /** The type that the upload declared, such as `application/pdf`. */
  type: string
  /** The SHA-256 of the bytes, in hexadecimal. */
  sha256: string
  createdAt: string
  /** `user:<crmUserId>` */
  createdBy: string
}

/** The new split. Fields that are left out are taken from the retired one. */
export interface SuccessorDealSplit {
  partyKind?: PartyKind
  accountId?: string
  crmUserId?: number
  /** A name. It is stored with single blanks, and none around it. */
  externalParty?: string
  basis?: SplitBasis
  /** Parts per million: 250000 is 25%. */
  sharePpm?: number
  /** In minor units, 1 or more. */
  flatAmountMinor?: number
  notes?: string
}

/** A group of people in the workspace. */
export interface Team {
  id: string
  name: string
  crmUserIds: number[]
  createdAt: string
}

/** A text or email with merge fields. */
export interface Template {
  id: string
  name: string
  medium: Medium
  /** The board or page whose rows fill it. */
  definition_key: string
  subject: string | null
  content: string
  content_html: string | null
  /** The columns it uses, as far as the caller can see them. */
  fields: string[]
  created_at: string
  updated_at: string
}

/** The fields of a template to change. */
export interface TemplateChange {
  name?: string
  /** For email only. */
  subject?: string | null
  /** The text, with merge fields: `{{column}}`, or `{{column|default}}` for a default when the cell is empty. */
  content?: string
  /** For email only. It is sanitised. */
  content_html?: string | null
}

/** A message as a template makes it from a row. */
export interface TemplatePreview {
  subject: string | null
  content: string
  content_html: string | null
  /** For text: how many segments it is sent as. */
  segment_count: number | null
  /** Merge fields that are empty and have no default. */
  missing: string[]
}

/** What a provider reported about a text message. */
export interface TextDetails {
  error_code: string | null
  error_message: string | null
  reason?: FailureReason
  values?: FailureValues
  media_count: number
  provider: string
  segment_count: number
}

/** An agreement that was signed for the workspace. */
export interface TimelineAgreement {
  agreementKind: string
  title: string
  version: string
  signerName: string
  signatureId: string
}

/** One thing that happened to a row. It has the one member that its `kind` names; `created` has `change`. */
export interface TimelineEntry {
  id: string
  at: string
  kind: TimelineKind
  /** `user:<crmUserId>`, `key:<keyId>` or `system`; `contact` for a message that came in. */
  actor: string
  /** With `change` and `created`. */
  change?: HistoryEntry
  comment?: Comment
  /** A file that was added to the row. */
  file?: RowFile
  obligation?: TimelineObligation
  money?: TimelineMoney
  agreement?: TimelineAgreement
  message?: TimelineMessage
}

/** What kind of thing happened. */
export type TimelineKind =
  | 'created'
  | 'change'
  | 'comment'
  | 'obligation'
  | 'money'
  | 'agreement'
  | 'message'
  | 'file'

/** A message to or from the contact. */
export interface TimelineMessage {
  messageId: number
  conversationId: number
  medium: Medium
  direction: MessageDirection
  /** Its status now. */
  status: MessageStatus
  /** The message stayed in the local outbox, so nobody else got it. */
  inOutbox?: true
  senderType: SenderType
  senderName: string | null
  subject: string | null
  /** The start of the text. Empty if the message is deleted. */
  excerpt: string
  isCall: boolean
  isDeleted: boolean
}

/** An entry in the ledger of a deal. */
export interface TimelineMoney {
  dealName: string
  currency: string
  entry: LedgerEntry
}

/** Something that was done about an obligation. */
export interface TimelineObligation {
  obligationId: number
  title: string
  action: string
  /** Its status now. */
  status: string
  reason: string | null
}

/** Which entries to list. */
export interface TimelineQuery {
  /** How many items to return, 1 to 1000. */
  limit?: number
  /** The `nextCursor` of the previous page. Leave it out for the first page. */
  cursor?: string
  /** The row is in the trash. */
  trashed?: boolean
  /** Only these kinds, separated by commas: `created`, `change`, `comment`, `obligation`, `money`, `agreement`, `message`, `file`. */
  kinds?: string
}

/** What there is to do today. */
export interface Today {
  /** Those that the caller has not signed and, for admins and owners, those that nobody has signed for the workspace. */
  agreements: AgreementToSign[]
  /** When the next version of an agreement takes effect, if one is published. */
  nextAgreementAt: string | null
  obligations: List<Obligation>
  /** Up to 8, the newest first. */
  newestRows: NewestRow[]
  stages: Stages[]
  setup: Setup | null
}

/** Until when obligations are listed. */
export interface TodayQuery {
  /** Obligations with a deadline before this time, up to 50. */
  deadlineTo: string
}

/** An access token that a person made for a program, without its secret. It does what the person’s seat may do now, within its scopes. */
export interface Token {
  id: string
  name: string
  /** The seat that it acts for: whoever made it. */
  crmUserId: number
  scopes: TokenScope[]
  /** The keys of the boards and pages that it reaches. `null` if all. Deleted ones are left out. */
  definitions: string[] | null
  /** The network addresses it may be used from. `null` if any. */
  addresses: string[] | null
  prefix: 'sbt_'
  /** The last four characters of the secret. */
  lastFour: string
  createdAt: string
  /** When the token stops working. */
  expiresAt: string
  /** How long the previous secret still works. `null` if it does not. */
  previousEndsAt: string | null
  /** Accurate to the minute. `null` if it was never used. */
  lastUsedAt: string | null
  revokedAt: string | null
}

/** What an access token is called, for texts such as “*name* for *person*”. */
export interface TokenName {
  id: string
  name: string
  /** The seat that it acts for. */
  crmUserId: number
}

/** How long the previous secret of an access token goes on working. */
export interface TokenRotation {
  /** The default is 0: the previous secret ends at once. */
  overlapSeconds?: number
  /** Your password. It is needed if you signed in, or last gave it, more than 2 hours ago. */
  password?: string
}

/** One thing that an access token may be for. A `write` scope does not include its `read` scope. */
export type TokenScope =
  | 'records:read'
  | 'records:write'
  | 'definitions:write'
  | 'policies:write'
  | 'imports:write'
  | 'conversations:read'
  | 'conversations:write'
  | 'obligations:read'
  | 'obligations:write'
  | 'accounting:read'
  | 'accounting:post'
  | 'accounting:pay'
  | 'agreements:read'
  | 'workspace:read'
  | 'workspace:write'
  | 'events:read'

/** An access token with its new secret. */
export interface TokenWithSecret {
  id: string
  name: string
  /** The seat that it acts for: whoever made it. */
  crmUserId: number
  scopes: TokenScope[]
  /** The keys of the boards and pages that it reaches. `null` if all. Deleted ones are left out. */
  definitions: string[] | null
  /** The network addresses it may be used from. `null` if any. */
  addresses: string[] | null
  prefix: 'sbt_'
  /** The last four characters of the secret. */
  lastFour: string
  createdAt: string
  /** When the token stops working. */
  expiresAt: string
  /** How long the previous secret still works. `null` if it does not. */
  previousEndsAt: string | null
  /** Accurate to the minute. `null` if it was never used. */
  lastUsedAt: string | null
  revokedAt: string | null
  /** What to send as `Authorization: Bearer`. It is shown this once. */
  secret: string
}

/** What a total is. `filled` is the number of rows where the cell is not empty. Numbers have all of them, dates and times have `min`, `max` and `filled`, and other columns have `filled`. */
export type TotalKind = 'sum' | 'average' | 'min' | 'max' | 'filled'

/** How many there were in a request, and the first 100 of them. */
export interface UnresolvedCells {
  count: number
  /** The first 100. */
  items: {
    /** The row in the request, counted from 0. */
    index: number
    /** The column’s key. */
    column: string
    /** The name of a row or person that led nowhere and was kept beside the cell. */
    sent: string
  }[]
}

/** A name of a row or person that leads nowhere yet, as it was sent: a text, a number, or an object such as `{"external_id": "crm-1042"}`. */
export type UnresolvedName = string | number | Record<string, string | number | boolean>

/** A file that waits for its row. */
export interface Upload {
  /** Send it in a cell of a file column. */
  upload: string
  /** The name it was uploaded under, without folders and control characters. */
  name: string
  /** In bytes. */
  size: number
  /** The type that the upload declared. */
  type: string
  /** The SHA-256 of the bytes, in hexadecimal. */
  sha256: string
}

/** A saved view: a filter, an order and a choice of columns. */
export interface View {
  id: string
  name: string
  kind: ViewKind
  /** Whether only its creator can see it. */
  private: boolean
  position: number
  filter: Filter | null
  sort: string[]
  /** The columns to show, in order. `null` for all. */
  fields: string[] | null
  group: string | null
  sum: string[]
  search: string | null
  /** The total to show for a column, by its key. An app decides for the others. A list by this view does not calculate them: name them in its `totals`. */
  totals: Record<string, ShownTotal>
  /** How many of the visible columns stay while the others scroll. */
  frozen: number
  /** Whether parts are left out, because they refer to columns that are deleted or that the caller cannot see. */
  partial: boolean
  createdBy: string
  createdAt: string
  updatedAt: string
}

/** Whether to return what somebody else would see. */
export interface ViewAsQuery {
  /** For admins and owners: return what somebody else would get. `role:<role>` is a seat with that role and no team, `account:<accountId>` a person of this workspace with their role and teams, `key:<keyId>` a working key of this board or page. What they cannot see does not exist for the request, not even in filters and sorting. */
  as?: string
}

/** The fields of a saved view to change. */
export interface ViewChange {
  name?: string
  /** The default is `grid`. */
  kind?: ViewKind
  /** Whether only you can see it. The default is `false`. */
  private?: boolean
  position?: number
  filter?: Filter | null
  /** Columns to sort by, each with `-` in front for descending order. */
  sort?: string[]
  fields?: string[] | null
  group?: string | null
  sum?: string[]
  search?: string | null
  totals?: Record<string, ShownTotal>
  /** How many of the visible columns stay while the others scroll. The default is 1. */
  frozen?: number
}

/** A saved view of a board or page. */
export interface ViewData {
  definition: EventDefinition
  viewId: string
}

/** How an app shows the view. It does not change which rows are listed. */
export type ViewKind = 'grid' | 'kanban' | 'calendar'

/** A URL that events are sent to. */
export interface Webhook {
  id: string
  url: string
  types: string[]
  role: Role
  filter: WebhookFilter
  description: string
  enabled: boolean
  /** `gone` if the receiver answered 410. `null` otherwise. */
  disabledReason: string | null
  createdAt: string
  createdBy: string
  updatedAt: string
}

/** One attempt to send a delivery. */
export interface WebhookAttempt {
  at: string
  status: number | null
  error: string | null
  reason?: FailureReason
  values?: FailureValues
  ms: number
}

/** The fields of a webhook to change. */
export interface WebhookChange {
  /** The https URL to POST to, without a user name. Private addresses are refused, here and at every connection, unless the operator allows them. It is stored in normal form, for example with the host in lower case. */
  url?: string
  /** The types of events to send. */
  types?: EventChoice[]
  /** Payloads contain what a seat with this role and no team can see. */
  role?: Role
  filter?: WebhookFilter
  description?: string
  /** Whether it sends. When it is switched on again, it sends what was still waiting, and what happens from then on. */
  enabled?: boolean
}

/** Which deliveries to list. */
export interface WebhookDeliveriesQuery {
  /** How many items to return, 1 to 1000. */
  limit?: number
  /** The `nextCursor` of the previous page. Leave it out for the first page. */
  cursor?: string
  state?: WebhookDeliveryState
}

/** One event that is sent to a webhook, and how sending goes. */
export interface WebhookDelivery {
  /** The header `webhook-id`. It is the same for every attempt and replay. */
  id: string
  webhookId: string
  state: WebhookDeliveryState
  type: string
  /** The event. `null` for a test. */
  eventId: string | null
  attempts: number
  createdAt: string
  nextAttemptAt: string | null
  settledAt: string | null
  /** The HTTP status of the last attempt. `null` if there was no answer. */
  lastStatus: number | null
  /** Why the last attempt failed. Its reason is in `log`. */
  lastError: string | null
  /** The last 20 attempts, oldest first. */
  log: WebhookAttempt[]
}

/** `pending`: waiting to be sent, or sent again. `dropped`: there was nothing in it that the role can see. */
export type WebhookDeliveryState = 'pending' | 'delivered' | 'failed' | 'dropped'

/** Which events to send, apart from their type. */
export interface WebhookFilter {
  /** Only events of these boards and pages, by key. Events that are about none, such as `deal.*`, are then left out. */
  definitionKeys?: string[]
}

/** A webhook, with the signing secret that was just made for it. */
export interface WebhookWithSecret {
  id: string
  url: string
  types: string[]
  role: Role
  filter: WebhookFilter
  description: string
  enabled: boolean
  /** `gone` if the receiver answered 410. `null` otherwise. */
  disabledReason: string | null
  createdAt: string
  createdBy: string
  updatedAt: string
  /** The signing secret, `whsec_` and a key in base64, for the receiver to verify requests with. It is shown in this answer only. */
  secret: string
}

/** A workspace and its settings. */
export interface Workspace {
  id: string
  slug: string
  name: string
  plan: Plan
  /** ISO 3166 country code. It decides how phone numbers and dates are read. */
  region: string
  /** IANA time zone. Times without a zone are read in it. */
  timeZone: string
  /** ISO 4217 currency code. */
  currency: string
  /** The `crmUserId` of the person that late obligations are escalated to. `null`: a manager, or an owner if there is none. */
  escalationUserId: number | null
  moneyVisibleTo: MoneyVisibility
  /** True while nobody has chosen `moneyVisibleTo` in a workspace that is older than the setting. It is then `everyone`. */
  moneyVisibilityUndecided: boolean
  /** Whether people get the link of their invitation by email: the operator has set `SMTP_URL`. */
  emailsInvitations: boolean
  createdAt: string
  updatedAt: string
}

/** The fields of the workspace to change. */
export interface WorkspaceChange {
  name?: string
  /** ISO 3166 country code. */
  region?: string
  /** IANA time zone. */
  timeZone?: string
  /** ISO 4217 currency code. */
  currency?: string
  escalationUserId?: number | null
  moneyVisibleTo?: MoneyVisibility
}

/** What confirms that a workspace is to be deleted. */
export interface WorkspaceDeletion {
  name: string
  /** The caller’s own. */
  password: string
}

/** A workspace that the account has an active seat in, and its role there. */
export interface WorkspaceMembership {
  id: string
  slug: string
  name: string
  role: Role
}

/** What changed about the workspace. */
export interface WorkspaceUpdatedData {
  name?: string
  plan?: 'free' | 'pro' | 'business' | 'enterprise'
  region?: string
  timeZone?: string
  currency?: string
  escalationUserId?: number | null
  moneyVisibleTo?: 'everyone' | 'own' | 'managers'
}

/** How to write to the board: its columns, code samples, limits and errors, as they apply to one key. */
export interface WriteGuide {
  /** Changes when the columns change, or what the key may do. */
  version: string
  /** Where to POST rows. */
  endpoint: string
  /** Whether the key may write rows. */
  canWrite: boolean
  columns: WriteGuideColumn[]
  samples: WriteGuideSample[]
  limits: {
    limit: string
    value: string
  }[]
  errors: WriteGuideError[]
}

/** What one column accepts, in words and with an example. */
export interface WriteGuideColumn {
  /** The column’s key. */
  column: string
  name: string
  type: string
  required: boolean
  unique: boolean
  /** Whether this key can write it. */
  writable: boolean
  /** The values it accepts, in words. */
  accepts: string
  /** How other values are converted, in words. */
  converts: string
  /** A value that it accepts. */
  example: unknown
}

/** A refusal that a write may meet, and what to do about it. */
export interface WriteGuideError {
  status: number
  code: string
  meaning: string
  remedy: string
}

/** A request to copy, in several languages. */
export interface WriteGuideSample {
  title: string
  body: unknown
  curl: string
  javascript: string
  python: string
}

/** A row as it was written. In a dry run it has no `id` and no `position`. */
export interface WrittenIngestRow {
  id: string | null
  /** Its place in the board. Later rows have higher ones. */
  position: number | null
  source: RowSource
  cells: Cells
  /** `user:<crmUserId>` or `key:<keyId>`. */
  createdBy: string
}

/** What events of each type hold in `data`. */
export interface EventData {
  'rows.created': RowsAddedData
  'rows.updated': RowsUpdatedData
  'rows.deleted': RowsDeletedData
  'rows.restored': RowsAddedData
  'rows.purged': RowsDeletedData
  'comment.created': CommentData
  'comment.updated': CommentData
  'comment.deleted': CommentData
  'row_file.added': RowFileData
  'row_file.removed': RowFileData
  'arrival.blocked': BlockedData
  'arrival.accepted': BlockedData
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
  'message.sent': MessageSentData
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
  'deal_split.created': SplitData
  'deal_split.updated': SplitData
  'deal_split.held': SplitData
  'deal_split.released': SplitData
  'deal_split.deactivated': SplitData
  'draw.requested': DrawData
  'draw.paid': DrawData
  'draw.voided': DrawData
  'seat.created': SeatCreatedData
  'seat.invited': SeatInvitedData
  'seat.accepted': NoData
  'seat.updated': SeatUpdatedData
  'seat.removed': NameData
  'seat.erased': NoData
  'team.created': NameData
  'team.updated': NameData
  'team.deleted': NameData
  'workspace.created': NoData
  'workspace.updated': WorkspaceUpdatedData
  'agreement.viewed': AgreementData
  'agreement.signed': AgreementData
  'agreement.published': AgreementData
  'agreement.overridden': AgreementOverriddenData
  'key.created': NameData
  'key.updated': NameData
  'key.rotated': NameData
  'key.revoked': NameData
  'token.created': NameData
  'token.rotated': NameData
  'token.revoked': NameData
  'form.created': NameData
  'form.updated': NameData
  'form.deleted': NameData
  'address.created': DefinitionData
  'address.updated': DefinitionData
  'address.deleted': DefinitionData
  'hook.created': NameData
  'hook.updated': NameData
  'hook.deleted': NameData
  'hook.sampled': NameData
  'webhook.created': NoData
  'webhook.updated': NoData
  'webhook.deleted': NoData
  'webhook.secret_rotated': NoData
  'session.started': SignInData
  'session.refused': SignInData
  'session.ended': NoData
  'password.changed': NoData
  'password.reset': NoData
  'password.replaced': NoData
  'export.made': ExportData
  'file.downloaded': NoData
  'seen_as.opened': SeenAsData
  'backup.made': NoData
}

export type EventType = keyof EventData

/** The first part of an event's type: what the event is about. */
export type EventNoun =
  | 'rows'
  | 'comment'
  | 'row_file'
  | 'arrival'
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
  | 'token'
  | 'form'
  | 'address'
  | 'hook'
  | 'webhook'
  | 'session'
  | 'password'
  | 'export'
  | 'file'
  | 'seen_as'
  | 'backup'

/**
 * What happened. Once you have compared `type`, `data` has the members of that type. A later version of the service may
 * send types that are not here.
 */
export type Event<T extends EventType = EventType> = {
  [K in T]: EventHead & { type: K; data: EventData[K] }
}[T]

/** The former name of `Event`. */
export type FeedEvent<T extends EventType = EventType> = Event<T>

/**
 * Each operation: its path parameters, query, body and answer; undefined where it has none. A list with pages has the type
 * of its `item`, and an operation whose answer depends on what is sent has its `cases`.
 */
export interface Operations {
  /** Is sign-up open?. GET /v1/auth/signup, by anyone. */
  'auth.getSignup': {
    params: undefined
    query: undefined
    body: undefined
    answer: One<{
      open: boolean
      /** Whether no workspace exists yet, so that signing up creates the first one. */
      firstRun: boolean
    }>
  }
  /** Create an account and its workspace. POST /v1/auth/signup, by anyone. */
  'auth.signUp': {
    params: undefined
    query: undefined
    body: SignUp
    answer: One<SignedIn>
  }
  /** Sign in. POST /v1/auth/signin, by anyone. */
  'auth.signIn': {
    params: undefined
    query: undefined
    body: SignIn
    answer: One<SignedIn>
  }
  /** Ask for a link to choose a new password. POST /v1/auth/password-reset, by anyone. */
  'auth.requestPasswordReset': {
    params: undefined
    query: undefined
    body: {
      email: string
    }
    answer: One<{
      requested: boolean
    }>
  }
  /** Choose a new password with an emailed link. POST /v1/auth/password-reset/confirm, by anyone. */
  'auth.confirmPasswordReset': {
    params: undefined
    query: undefined
    body: {
      token: string
      password: string
    }
    answer: One<{
      changed: boolean
    }>
  }
  /** Look up an invitation. GET /v1/auth/invitations/{token}, by anyone. */
  'auth.getInvitation': {
    params: {
      /** The token in the invitation link. */
      token: string
    }
    query: undefined
    body: undefined
    answer: One<{
      workspaceName: string
      email: string
      /** The name that the invitation was made with. `null`: none. */
      name: string | null
      /** Whether the person has no account yet and chooses a password. Otherwise they give the password they have. */
      needsAccount: boolean
    }>
  }
  /** Accept an invitation. POST /v1/auth/invitations/{token}/accept, by anyone. */
  'auth.acceptInvitation': {
    params: {
      /** The token in the invitation link. */
      token: string
    }
    query: undefined
    body: {
      name: string
      password: string
    }
    answer: One<SignedIn>
  }
  /** Who am I?. GET /v1/auth/session, signed in. */
  'auth.getSession': {
    params: undefined
    query: undefined
    body: undefined
    answer: One<SessionState>
  }
  /** Change your own name. PATCH /v1/auth/account, signed in. */
  'auth.updateAccount': {
    params: undefined
    query: undefined
    body: {
      name: string
    }
    answer: One<Account>
  }
  /** Sign out. POST /v1/auth/signout, signed in. */
  'auth.signOut': {
    params: undefined
    query: undefined
    body: undefined
    answer: One<{
      signedOut: boolean
    }>
  }
  /** Switch to another workspace. POST /v1/auth/switch, signed in. */
  'auth.switchWorkspace': {
    params: undefined
    query: undefined
    body: {
      workspaceId: string
    }
    answer: One<SignedIn>
  }
  /** List your sessions. GET /v1/auth/sessions, signed in. */
  'auth.listSessions': {
    params: undefined
    query: {
      /** How many items to return, 1 to 1000. */
      limit?: number
      /** The `nextCursor` of the previous page. Leave it out for the first page. */
      cursor?: string
    }
    body: undefined
    answer: List<Session>
    item: Session
  }
  /** End one of your sessions. DELETE /v1/auth/sessions/{id}, signed in. */
  'auth.endSession': {
    params: {
      /** The session’s id. */
      id: string
    }
    query: undefined
    body: undefined
    answer: undefined
  }
  /** Change your password. POST /v1/auth/password, signed in. */
  'auth.changePassword': {
    params: undefined
    query: undefined
    body: {
      currentPassword: string
      newPassword: string
    }
    answer: One<{
      changed: boolean
    }>
  }
  /** Erase your account. POST /v1/auth/account/erase, signed in. */
  'auth.eraseAccount': {
    params: undefined
    query: undefined
    body: AccountErasure
    answer: One<{
      erased: boolean
    }>
  }
  /** List your access tokens. GET /v1/auth/tokens, signed in. */
  'auth.listTokens': {
    params: undefined
    query: PageQuery
    body: undefined
    answer: List<Token>
    item: Token
  }
  /** Create an access token. POST /v1/auth/tokens, signed in. */
  'auth.createToken': {
    params: undefined
    query: undefined
    body: NewToken
    answer: One<TokenWithSecret>
  }
  /** Revoke one of your access tokens. DELETE /v1/auth/tokens/{id}, signed in. */
  'auth.revokeToken': {
    params: {
      /** The token’s id. It is not the secret. */
      id: string
    }
    query: undefined
    body: undefined
    answer: undefined
  }
  /** Make a new secret for one of your access tokens. POST /v1/auth/tokens/{id}/rotate, signed in. */
  'auth.rotateToken': {
    params: {
      /** The token’s id. It is not the secret. */
      id: string
    }
    query: undefined
    body: TokenRotation
    answer: One<TokenWithSecret>
  }
  /** Get the workspace. GET /v1/workspace, signed in. */
  'workspace.getWorkspace': {
    params: undefined
    query: undefined
    body: undefined
    answer: One<Workspace>
  }
  /** Change the workspace. PATCH /v1/workspace, signed in. */
  'workspace.updateWorkspace': {
    params: undefined
    query: undefined
    body: WorkspaceChange
    answer: One<Workspace>
  }
  /** Delete the workspace. POST /v1/workspace/delete, signed in. */
  'workspace.deleteWorkspace': {
    params: undefined
    query: undefined
    body: WorkspaceDeletion
    answer: One<{
      deleted: boolean
    }>
  }
  /** List the people. GET /v1/workspace/seats, signed in. */
  'workspace.listSeats': {
    params: undefined
    query: PageQuery
    body: undefined
    answer: List<Seat>
    item: Seat
  }
  /** Invite a person. POST /v1/workspace/seats, signed in. */
  'workspace.inviteSeat': {
    params: undefined
    query: undefined
    body: NewSeat
    answer: One<InvitedSeat>
  }
  /** Get one person. GET /v1/workspace/seats/{crmUserId}, signed in. */
  'workspace.getSeat': {
    params: {
      /** The person’s number in this workspace. */
      crmUserId: number
    }
    query: undefined
    body: undefined
    answer: One<Seat>
  }
  /** Change a seat: role, teams, name, suspension. PATCH /v1/workspace/seats/{crmUserId}, signed in. */
  'workspace.updateSeat': {
    params: {
      /** The person’s number in this workspace. */
      crmUserId: number
    }
    query: undefined
    body: SeatChange
    answer: One<Seat>
  }
  /** Remove a person. DELETE /v1/workspace/seats/{crmUserId}, signed in. */
  'workspace.removeSeat': {
    params: {
      /** The person’s number in this workspace. */
      crmUserId: number
    }
    query: undefined
    body: undefined
    answer: undefined
  }
  /** List the teams. GET /v1/workspace/teams, signed in. */
  'workspace.listTeams': {
    params: undefined
    query: PageQuery
    body: undefined
    answer: List<Team>
    item: Team
  }
  /** Create a team. POST /v1/workspace/teams, signed in. */
  'workspace.createTeam': {
    params: undefined
    query: undefined
    body: {
      name: string
    }
    answer: One<Team>
  }
  /** Get one team. GET /v1/workspace/teams/{id}, signed in. */
  'workspace.getTeam': {
    params: {
      /** The team’s id. */
      id: string
    }
    query: undefined
    body: undefined
    answer: One<Team>
  }
  /** Rename a team. PATCH /v1/workspace/teams/{id}, signed in. */
  'workspace.updateTeam': {
    params: {
      /** The team’s id. */
      id: string
    }
    query: undefined
    body: {
      name: string
    }
    answer: One<Team>
  }
  /** Delete a team. DELETE /v1/workspace/teams/{id}, signed in. */
  'workspace.deleteTeam': {
    params: {
      /** The team’s id. */
      id: string
    }
    query: undefined
    body: undefined
    answer: undefined
  }
  /** List everybody’s access tokens. GET /v1/workspace/tokens, signed in. */
  'workspace.listTokens': {
    params: undefined
    query: PageQuery
    body: undefined
    answer: List<Token>
    item: Token
  }
  /** Revoke anybody’s access token. DELETE /v1/workspace/tokens/{id}, signed in. */
  'workspace.revokeToken': {
    params: {
      /** The token’s id. It is not the secret. */
      id: string
    }
    query: undefined
    body: undefined
    answer: undefined
  }
  /** List what access tokens are called. GET /v1/workspace/token-names, signed in. */
  'workspace.listTokenNames': {
    params: undefined
    query: PageQuery
    body: undefined
    answer: List<TokenName>
    item: TokenName
  }
  /** List the boards. GET /v1/boards, signed in. */
  'boards.list': {
    params: undefined
    query: PageQuery
    body: undefined
    answer: List<Definition>
    item: Definition
  }
  /** Create a board. POST /v1/boards, signed in. */
  'boards.create': {
    params: undefined
    query: undefined
    body: NewBoard
    answer: One<Definition>
  }
  /** Get one board. GET /v1/boards/{id}, signed in. */
  'boards.get': {
    params: {
      /** The board’s id. */
      id: string
    }
    query: ViewAsQuery
    body: undefined
    answer: DefinitionAnswer
  }
  /** Change a board. PATCH /v1/boards/{id}, signed in. */
  'boards.update': {
    params: {
      /** The board’s id. */
      id: string
    }
    query: undefined
    body: DefinitionChange
    answer: One<Definition>
  }
  /** Delete a board. DELETE /v1/boards/{id}, signed in. */
  'boards.remove': {
    params: {
      /** The board’s id. */
      id: string
    }
    query: undefined
    body: undefined
    answer: undefined
  }
  /** List the columns. GET /v1/boards/{id}/columns, signed in. */
  'boards.listColumns': {
    params: {
      /** The board’s id. */
      id: string
    }
    query: ColumnsQuery
    body: undefined
    answer: List<Column>
    item: Column
  }
  /** Add a column. POST /v1/boards/{id}/columns, signed in. */
  'boards.createColumn': {
    params: {
      /** The board’s id. */
      id: string
    }
    query: undefined
    body: NewColumn
    answer: One<Column>
  }
  /** Get one column. GET /v1/boards/{id}/columns/{column}, signed in. */
  'boards.getColumn': {
    params: {
      /** The board’s id. */
      id: string
      /** The column’s id or key. */
      column: string
    }
    query: undefined
    body: undefined
    answer: One<Column>
  }
  /** Change a column. PATCH /v1/boards/{id}/columns/{column}, signed in. */
  'boards.updateColumn': {
    params: {
      /** The board’s id. */
      id: string
      /** The column’s id or key. */
      column: string
    }
    query: undefined
    body: ColumnChange
    answer: One<Column>
  }
  /** Move a column to the trash. DELETE /v1/boards/{id}/columns/{column}, signed in. */
  'boards.removeColumn': {
    params: {
      /** The board’s id. */
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
      /** The board’s id. */
      id: string
    }
    query: undefined
    body: {
      /** Every column, by its key, id or name. */
      columns: string[]
    }
    answer: List<Column>
  }
  /** Preview a change of column type. POST /v1/boards/{id}/columns/{column}/type/preview, signed in. */
  'boards.previewColumnType': {
    params: {
      /** The board’s id. */
      id: string
      /** The column’s id or key. */
      column: string
    }
    query: undefined
    body: ColumnTypeChange
    answer: One<ColumnTypePreview>
  }
  /** Change the type of a column. POST /v1/boards/{id}/columns/{column}/type, signed in. */
  'boards.changeColumnType': {
    params: {
      /** The board’s id. */
      id: string
      /** The column’s id or key. */
      column: string
    }
    query: undefined
    body: ConfirmedColumnTypeChange
    answer: One<Column>
  }
  /** Restore a column from the trash. POST /v1/boards/{id}/columns/{column}/restore, signed in. */
  'boards.restoreColumn': {
    params: {
      /** The board’s id. */
      id: string
      /** The column’s id or key. */
      column: string
    }
    query: undefined
    body: undefined
    answer: One<Column>
  }
  /** List rows: filter, sort, search, group. GET /v1/boards/{id}/rows, signed in. */
  'boards.listRows': {
    params: {
      /** The board’s id. */
      id: string
    }
    query: RowsQuery
    body: undefined
    answer: RowPage
    item: Row
  }
  /** Add one row, or up to 500 at once. POST /v1/boards/{id}/rows, signed in. */
  'boards.createRows': {
    params: {
      /** The board’s id. */
      id: string
    }
    query: undefined
    body: NewRows
    answer: RowWithReceipt | RowsWithReceipts
    cases: [
      { body: OneRow<NewRows>; answer: RowWithReceipt },
      { body: ManyRows<NewRows>; answer: RowsWithReceipts },
    ]
  }
  /** Get one row. GET /v1/boards/{id}/rows/{rowId}, signed in. */
  'boards.getRow': {
    params: {
      /** The board’s id. */
      id: string
      /** The row’s id. */
      rowId: string
    }
    query: RowQuery
    body: undefined
    answer: RowAnswer
  }
  /** List the rows that link to a row. GET /v1/boards/{id}/rows/{rowId}/links, signed in. */
  'boards.listLinks': {
    params: {
      /** The board’s id. */
      id: string
      /** The row’s id. */
      rowId: string
    }
    query: undefined
    body: undefined
    answer: List<Backlinks>
  }
  /** Change cells of a row. PATCH /v1/boards/{id}/rows/{rowId}, signed in. */
  'boards.updateRow': {
    params: {
      /** The board’s id. */
      id: string
      /** The row’s id. */
      rowId: string
    }
    query: undefined
    body: RowChange
    answer: RowWithReceipt
  }
  /** Change up to 500 rows, all or nothing. PATCH /v1/boards/{id}/rows, signed in. */
  'boards.updateRows': {
    params: {
      /** The board’s id. */
      id: string
    }
    query: undefined
    body: RowChanges
    answer: RowsWithReceipts
  }
  /** Move a row to the trash. DELETE /v1/boards/{id}/rows/{rowId}, signed in. */
  'boards.removeRow': {
    params: {
      /** The board’s id. */
      id: string
      /** The row’s id. */
      rowId: string
    }
    query: undefined
    body: undefined
    answer: undefined
  }
  /** Move up to 500 rows to the trash, all or nothing. POST /v1/boards/{id}/rows/delete, signed in. */
  'boards.removeRows': {
    params: {
      /** The board’s id. */
      id: string
    }
    query: undefined
    body: RowIds
    answer: One<DeletedRows>
  }
  /** Restore a row from the trash. POST /v1/boards/{id}/rows/{rowId}/restore, signed in. */
  'boards.restoreRow': {
    params: {
      /** The board’s id. */
      id: string
      /** The row’s id. */
      rowId: string
    }
    query: undefined
    body: undefined
    answer: One<Row>
  }
  /** Restore up to 500 rows from the trash, all or nothing. POST /v1/boards/{id}/rows/restore, signed in. */
  'boards.restoreRows': {
    params: {
      /** The board’s id. */
      id: string
    }
    query: undefined
    body: RowIds
    answer: One<RestoredRows>
  }
  /** Delete up to 500 rows in the trash for good, all or nothing. POST /v1/boards/{id}/rows/purge, signed in. */
  'boards.purgeRows': {
    params: {
      /** The board’s id. */
      id: string
    }
    query: undefined
    body: RowIds
    answer: One<PurgedRows>
  }
  /** List the changes of a row, newest first. GET /v1/boards/{id}/rows/{rowId}/history, signed in. */
  'boards.listHistory': {
    params: {
      /** The board’s id. */
      id: string
      /** The row’s id. */
      rowId: string
    }
    query: HistoryQuery
    body: undefined
    answer: List<HistoryEntry>
    item: HistoryEntry
  }
  /** Put one cell back to an earlier value. POST /v1/boards/{id}/rows/{rowId}/history/{entryId}/revert, signed in. */
  'boards.revertCell': {
    params: {
      /** The board’s id. */
      id: string
      /** The row’s id. */
      rowId: string
      /** The id of the history entry. */
      entryId: string
    }
    query: undefined
    body: CellToRevert
    answer: One<Row>
  }
  /** List the comments on a row, oldest first. GET /v1/boards/{id}/rows/{rowId}/comments, signed in. */
  'boards.listComments': {
    params: {
      /** The board’s id. */
      id: string
      /** The row’s id. */
      rowId: string
    }
    query: PageQuery
    body: undefined
    answer: List<Comment>
    item: Comment
  }
  /** Comment on a row. POST /v1/boards/{id}/rows/{rowId}/comments, signed in. */
  'boards.createComment': {
    params: {
      /** The board’s id. */
      id: string
      /** The row’s id. */
      rowId: string
    }
    query: undefined
    body: NewComment
    answer: One<Comment>
  }
  /** Change your own comment. PATCH /v1/boards/{id}/rows/{rowId}/comments/{commentId}, signed in. */
  'boards.updateComment': {
    params: {
      /** The board’s id. */
      id: string
      /** The row’s id. */
      rowId: string
      /** The comment’s id. */
      commentId: string
    }
    query: undefined
    body: CommentChange
    answer: One<Comment>
  }
  /** Delete a comment. DELETE /v1/boards/{id}/rows/{rowId}/comments/{commentId}, signed in. */
  'boards.removeComment': {
    params: {
      /** The board’s id. */
      id: string
      /** The row’s id. */
      rowId: string
      /** The comment’s id. */
      commentId: string
    }
    query: undefined
    body: undefined
    answer: undefined
  }
  /** List the files of a row, in the order of their upload. GET /v1/boards/{id}/rows/{rowId}/files, signed in. */
  'boards.listRowFiles': {
    params: {
      /** The board’s id. */
      id: string
      /** The row’s id. */
      rowId: string
    }
    query: PageQuery
    body: undefined
    answer: List<RowFile>
    item: RowFile
  }
  /** Add a file to a row. POST /v1/boards/{id}/rows/{rowId}/files, signed in. */
  'boards.addRowFile': {
    params: {
      /** The board’s id. */
      id: string
      /** The row’s id. */
      rowId: string
    }
    query: undefined
    body: NewRowFile
    answer: One<RowFile>
  }
  /** Remove a file from a row. DELETE /v1/boards/{id}/rows/{rowId}/files/{fileId}, signed in. */
  'boards.removeRowFile': {
    params: {
      /** The board’s id. */
      id: string
      /** The row’s id. */
      rowId: string
      /** The file’s id. */
      fileId: string
    }
    query: undefined
    body: undefined
    answer: undefined
  }
  /** List the saved views. GET /v1/boards/{id}/views, signed in. */
  'boards.listViews': {
    params: {
      /** The board’s id. */
      id: string
    }
    query: PageQuery
    body: undefined
    answer: List<View>
    item: View
  }
  /** Save a view. POST /v1/boards/{id}/views, signed in. */
  'boards.createView': {
    params: {
      /** The board’s id. */
      id: string
    }
    query: undefined
    body: NewView
    answer: One<View>
  }
  /** Get one saved view. GET /v1/boards/{id}/views/{viewId}, signed in. */
  'boards.getView': {
    params: {
      /** The board’s id. */
      id: string
      /** The view’s id. */
      viewId: string
    }
    query: undefined
    body: undefined
    answer: One<View>
  }
  /** Change a saved view. PATCH /v1/boards/{id}/views/{viewId}, signed in. */
  'boards.updateView': {
    params: {
      /** The board’s id. */
      id: string
      /** The view’s id. */
      viewId: string
    }
    query: undefined
    body: ViewChange
    answer: One<View>
  }
  /** Delete a saved view. DELETE /v1/boards/{id}/views/{viewId}, signed in. */
  'boards.removeView': {
    params: {
      /** The board’s id. */
      id: string
      /** The view’s id. */
      viewId: string
    }
    query: undefined
    body: undefined
    answer: undefined
  }
  /** Download the rows as a spreadsheet. GET /v1/boards/{id}/export, signed in. */
  'boards.exportRows': {
    params: {
      /** The board’s id. */
      id: string
    }
    query: ExportQuery
    body: undefined
    answer: { response: Response }
  }
  /** List the senders of rows. GET /v1/boards/{id}/senders, signed in. */
  'boards.listSenders': {
    params: {
      /** The board’s id. */
      id: string
    }
    query: undefined
    body: undefined
    answer: One<Sender[]>
  }
  /** List everything that happened to a row, newest first. GET /v1/boards/{id}/rows/{rowId}/timeline, signed in. */
  'boards.getTimeline': {
    params: {
      /** The board’s id. */
      id: string
      /** The row’s id. */
      rowId: string
    }
    query: TimelineQuery
    body: undefined
    answer: List<TimelineEntry>
    item: TimelineEntry
  }
  /** Get what belongs to a row. GET /v1/boards/{id}/rows/{rowId}/related, signed in. */
  'boards.getRelated': {
    params: {
      /** The board’s id. */
      id: string
      /** The row’s id. */
      rowId: string
    }
    query: undefined
    body: undefined
    answer: One<RelatedToRow>
  }
  /** List the keys. GET /v1/boards/{id}/keys, signed in. */
  'boards.listKeys': {
    params: {
      /** The board’s id. */
      id: string
    }
    query: PageQuery
    body: undefined
    answer: List<Key>
    item: Key
  }
  /** Create a key. POST /v1/boards/{id}/keys, signed in. */
  'boards.createKey': {
    params: {
      /** The board’s id. */
      id: string
    }
    query: undefined
    body: NewKey
    answer: One<KeyWithSecret>
  }
  /** Change a key. PATCH /v1/boards/{id}/keys/{keyId}, signed in. */
  'boards.updateKey': {
    params: {
      /** The board’s id. */
      id: string
      /** The key’s id. It is not the secret. */
      keyId: string
    }
    query: undefined
    body: KeyChange
    answer: One<Key>
  }
  /** Revoke a key. DELETE /v1/boards/{id}/keys/{keyId}, signed in. */
  'boards.revokeKey': {
    params: {
      /** The board’s id. */
      id: string
      /** The key’s id. It is not the secret. */
      keyId: string
    }
    query: undefined
    body: undefined
    answer: undefined
  }
  /** Make a new secret for a key. POST /v1/boards/{id}/keys/{keyId}/rotate, signed in. */
  'boards.rotateKey': {
    params: {
      /** The board’s id. */
      id: string
      /** The key’s id. It is not the secret. */
      keyId: string
    }
    query: undefined
    body: KeyRotation
    answer: One<KeyWithSecret>
  }
  /** Get the write guide of a key. GET /v1/boards/{id}/keys/{keyId}/guide, signed in. */
  'boards.keyGuide': {
    params: {
      /** The board’s id. */
      id: string
      /** The key’s id. It is not the secret. */
      keyId: string
    }
    query: undefined
    body: undefined
    answer: One<WriteGuide>
  }
  /** List what came in, newest first. GET /v1/boards/{id}/receipts, signed in. */
  'boards.listReceipts': {
    params: {
      /** The board’s id. */
      id: string
    }
    query: ReceiptsQuery
    body: undefined
    answer: List<KeptReceipt>
    item: KeptReceipt
  }
  /** Count what came in, by sender and day. GET /v1/boards/{id}/receipts/daily, signed in. */
  'boards.countReceipts': {
    params: {
      /** The board’s id. */
      id: string
    }
    query: ReceiptCountQuery
    body: undefined
    answer: One<ReceiptCounts>
  }
  /** Accept what was blocked. POST /v1/boards/{id}/receipts/{receiptId}/accept, signed in. */
  'boards.acceptBlocked': {
    params: {
      /** The board’s id. */
      id: string
      /** The receipt’s id. */
      receiptId: string
    }
    query: undefined
    body: undefined
    answer: One<AcceptedRow>
  }
  /** List the forms. GET /v1/boards/{id}/forms, signed in. */
  'boards.listForms': {
    params: {
      /** The board’s id. */
      id: string
    }
    query: PageQuery
    body: undefined
    answer: List<Form>
    item: Form
  }
  /** Create a form. POST /v1/boards/{id}/forms, signed in. */
  'boards.createForm': {
    params: {
      /** The board’s id. */
      id: string
    }
    query: undefined
    body: NewForm
    answer: One<Form>
  }
  /** Get one form. GET /v1/boards/{id}/forms/{formId}, signed in. */
  'boards.getForm': {
    params: {
      /** The board’s id. */
      id: string
      /** The form’s id. */
      formId: string
    }
    query: undefined
    body: undefined
    answer: One<Form>
  }
  /** Change a form. PATCH /v1/boards/{id}/forms/{formId}, signed in. */
  'boards.updateForm': {
    params: {
      /** The board’s id. */
      id: string
      /** The form’s id. */
      formId: string
    }
    query: undefined
    body: FormChange
    answer: One<Form>
  }
  /** Delete a form. DELETE /v1/boards/{id}/forms/{formId}, signed in. */
  'boards.removeForm': {
    params: {
      /** The board’s id. */
      id: string
      /** The form’s id. */
      formId: string
    }
    query: undefined
    body: undefined
    answer: undefined
  }
  /** List the email addresses. GET /v1/boards/{id}/addresses, signed in. */
  'boards.listAddresses': {
    params: {
      /** The board’s id. */
      id: string
    }
    query: PageQuery
    body: undefined
    answer: {
      data: IntakeAddress[]
      nextCursor: NextCursor
      domain: string | null
    }
    item: IntakeAddress
  }
  /** Create an email address. POST /v1/boards/{id}/addresses, signed in. */
  'boards.createAddress': {
    params: {
      /** The board’s id. */
      id: string
    }
    query: undefined
    body: NewIntakeAddress
    answer: One<IntakeAddress>
  }
  /** Change an email address. PATCH /v1/boards/{id}/addresses/{addressId}, signed in. */
  'boards.updateAddress': {
    params: {
      /** The board’s id. */
      id: string
      /** The address’s id. */
      addressId: string
    }
    query: undefined
    body: IntakeAddressChange
    answer: One<IntakeAddress>
  }
  /** Delete an email address. DELETE /v1/boards/{id}/addresses/{addressId}, signed in. */
  'boards.removeAddress': {
    params: {
      /** The board’s id. */
      id: string
      /** The address’s id. */
      addressId: string
    }
    query: undefined
    body: undefined
    answer: undefined
  }
  /** List the hooks. GET /v1/boards/{id}/hooks, signed in. */
  'boards.listHooks': {
    params: {
      /** The board’s id. */
      id: string
    }
    query: PageQuery
    body: undefined
    answer: List<Hook>
    item: Hook
  }
  /** Create a hook. POST /v1/boards/{id}/hooks, signed in. */
  'boards.createHook': {
    params: {
      /** The board’s id. */
      id: string
    }
    query: undefined
    body: NewHook
    answer: One<Hook>
  }
  /** Change a hook. PATCH /v1/boards/{id}/hooks/{hookId}, signed in. */
  'boards.updateHook': {
    params: {
      /** The board’s id. */
      id: string
      /** The hook’s id. */
      hookId: string
    }
    query: undefined
    body: HookChange
    answer: One<Hook>
  }
  /** Delete a hook. DELETE /v1/boards/{id}/hooks/{hookId}, signed in. */
  'boards.removeHook': {
    params: {
      /** The board’s id. */
      id: string
      /** The hook’s id. */
      hookId: string
    }
    query: undefined
    body: undefined
    answer: undefined
  }
  /** List what a hook received last. GET /v1/boards/{id}/hooks/{hookId}/samples, signed in. */
  'boards.listHookSamples': {
    params: {
      /** The board’s id. */
      id: string
      /** The hook’s id. */
      hookId: string
    }
    query: undefined
    body: undefined
    answer: One<HookSample[]>
  }
  /** Try the columns of a hook on a sample. POST /v1/boards/{id}/hooks/{hookId}/preview, signed in. */
  'boards.previewHook': {
    params: {
      /** The board’s id. */
      id: string
      /** The hook’s id. */
      hookId: string
    }
    query: undefined
    body: HookTrial
    answer: One<HookPreview>
  }
  /** Import a file. POST /v1/boards/import, signed in. */
  'boards.importFile': {
    params: undefined
    query: undefined
    body: BoardImport
    answer: One<ImportRun> | One<ImportPreview>
    cases: [
      { body: BoardImport & { dryRun?: undefined }; answer: One<ImportRun> },
      { body: BoardImport & { dryRun: 'true' }; answer: One<ImportPreview> },
    ]
  }
  /** Preview the import of a file. POST /v1/boards/import/preview, signed in. */
  'boards.previewImport': {
    params: undefined
    query: undefined
    body: BoardImportPreview
    answer: One<ImportPreview>
  }
  /** List the imports, newest first. GET /v1/boards/{id}/imports, signed in. */
  'boards.listImports': {
    params: {
      /** The board’s id. */
      id: string
    }
    query: PageQuery
    body: undefined
    answer: List<ImportRun>
    item: ImportRun
  }
  /** Record an import that your program did row by row. POST /v1/boards/{id}/imports, signed in. */
  'boards.recordImport': {
    params: {
      /** The board’s id. */
      id: string
    }
    query: undefined
    body: ImportRecord
    answer: One<ImportRun>
  }
  /** Get one import. GET /v1/boards/{id}/imports/{runId}, signed in. */
  'boards.getImport': {
    params: {
      /** The board’s id. */
      id: string
      /** The import run’s id. */
      runId: string
    }
    query: undefined
    body: undefined
    answer: One<ImportRun>
  }
  /** List the rows that an import wrote. GET /v1/boards/{id}/imports/{runId}/rows, signed in. */
  'boards.listImportRows': {
    params: {
      /** The board’s id. */
      id: string
      /** The import run’s id. */
      runId: string
    }
    query: PageQuery
    body: undefined
    answer: List<string>
    item: string
  }
  /** List the rows that an import refused. GET /v1/boards/{id}/imports/{runId}/failures, signed in. */
  'boards.listImportFailures': {
    params: {
      /** The board’s id. */
      id: string
      /** The import run’s id. */
      runId: string
    }
    query: ImportFailuresQuery
    body: undefined
    answer: List<ImportFailure>
    item: ImportFailure
    cases: [{ query: { format: 'csv' }; answer: { text: string } }]
  }
  /** Cancel a running import. POST /v1/boards/{id}/imports/{runId}/cancel, signed in. */
  'boards.cancelImport': {
    params: {
      /** The board’s id. */
      id: string
      /** The import run’s id. */
      runId: string
    }
    query: undefined
    body: undefined
    answer: One<ImportRun>
  }
  /** Preview the undo of an import. GET /v1/boards/{id}/imports/{runId}/undo, signed in. */
  'boards.previewUndo': {
    params: {
      /** The board’s id. */
      id: string
      /** The import run’s id. */
      runId: string
    }
    query: undefined
    body: undefined
    answer: One<ImportUndoPreview>
  }
  /** Undo an import. POST /v1/boards/{id}/imports/{runId}/undo, signed in. */
  'boards.undoImport': {
    params: {
      /** The board’s id. */
      id: string
      /** The import run’s id. */
      runId: string
    }
    query: undefined
    body: undefined
    answer: One<ImportUndo>
  }
  /** Put the rows of an undone import back. POST /v1/boards/{id}/imports/{runId}/redo, signed in. */
  'boards.redoImport': {
    params: {
      /** The board’s id. */
      id: string
      /** The import run’s id. */
      runId: string
    }
    query: undefined
    body: undefined
    answer: One<ImportRedo>
  }
  /** List the boards and pages. GET /v1/definitions, signed in. */
  'definitions.list': {
    params: undefined
    query: {
      /** How many items to return, 1 to 1000. */
      limit?: number
      /** The `nextCursor` of the previous page. Leave it out for the first page. */
      cursor?: string
      kind?: DefinitionKind
      /** Finds those whose name contains this, in upper or lower case, with or without accents. */
      search?: string
      /** `false` leaves the columns out, so that each list of them is empty. */
      columns?: boolean
    }
    body: undefined
    answer: List<Definition>
    item: Definition
  }
  /** Create a page or a board. POST /v1/definitions, signed in. */
  'definitions.create': {
    params: undefined
    query: undefined
    body: NewDefinition
    answer: One<Definition>
  }
  /** Get one board or page. GET /v1/definitions/{key}, signed in. */
  'definitions.get': {
    params: {
      /** The key of the board or page. */
      key: string
    }
    query: ViewAsQuery
    body: undefined
    answer: DefinitionAnswer
  }
  /** Change a board or page. PATCH /v1/definitions/{key}, signed in. */
  'definitions.update': {
    params: {
      /** The key of the board or page. */
      key: string
    }
    query: undefined
    body: DefinitionChange
    answer: One<Definition>
  }
  /** Delete a board or page. DELETE /v1/definitions/{key}, signed in. */
  'definitions.remove': {
    params: {
      /** The key of the board or page. */
      key: string
    }
    query: undefined
    body: undefined
    answer: undefined
  }
  /** List the columns. GET /v1/definitions/{key}/columns, signed in. */
  'definitions.listColumns': {
    params: {
      /** The key of the board or page. */
      key: string
    }
    query: ColumnsQuery
    body: undefined
    answer: List<Column>
    item: Column
  }
  /** Add a column. POST /v1/definitions/{key}/columns, signed in. */
  'definitions.createColumn': {
    params: {
      /** The key of the board or page. */
      key: string
    }
    query: undefined
    body: NewColumn
    answer: One<Column>
  }
  /** Get one column. GET /v1/definitions/{key}/columns/{column}, signed in. */
  'definitions.getColumn': {
    params: {
      /** The key of the board or page. */
      key: string
      /** The column’s id or key. */
      column: string
    }
    query: undefined
    body: undefined
    answer: One<Column>
  }
  /** Change a column. PATCH /v1/definitions/{key}/columns/{column}, signed in. */
  'definitions.updateColumn': {
    params: {
      /** The key of the board or page. */
      key: string
      /** The column’s id or key. */
      column: string
    }
    query: undefined
    body: ColumnChange
    answer: One<Column>
  }
  /** Move a column to the trash. DELETE /v1/definitions/{key}/columns/{column}, signed in. */
  'definitions.removeColumn': {
    params: {
      /** The key of the board or page. */
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
      /** The key of the board or page. */
      key: string
    }
    query: undefined
    body: {
      /** Every column, by its key, id or name. */
      columns: string[]
    }
    answer: List<Column>
  }
  /** Preview a change of column type. POST /v1/definitions/{key}/columns/{column}/type/preview, signed in. */
  'definitions.previewColumnType': {
    params: {
      /** The key of the board or page. */
      key: string
      /** The column’s id or key. */
      column: string
    }
    query: undefined
    body: ColumnTypeChange
    answer: One<ColumnTypePreview>
  }
  /** Change the type of a column. POST /v1/definitions/{key}/columns/{column}/type, signed in. */
  'definitions.changeColumnType': {
    params: {
      /** The key of the board or page. */
      key: string
      /** The column’s id or key. */
      column: string
    }
    query: undefined
    body: ConfirmedColumnTypeChange
    answer: One<Column>
  }
  /** Restore a column from the trash. POST /v1/definitions/{key}/columns/{column}/restore, signed in. */
  'definitions.restoreColumn': {
    params: {
      /** The key of the board or page. */
      key: string
      /** The column’s id or key. */
      column: string
    }
    query: undefined
    body: undefined
    answer: One<Column>
  }
  /** List rows: filter, sort, search, group. GET /v1/definitions/{key}/rows, signed in. */
  'definitions.listRows': {
    params: {
      /** The key of the board or page. */
      key: string
    }
    query: RowsQuery
    body: undefined
    answer: RowPage
    item: Row
  }
  /** Add one row, or up to 500 at once. POST /v1/definitions/{key}/rows, signed in. */
  'definitions.createRows': {
    params: {
      /** The key of the board or page. */
      key: string
    }
    query: undefined
    body: NewRows
    answer: RowWithReceipt | RowsWithReceipts
    cases: [
      { body: OneRow<NewRows>; answer: RowWithReceipt },
      { body: ManyRows<NewRows>; answer: RowsWithReceipts },
    ]
  }
  /** Get one row. GET /v1/definitions/{key}/rows/{rowId}, signed in. */
  'definitions.getRow': {
    params: {
      /** The key of the board or page. */
      key: string
      /** The row’s id. */
      rowId: string
    }
    query: RowQuery
    body: undefined
    answer: RowAnswer
  }
  /** List the rows that link to a row. GET /v1/definitions/{key}/rows/{rowId}/links, signed in. */
  'definitions.listLinks': {
    params: {
      /** The key of the board or page. */
      key: string
      /** The row’s id. */
      rowId: string
    }
    query: undefined
    body: undefined
    answer: List<Backlinks>
  }
  /** Change cells of a row. PATCH /v1/definitions/{key}/rows/{rowId}, signed in. */
  'definitions.updateRow': {
    params: {
      /** The key of the board or page. */
      key: string
      /** The row’s id. */
      rowId: string
    }
    query: undefined
    body: RowChange
    answer: RowWithReceipt
  }
  /** Change up to 500 rows, all or nothing. PATCH /v1/definitions/{key}/rows, signed in. */
  'definitions.updateRows': {
    params: {
      /** The key of the board or page. */
      key: string
    }
    query: undefined
    body: RowChanges
    answer: RowsWithReceipts
  }
  /** Move a row to the trash. DELETE /v1/definitions/{key}/rows/{rowId}, signed in. */
  'definitions.removeRow': {
    params: {
      /** The key of the board or page. */
      key: string
      /** The row’s id. */
      rowId: string
    }
    query: undefined
    body: undefined
    answer: undefined
  }
  /** Move up to 500 rows to the trash, all or nothing. POST /v1/definitions/{key}/rows/delete, signed in. */
  'definitions.removeRows': {
    params: {
      /** The key of the board or page. */
      key: string
    }
    query: undefined
    body: RowIds
    answer: One<DeletedRows>
  }
  /** Restore a row from the trash. POST /v1/definitions/{key}/rows/{rowId}/restore, signed in. */
  'definitions.restoreRow': {
    params: {
      /** The key of the board or page. */
      key: string
      /** The row’s id. */
      rowId: string
    }
    query: undefined
    body: undefined
    answer: One<Row>
  }
  /** Restore up to 500 rows from the trash, all or nothing. POST /v1/definitions/{key}/rows/restore, signed in. */
  'definitions.restoreRows': {
    params: {
      /** The key of the board or page. */
      key: string
    }
    query: undefined
    body: RowIds
    answer: One<RestoredRows>
  }
  /** Delete up to 500 rows in the trash for good, all or nothing. POST /v1/definitions/{key}/rows/purge, signed in. */
  'definitions.purgeRows': {
    params: {
      /** The key of the board or page. */
      key: string
    }
    query: undefined
    body: RowIds
    answer: One<PurgedRows>
  }
  /** List the changes of a row, newest first. GET /v1/definitions/{key}/rows/{rowId}/history, signed in. */
  'definitions.listHistory': {
    params: {
      /** The key of the board or page. */
      key: string
      /** The row’s id. */
      rowId: string
    }
    query: HistoryQuery
    body: undefined
    answer: List<HistoryEntry>
    item: HistoryEntry
  }
  /** Put one cell back to an earlier value. POST /v1/definitions/{key}/rows/{rowId}/history/{entryId}/revert, signed in. */
  'definitions.revertCell': {
    params: {
      /** The key of the board or page. */
      key: string
      /** The row’s id. */
      rowId: string
      /** The id of the history entry. */
      entryId: string
    }
    query: undefined
    body: CellToRevert
    answer: One<Row>
  }
  /** List the comments on a row, oldest first. GET /v1/definitions/{key}/rows/{rowId}/comments, signed in. */
  'definitions.listComments': {
    params: {
      /** The key of the board or page. */
      key: string
      /** The row’s id. */
      rowId: string
    }
    query: PageQuery
    body: undefined
    answer: List<Comment>
    item: Comment
  }
  /** Comment on a row. POST /v1/definitions/{key}/rows/{rowId}/comments, signed in. */
  'definitions.createComment': {
    params: {
      /** The key of the board or page. */
      key: string
      /** The row’s id. */
      rowId: string
    }
    query: undefined
    body: NewComment
    answer: One<Comment>
  }
  /** Change your own comment. PATCH /v1/definitions/{key}/rows/{rowId}/comments/{commentId}, signed in. */
  'definitions.updateComment': {
    params: {
      /** The key of the board or page. */
      key: string
      /** The row’s id. */
      rowId: string
      /** The comment’s id. */
      commentId: string
    }
    query: undefined
    body: CommentChange
    answer: One<Comment>
  }
  /** Delete a comment. DELETE /v1/definitions/{key}/rows/{rowId}/comments/{commentId}, signed in. */
  'definitions.removeComment': {
    params: {
      /** The key of the board or page. */
      key: string
      /** The row’s id. */
      rowId: string
      /** The comment’s id. */
      commentId: string
    }
    query: undefined
    body: undefined
    answer: undefined
  }
  /** List the files of a row, in the order of their upload. GET /v1/definitions/{key}/rows/{rowId}/files, signed in. */
  'definitions.listRowFiles': {
    params: {
      /** The key of the board or page. */
      key: string
      /** The row’s id. */
      rowId: string
    }
    query: PageQuery
    body: undefined
    answer: List<RowFile>
    item: RowFile
  }
  /** Add a file to a row. POST /v1/definitions/{key}/rows/{rowId}/files, signed in. */
  'definitions.addRowFile': {
    params: {
      /** The key of the board or page. */
      key: string
      /** The row’s id. */
      rowId: string
    }
    query: undefined
    body: NewRowFile
    answer: One<RowFile>
  }
  /** Remove a file from a row. DELETE /v1/definitions/{key}/rows/{rowId}/files/{fileId}, signed in. */
  'definitions.removeRowFile': {
    params: {
      /** The key of the board or page. */
      key: string
      /** The row’s id. */
      rowId: string
      /** The file’s id. */
      fileId: string
    }
    query: undefined
    body: undefined
    answer: undefined
  }
  /** List the saved views. GET /v1/definitions/{key}/views, signed in. */
  'definitions.listViews': {
    params: {
      /** The key of the board or page. */
      key: string
    }
    query: PageQuery
    body: undefined
    answer: List<View>
    item: View
  }
  /** Save a view. POST /v1/definitions/{key}/views, signed in. */
  'definitions.createView': {
    params: {
      /** The key of the board or page. */
      key: string
    }
    query: undefined
    body: NewView
    answer: One<View>
  }
  /** Get one saved view. GET /v1/definitions/{key}/views/{viewId}, signed in. */
  'definitions.getView': {
    params: {
      /** The key of the board or page. */
      key: string
      /** The view’s id. */
      viewId: string
    }
    query: undefined
    body: undefined
    answer: One<View>
  }
  /** Change a saved view. PATCH /v1/definitions/{key}/views/{viewId}, signed in. */
  'definitions.updateView': {
    params: {
      /** The key of the board or page. */
      key: string
      /** The view’s id. */
      viewId: string
    }
    query: undefined
    body: ViewChange
    answer: One<View>
  }
  /** Delete a saved view. DELETE /v1/definitions/{key}/views/{viewId}, signed in. */
  'definitions.removeView': {
    params: {
      /** The key of the board or page. */
      key: string
      /** The view’s id. */
      viewId: string
    }
    query: undefined
    body: undefined
    answer: undefined
  }
  /** Download the rows as a spreadsheet. GET /v1/definitions/{key}/export, signed in. */
  'definitions.exportRows': {
    params: {
      /** The key of the board or page. */
      key: string
    }
    query: ExportQuery
    body: undefined
    answer: { response: Response }
  }
  /** List the senders of rows. GET /v1/definitions/{key}/senders, signed in. */
  'definitions.listSenders': {
    params: {
      /** The key of the board or page. */
      key: string
    }
    query: undefined
    body: undefined
    answer: One<Sender[]>
  }
  /** List everything that happened to a row, newest first. GET /v1/definitions/{key}/rows/{rowId}/timeline, signed in. */
  'definitions.getTimeline': {
    params: {
      /** The key of the board or page. */
      key: string
      /** The row’s id. */
      rowId: string
    }
    query: TimelineQuery
    body: undefined
    answer: List<TimelineEntry>
    item: TimelineEntry
  }
  /** Get what belongs to a row. GET /v1/definitions/{key}/rows/{rowId}/related, signed in. */
  'definitions.getRelated': {
    params: {
      /** The key of the board or page. */
      key: string
      /** The row’s id. */
      rowId: string
    }
    query: undefined
    body: undefined
    answer: One<RelatedToRow>
  }
  /** List the keys. GET /v1/definitions/{key}/keys, signed in. */
  'definitions.listKeys': {
    params: {
      /** The key of the board or page. */
      key: string
    }
    query: PageQuery
    body: undefined
    answer: List<Key>
    item: Key
  }
  /** Create a key. POST /v1/definitions/{key}/keys, signed in. */
  'definitions.createKey': {
    params: {
      /** The key of the board or page. */
      key: string
    }
    query: undefined
    body: NewKey
    answer: One<KeyWithSecret>
  }
  /** Change a key. PATCH /v1/definitions/{key}/keys/{keyId}, signed in. */
  'definitions.updateKey': {
    params: {
      /** The key of the board or page. */
      key: string
      /** The key’s id. It is not the secret. */
      keyId: string
    }
    query: undefined
    body: KeyChange
    answer: One<Key>
  }
  /** Revoke a key. DELETE /v1/definitions/{key}/keys/{keyId}, signed in. */
  'definitions.revokeKey': {
    params: {
      /** The key of the board or page. */
      key: string
      /** The key’s id. It is not the secret. */
      keyId: string
    }
    query: undefined
    body: undefined
    answer: undefined
  }
  /** Make a new secret for a key. POST /v1/definitions/{key}/keys/{keyId}/rotate, signed in. */
  'definitions.rotateKey': {
    params: {
      /** The key of the board or page. */
      key: string
      /** The key’s id. It is not the secret. */
      keyId: string
    }
    query: undefined
    body: KeyRotation
    answer: One<KeyWithSecret>
  }
  /** Get the write guide of a key. GET /v1/definitions/{key}/keys/{keyId}/guide, signed in. */
  'definitions.keyGuide': {
    params: {
      /** The key of the board or page. */
      key: string
      /** The key’s id. It is not the secret. */
      keyId: string
    }
    query: undefined
    body: undefined
    answer: One<WriteGuide>
  }
  /** List what came in, newest first. GET /v1/definitions/{key}/receipts, signed in. */
  'definitions.listReceipts': {
    params: {
      /** The key of the board or page. */
      key: string
    }
    query: ReceiptsQuery
    body: undefined
    answer: List<KeptReceipt>
    item: KeptReceipt
  }
  /** Count what came in, by sender and day. GET /v1/definitions/{key}/receipts/daily, signed in. */
  'definitions.countReceipts': {
    params: {
      /** The key of the board or page. */
      key: string
    }
    query: ReceiptCountQuery
    body: undefined
    answer: One<ReceiptCounts>
  }
  /** Accept what was blocked. POST /v1/definitions/{key}/receipts/{receiptId}/accept, signed in. */
  'definitions.acceptBlocked': {
    params: {
      /** The key of the board or page. */
      key: string
      /** The receipt’s id. */
      receiptId: string
    }
    query: undefined
    body: undefined
    answer: One<AcceptedRow>
  }
  /** List the forms. GET /v1/definitions/{key}/forms, signed in. */
  'definitions.listForms': {
    params: {
      /** The key of the board or page. */
      key: string
    }
    query: PageQuery
    body: undefined
    answer: List<Form>
    item: Form
  }
  /** Create a form. POST /v1/definitions/{key}/forms, signed in. */
  'definitions.createForm': {
    params: {
      /** The key of the board or page. */
      key: string
    }
    query: undefined
    body: NewForm
    answer: One<Form>
  }
  /** Get one form. GET /v1/definitions/{key}/forms/{formId}, signed in. */
  'definitions.getForm': {
    params: {
      /** The key of the board or page. */
      key: string
      /** The form’s id. */
      formId: string
    }
    query: undefined
    body: undefined
    answer: One<Form>
  }
  /** Change a form. PATCH /v1/definitions/{key}/forms/{formId}, signed in. */
  'definitions.updateForm': {
    params: {
      /** The key of the board or page. */
      key: string
      /** The form’s id. */
      formId: string
    }
    query: undefined
    body: FormChange
    answer: One<Form>
  }
  /** Delete a form. DELETE /v1/definitions/{key}/forms/{formId}, signed in. */
  'definitions.removeForm': {
    params: {
      /** The key of the board or page. */
      key: string
      /** The form’s id. */
      formId: string
    }
    query: undefined
    body: undefined
    answer: undefined
  }
  /** List the email addresses. GET /v1/definitions/{key}/addresses, signed in. */
  'definitions.listAddresses': {
    params: {
      /** The key of the board or page. */
      key: string
    }
    query: PageQuery
    body: undefined
    answer: {
      data: IntakeAddress[]
      nextCursor: NextCursor
      domain: string | null
    }
    item: IntakeAddress
  }
  /** Create an email address. POST /v1/definitions/{key}/addresses, signed in. */
  'definitions.createAddress': {
    params: {
      /** The key of the board or page. */
      key: string
    }
    query: undefined
    body: NewIntakeAddress
    answer: One<IntakeAddress>
  }
  /** Change an email address. PATCH /v1/definitions/{key}/addresses/{addressId}, signed in. */
  'definitions.updateAddress': {
    params: {
      /** The key of the board or page. */
      key: string
      /** The address’s id. */
      addressId: string
    }
    query: undefined
    body: IntakeAddressChange
    answer: One<IntakeAddress>
  }
  /** Delete an email address. DELETE /v1/definitions/{key}/addresses/{addressId}, signed in. */
  'definitions.removeAddress': {
    params: {
      /** The key of the board or page. */
      key: string
      /** The address’s id. */
      addressId: string
    }
    query: undefined
    body: undefined
    answer: undefined
  }
  /** List the hooks. GET /v1/definitions/{key}/hooks, signed in. */
  'definitions.listHooks': {
    params: {
      /** The key of the board or page. */
      key: string
    }
    query: PageQuery
    body: undefined
    answer: List<Hook>
    item: Hook
  }
  /** Create a hook. POST /v1/definitions/{key}/hooks, signed in. */
  'definitions.createHook': {
    params: {
      /** The key of the board or page. */
      key: string
    }
    query: undefined
    body: NewHook
    answer: One<Hook>
  }
  /** Change a hook. PATCH /v1/definitions/{key}/hooks/{hookId}, signed in. */
  'definitions.updateHook': {
    params: {
      /** The key of the board or page. */
      key: string
      /** The hook’s id. */
      hookId: string
    }
    query: undefined
    body: HookChange
    answer: One<Hook>
  }
  /** Delete a hook. DELETE /v1/definitions/{key}/hooks/{hookId}, signed in. */
  'definitions.removeHook': {
    params: {
      /** The key of the board or page. */
      key: string
      /** The hook’s id. */
      hookId: string
    }
    query: undefined
    body: undefined
    answer: undefined
  }
  /** List what a hook received last. GET /v1/definitions/{key}/hooks/{hookId}/samples, signed in. */
  'definitions.listHookSamples': {
    params: {
      /** The key of the board or page. */
      key: string
      /** The hook’s id. */
      hookId: string
    }
    query: undefined
    body: undefined
    answer: One<HookSample[]>
  }
  /** Try the columns of a hook on a sample. POST /v1/definitions/{key}/hooks/{hookId}/preview, signed in. */
  'definitions.previewHook': {
    params: {
      /** The key of the board or page. */
      key: string
      /** The hook’s id. */
      hookId: string
    }
    query: undefined
    body: HookTrial
    answer: One<HookPreview>
  }
  /** Import a file. POST /v1/definitions/import, signed in. */
  'definitions.importFile': {
    params: undefined
    query: undefined
    body: DefinitionImport
    answer: One<ImportRun> | One<ImportPreview>
    cases: [
      { body: DefinitionImport & { dryRun?: undefined }; answer: One<ImportRun> },
      { body: DefinitionImport & { dryRun: 'true' }; answer: One<ImportPreview> },
    ]
  }
  /** Preview the import of a file. POST /v1/definitions/import/preview, signed in. */
  'definitions.previewImport': {
    params: undefined
    query: undefined
    body: DefinitionImportPreview
    answer: One<ImportPreview>
  }
  /** List the imports, newest first. GET /v1/definitions/{key}/imports, signed in. */
  'definitions.listImports': {
    params: {
      /** The key of the board or page. */
      key: string
    }
    query: PageQuery
    body: undefined
    answer: List<ImportRun>
    item: ImportRun
  }
  /** Record an import that your program did row by row. POST /v1/definitions/{key}/imports, signed in. */
  'definitions.recordImport': {
    params: {
      /** The key of the board or page. */
      key: string
    }
    query: undefined
    body: ImportRecord
    answer: One<ImportRun>
  }
  /** Get one import. GET /v1/definitions/{key}/imports/{runId}, signed in. */
  'definitions.getImport': {
    params: {
      /** The key of the board or page. */
      key: string
      /** The import run’s id. */
      runId: string
    }
    query: undefined
    body: undefined
    answer: One<ImportRun>
  }
  /** List the rows that an import wrote. GET /v1/definitions/{key}/imports/{runId}/rows, signed in. */
  'definitions.listImportRows': {
    params: {
      /** The key of the board or page. */
      key: string
      /** The import run’s id. */
      runId: string
    }
    query: PageQuery
    body: undefined
    answer: List<string>
    item: string
  }
  /** List the rows that an import refused. GET /v1/definitions/{key}/imports/{runId}/failures, signed in. */
  'definitions.listImportFailures': {
    params: {
      /** The key of the board or page. */
      key: string
      /** The import run’s id. */
      runId: string
    }
    query: ImportFailuresQuery
    body: undefined
    answer: List<ImportFailure>
    item: ImportFailure
    cases: [{ query: { format: 'csv' }; answer: { text: string } }]
  }
  /** Cancel a running import. POST /v1/definitions/{key}/imports/{runId}/cancel, signed in. */
  'definitions.cancelImport': {
    params: {
      /** The key of the board or page. */
      key: string
      /** The import run’s id. */
      runId: string
    }
    query: undefined
    body: undefined
    answer: One<ImportRun>
  }
  /** Preview the undo of an import. GET /v1/definitions/{key}/imports/{runId}/undo, signed in. */
  'definitions.previewUndo': {
    params: {
      /** The key of the board or page. */
      key: string
      /** The import run’s id. */
      runId: string
    }
    query: undefined
    body: undefined
    answer: One<ImportUndoPreview>
  }
  /** Undo an import. POST /v1/definitions/{key}/imports/{runId}/undo, signed in. */
  'definitions.undoImport': {
    params: {
      /** The key of the board or page. */
      key: string
      /** The import run’s id. */
      runId: string
    }
    query: undefined
    body: undefined
    answer: One<ImportUndo>
  }
  /** Put the rows of an undone import back. POST /v1/definitions/{key}/imports/{runId}/redo, signed in. */
  'definitions.redoImport': {
    params: {
      /** The key of the board or page. */
      key: string
      /** The import run’s id. */
      runId: string
    }
    query: undefined
    body: undefined
    answer: One<ImportRedo>
  }
  /** Look up the titles of rows by id. GET /v1/row-titles, signed in. */
  'rows.listTitles': {
    params: undefined
    query: {
      /** The ids of up to 100 rows, separated by commas. */
      ids: string
    }
    body: undefined
    answer: List<RowTitle>
  }
  /** List the rows that were added last, of all boards and pages. GET /v1/newest-rows, signed in. */
  'rows.listNewest': {
    params: undefined
    query: {
      /** How many rows, at most 100. The default is 20. */
      limit?: number
    }
    body: undefined
    answer: List<NewestRow>
  }
  /** Get what there is to do today. GET /v1/today, signed in. */
  'overviews.getToday': {
    params: undefined
    query: TodayQuery
    body: undefined
    answer: One<Today>
  }
  /** List the comments that mention you, newest first. GET /v1/mentions, signed in. */
  'mentions.list': {
    params: undefined
    query: MentionsQuery
    body: undefined
    answer: List<Mention>
    item: Mention
  }
  /** Mark mentions as read. POST /v1/mentions/read, signed in. */
  'mentions.markRead': {
    params: undefined
    query: undefined
    body: ReadMentions
    answer: One<MentionsRead>
  }
  /** List the column policies. GET /v1/definitions/{key}/column-policies, signed in. */
  'policies.list': {
    params: {
      /** The key of the board or page. */
      key: string
    }
    query: PageQuery
    body: undefined
    answer: List<ColumnPolicy>
    item: ColumnPolicy
  }
  /** Get the policy of a column. GET /v1/definitions/{key}/column-policies/{column}, signed in. */
  'policies.get': {
    params: {
      /** The key of the board or page. */
      key: string
      /** The column’s id or key. */
      column: string
    }
    query: undefined
    body: undefined
    answer: One<ColumnPolicy>
  }
  /** Set the policy of a column. PUT /v1/definitions/{key}/column-policies/{column}, signed in. */
  'policies.put': {
    params: {
      /** The key of the board or page. */
      key: string
      /** The column’s id or key. */
      column: string
    }
    query: undefined
    body: ColumnPolicyChange
    answer: One<ColumnPolicy>
  }
  /** Upload a file. POST /v1/files, signed in. */
  'files.create': {
    params: undefined
    query: undefined
    body: FileUpload
    answer: One<StoredFile>
  }
  /** Get the name, size and type of a file. GET /v1/files/{id}, signed in. */
  'files.get': {
    params: {
      /** The file’s id. */
      id: string
    }
    query: undefined
    body: undefined
    answer: One<StoredFile>
  }
  /** Download a file. GET /v1/files/{id}/content, signed in. */
  'files.content': {
    params: {
      /** The file’s id. */
      id: string
    }
    query: undefined
    body: undefined
    answer: { response: Response }
  }
  /** List the obligations. GET /v1/obligations, signed in. */
  'obligations.list': {
    params: undefined
    query: ObligationsQuery
    body: undefined
    answer: List<Obligation>
    item: Obligation
  }
  /** Add an obligation. POST /v1/obligations, signed in. */
  'obligations.create': {
    params: undefined
    query: undefined
    body: NewObligation
    answer: One<Obligation>
  }
  /** Get one obligation. GET /v1/obligations/{id}, signed in. */
  'obligations.get': {
    params: {
      /** The obligation’s id. */
      id: number
    }
    query: undefined
    body: undefined
    answer: One<Obligation>
  }
  /** Change an obligation. PATCH /v1/obligations/{id}, signed in. */
  'obligations.update': {
    params: {
      /** The obligation’s id. */
      id: number
    }
    query: undefined
    body: ObligationChange
    answer: One<Obligation>
  }
  /** List what was done to an obligation, oldest first. GET /v1/obligations/{id}/history, signed in. */
  'obligations.listHistory': {
    params: {
      /** The obligation’s id. */
      id: number
    }
    query: PageQuery
    body: undefined
    answer: List<ObligationHistoryEntry>
    item: ObligationHistoryEntry
  }
  /** Start work: open → in_progress. POST /v1/obligations/{id}/start, signed in. */
  'obligations.start': {
    params: {
      /** The obligation’s id. */
      id: number
    }
    query: undefined
    body: undefined
    answer: One<Obligation>
  }
  /** Submit for review: open, in_progress → submitted. POST /v1/obligations/{id}/submit, signed in. */
  'obligations.submit': {
    params: {
      /** The obligation’s id. */
      id: number
    }
    query: undefined
    body: ObligationSubmission
    answer: One<Obligation>
  }
  /** Reject what was submitted: submitted → open. POST /v1/obligations/{id}/reject, signed in. */
  'obligations.reject': {
    params: {
      /** The obligation’s id. */
      id: number
    }
    query: undefined
    body: ObligationRejection
    answer: One<Obligation>
  }
  /** Complete: any open status → completed. POST /v1/obligations/{id}/complete, signed in. */
  'obligations.complete': {
    params: {
      /** The obligation’s id. */
      id: number
    }
    query: undefined
    body: ObligationCompletion
    answer: One<Obligation>
  }
  /** Waive: any open status → waived. POST /v1/obligations/{id}/waive, signed in. */
  'obligations.waive': {
    params: {
      /** The obligation’s id. */
      id: number
    }
    query: undefined
    body: ObligationWaiver
    answer: One<Obligation>
  }
  /** Cancel: any open status → cancelled. POST /v1/obligations/{id}/cancel, signed in. */
  'obligations.cancel': {
    params: {
      /** The obligation’s id. */
      id: number
    }
    query: undefined
    body: ObligationReason
    answer: One<Obligation>
  }
  /** Reopen: completed → open. POST /v1/obligations/{id}/reopen, signed in. */
  'obligations.reopen': {
    params: {
      /** The obligation’s id. */
      id: number
    }
    query: undefined
    body: ObligationReason
    answer: One<Obligation>
  }
  /** Undo your own completion: completed → open. POST /v1/obligations/{id}/undo-completion, signed in. */
  'obligations.undoCompletion': {
    params: {
      /** The obligation’s id. */
      id: number
    }
    query: undefined
    body: undefined
    answer: One<Obligation>
  }
  /** Escalate to a person. POST /v1/obligations/{id}/escalate, signed in. */
  'obligations.escalate': {
    params: {
      /** The obligation’s id. */
      id: number
    }
    query: undefined
    body: ObligationEscalation
    answer: One<Obligation>
  }
  /** List the documents, oldest first. GET /v1/documents, signed in. */
  'documents.list': {
    params: undefined
    query: {
      /** How many items to return, 1 to 1000. */
      limit?: number
      /** The `nextCursor` of the previous page. Leave it out for the first page. */
      cursor?: string
      /** Only documents of this type. */
      documentType?: string
    }
    body: undefined
    answer: List<Document>
    item: Document
  }
  /** Add a document: a link, or the file itself. POST /v1/documents, signed in. */
  'documents.create': {
    params: undefined
    query: undefined
    body: NewDocument
    answer: One<Document>
  }
  /** Get one document. GET /v1/documents/{id}, signed in. */
  'documents.get': {
    params: {
      /** The document’s id. */
      id: number
    }
    query: undefined
    body: undefined
    answer: One<Document>
  }
  /** List the deals whose money is kept. GET /v1/accounting/deals, signed in. */
  'accounting.listDeals': {
    params: undefined
    query: DealsQuery
    body: undefined
    answer: DealPage
    item: Deal
  }
  /** Start keeping the money of a deal. POST /v1/accounting/deals, signed in. */
  'accounting.createDeal': {
    params: undefined
    query: undefined
    body: NewDeal
    answer: One<Deal>
  }
  /** Get one deal. GET /v1/accounting/deals/{id}, signed in. */
  'accounting.getDeal': {
    params: {
      /** The deal’s id. */
      id: number
    }
    query: undefined
    body: undefined
    answer: One<Deal>
  }
  /** Change a deal. PATCH /v1/accounting/deals/{id}, signed in. */
  'accounting.updateDeal': {
    params: {
      /** The deal’s id. */
      id: number
    }
    query: undefined
    body: DealChange
    answer: One<Deal>
  }
  /** Record a commission that is expected. POST /v1/accounting/deals/{id}/expectations, signed in. */
  'accounting.expect': {
    params: {
      /** The deal’s id. */
      id: number
    }
    query: undefined
    body: NewPosting
    answer: One<LedgerEntry>
  }
  /** Record money that came in, and split it. POST /v1/accounting/deals/{id}/collections, signed in. */
  'accounting.collect': {
    params: {
      /** The deal’s id. */
      id: number
    }
    query: undefined
    body: NewCollection
    answer: One<LedgerEntry>
  }
  /** See how a collection would be split. GET /v1/accounting/deals/{id}/collections/preview, signed in. */
  'accounting.previewCollection': {
    params: {
      /** The deal’s id. */
      id: number
    }
    query: {
      /** In minor units, 1 or more. */
      amountMinor: number
    }
    body: undefined
    answer: One<PostingPreview>
  }
  /** Record money that has to be given back. POST /v1/accounting/deals/{id}/clawbacks, signed in. */
  'accounting.clawBack': {
    params: {
      /** The deal’s id. */
      id: number
    }
    query: undefined
    body: NewClawback
    answer: One<LedgerEntry>
  }
  /** See who would give back how much. GET /v1/accounting/deals/{id}/clawbacks/preview, signed in. */
  'accounting.previewClawback': {
    params: {
      /** The deal’s id. */
      id: number
    }
    query: {
      /** In minor units, 1 or more. */
      amountMinor: number
    }
    body: undefined
    answer: One<PostingPreview>
  }
  /** List the ledger of a deal, oldest first. GET /v1/accounting/deals/{id}/ledger, signed in. */
  'accounting.listLedger': {
    params: {
      /** The deal’s id. */
      id: number
    }
    query: LedgerQuery
    body: undefined
    answer: List<LedgerEntry>
    item: LedgerEntry
  }
  /** Download the ledger of a deal as CSV. GET /v1/accounting/deals/{id}/ledger/export, signed in. */
  'accounting.exportLedger': {
    params: {
      /** The deal’s id. */
      id: number
    }
    query: {
      kind?: LedgerEntryKind
    }
    body: undefined
    answer: { response: Response }
  }
  /** List the splits, oldest first. GET /v1/accounting/deal-splits, signed in. */
  'accounting.listSplits': {
    params: undefined
    query: DealSplitsQuery
    body: undefined
    answer: DealSplitsPage
    item: DealSplit
  }
  /** Add a split. POST /v1/accounting/deal-splits, signed in. */
  'accounting.createSplit': {
    params: undefined
    query: undefined
    body: NewDealSplit
    answer: One<DealSplit>
  }
  /** Get one split, with what can be drawn. GET /v1/accounting/deal-splits/{id}, signed in. */
  'accounting.getSplit': {
    params: {
      /** The split’s id. */
      id: number
    }
    query: undefined
    body: undefined
    answer: One<DealSplit>
  }
  /** Change what a split gets from future collections. PATCH /v1/accounting/deal-splits/{id}, signed in. */
  'accounting.updateSplit': {
    params: {
      /** The split’s id. */
      id: number
    }
    query: undefined
    body: DealSplitChange
    answer: One<DealSplit>
  }
  /** Explain the figures of a split. GET /v1/accounting/deal-splits/{id}/availability/explanation, signed in. */
  'accounting.explainAvailability': {
    params: {
      /** The split’s id. */
      id: number
    }
    query: PageQuery
    body: undefined
    answer: {
      data: AvailabilityExplanation
      nextCursor: NextCursor
    }
    item: ExplainedEntry
  }
  /** Hold a split. POST /v1/accounting/deal-splits/{id}/hold, signed in. */
  'accounting.hold': {
    params: {
      /** The split’s id. */
      id: number
    }
    query: undefined
    body: HoldReason
    answer: One<DealSplit>
  }
  /** Release a held split. POST /v1/accounting/deal-splits/{id}/release, signed in. */
  'accounting.release': {
    params: {
      /** The split’s id. */
      id: number
    }
    query: undefined
    body: HoldReason
    answer: One<DealSplit>
  }
  /** Retire a split, with a successor if wanted. POST /v1/accounting/deal-splits/{id}/deactivate, signed in. */
  'accounting.deactivate': {
    params: {
      /** The split’s id. */
      id: number
    }
    query: undefined
    body: DealSplitRetirement
    answer: RetiredDealSplit
  }
  /** List the draws of a split, oldest first. GET /v1/accounting/deal-splits/{id}/draws, signed in. */
  'accounting.listDraws': {
    params: {
      /** The split’s id. */
      id: number
    }
    query: PageQuery
    body: undefined
    answer: List<Draw>
    item: Draw
  }
  /** Request money from a split. POST /v1/accounting/deal-splits/{id}/draws, signed in. */
  'accounting.draw': {
    params: {
      /** The split’s id. */
      id: number
    }
    query: undefined
    body: NewDraw
    answer: One<Draw>
  }
  /** Mark a draw as paid. POST /v1/accounting/draws/{id}/pay, signed in. */
  'accounting.payDraw': {
    params: {
      /** The draw’s id. */
      id: string
    }
    query: undefined
    body: undefined
    answer: One<Draw>
  }
  /** Void a draw. POST /v1/accounting/draws/{id}/void, signed in. */
  'accounting.voidDraw': {
    params: {
      /** The draw’s id. */
      id: string
    }
    query: undefined
    body: undefined
    answer: One<Draw>
  }
  /** Reverse an entry. POST /v1/accounting/entries/{id}/reverse, signed in. */
  'accounting.reverse': {
    params: {
      /** The entry’s id. */
      id: string
    }
    query: undefined
    body: {
      reason?: string
    }
    answer: One<LedgerEntry>
  }
  /** Get what a party has in all its splits. GET /v1/accounting/parties/{partyKind}/{ref}/balance, signed in. */
  'accounting.getPartyBalance': {
    params: {
      partyKind: PartyKind
      /** Which party of that kind. */
      ref: string
    }
    query: undefined
    body: undefined
    answer: One<PartyBalances>
  }
  /** List the agreements, and who has signed. GET /v1/workspace/agreements, signed in. */
  'agreements.list': {
    params: undefined
    query: PageQuery
    body: undefined
    answer: List<AgreementStanding>
    item: AgreementStanding
  }
  /** Get one agreement, and who has signed. GET /v1/workspace/agreements/{kind}, signed in. */
  'agreements.get': {
    params: {
      /** The kind of agreement; see `AgreementKind`. */
      kind: string
    }
    query: undefined
    body: undefined
    answer: One<AgreementStanding>
  }
  /** Record that the caller opened an agreement. POST /v1/workspace/agreements/{kind}/viewed, signed in. */
  'agreements.markViewed': {
    params: {
      /** The kind of agreement; see `AgreementKind`. */
      kind: string
    }
    query: undefined
    body: undefined
    answer: One<AgreementStanding>
  }
  /** Sign the current version, for yourself or for the workspace. POST /v1/workspace/agreements/{kind}/sign, signed in. */
  'agreements.sign': {
    params: {
      /** The kind of agreement; see `AgreementKind`. */
      kind: string
    }
    query: undefined
    body: AgreementSigning
    answer: One<AgreementStanding>
  }
  /** List the versions of an agreement, newest first. GET /v1/workspace/agreements/{kind}/versions, signed in. */
  'agreements.listVersions': {
    params: {
      /** The kind of agreement; see `AgreementKind`. */
      kind: string
    }
    query: PageQuery
    body: undefined
    answer: List<AgreementVersion>
    item: AgreementVersion
  }
  /** Get the evidence for an agreement. GET /v1/workspace/agreements/{kind}/evidence, signed in. */
  'agreements.getEvidence': {
    params: {
      /** The kind of agreement; see `AgreementKind`. */
      kind: string
    }
    query: {
      /** The default is `json`. */
      format?: 'json' | 'html'
    }
    body: undefined
    answer: One<AgreementEvidence>
    cases: [{ query: { format: 'html' }; answer: { text: string } }]
  }
  /** List the conversations, last active first. GET /v1/comms/conversations, signed in. */
  'conversations.list': {
    params: undefined
    query: ConversationsQuery
    body: undefined
    answer: List<Conversation>
    item: Conversation
  }
  /** Open a conversation without a message. POST /v1/comms/conversations, signed in. */
  'conversations.create': {
    params: undefined
    query: undefined
    body: NewConversation
    answer: One<Conversation>
  }
  /** Get one conversation. GET /v1/comms/conversations/{id}, signed in. */
  'conversations.get': {
    params: {
      /** The conversation’s id. */
      id: number
    }
    query: undefined
    body: undefined
    answer: One<Conversation>
  }
  /** Assign, snooze, close or reopen a conversation, or link it to a row. PATCH /v1/comms/conversations/{id}, signed in. */
  'conversations.update': {
    params: {
      /** The conversation’s id. */
      id: number
    }
    query: undefined
    body: ConversationChange
    answer: One<Conversation>
  }
  /** Mark a conversation as read. POST /v1/comms/conversations/{id}/read, signed in. */
  'conversations.markRead': {
    params: {
      /** The conversation’s id. */
      id: number
    }
    query: undefined
    body: undefined
    answer: One<Conversation>
  }
  /** List the messages of a conversation, oldest first. GET /v1/comms/conversations/{id}/messages, signed in. */
  'conversations.listMessages': {
    params: {
      /** The conversation’s id. */
      id: number
    }
    query: MessagesQuery
    body: undefined
    answer: List<Message>
    item: Message
  }
  /** Reply in a conversation. POST /v1/comms/conversations/{id}/messages, signed in. */
  'conversations.reply': {
    params: {
      /** The conversation’s id. */
      id: number
    }
    query: undefined
    body: NewReply
    answer: One<Message>
  }
  /** Send a message to an address. POST /v1/comms/send, signed in. */
  'conversations.send': {
    params: undefined
    query: undefined
    body: NewMessage
    answer: One<Message>
  }
  /** Send a message with merge fields to up to 100 recipients. POST /v1/comms/send-many, signed in. */
  'conversations.sendMany': {
    params: undefined
    query: undefined
    body: NewMessages
    answer: One<SentMessages>
  }
  /** Log a call that somebody made or took. POST /v1/comms/calls, signed in. */
  'conversations.logCall': {
    params: undefined
    query: undefined
    body: NewCall
    answer: One<Message>
  }
  /** Get one message. GET /v1/comms/messages/{id}, signed in. */
  'conversations.getMessage': {
    params: {
      /** The message’s id. */
      id: number
    }
    query: undefined
    body: undefined
    answer: One<Message>
  }
  /** List the files of a message. GET /v1/comms/messages/{id}/attachments, signed in. */
  'conversations.listAttachments': {
    params: {
      /** The message’s id. */
      id: number
    }
    query: PageQuery
    body: undefined
    answer: List<MessageFile>
    item: MessageFile
  }
  /** Delete a message. DELETE /v1/comms/messages/{id}, signed in. */
  'conversations.removeMessage': {
    params: {
      /** The message’s id. */
      id: number
    }
    query: undefined
    body: undefined
    answer: undefined
  }
  /** Send a failed message again. POST /v1/comms/messages/{id}/retry, signed in. */
  'conversations.retry': {
    params: {
      /** The message’s id. */
      id: number
    }
    query: undefined
    body: undefined
    answer: One<Message>
  }
  /** Cancel a message that is not being sent yet. POST /v1/comms/messages/{id}/cancel, signed in. */
  'conversations.cancel': {
    params: {
      /** The message’s id. */
      id: number
    }
    query: undefined
    body: undefined
    answer: One<Message>
  }
  /** List the templates, oldest first. GET /v1/comms/templates, signed in. */
  'templates.list': {
    params: undefined
    query: {
      /** How many items to return, 1 to 1000. */
      limit?: number
      /** The `nextCursor` of the previous page. Leave it out for the first page. */
      cursor?: string
      medium?: Medium
    }
    body: undefined
    answer: List<Template>
    item: Template
  }
  /** Create a template. POST /v1/comms/templates, signed in. */
  'templates.create': {
    params: undefined
    query: undefined
    body: NewTemplate
    answer: One<Template>
  }
  /** Get one template. GET /v1/comms/templates/{id}, signed in. */
  'templates.get': {
    params: {
      /** The template’s id. */
      id: string
    }
    query: undefined
    body: undefined
    answer: One<Template>
  }
  /** Change a template. PATCH /v1/comms/templates/{id}, signed in. */
  'templates.update': {
    params: {
      /** The template’s id. */
      id: string
    }
    query: undefined
    body: TemplateChange
    answer: One<Template>
  }
  /** Delete a template. DELETE /v1/comms/templates/{id}, signed in. */
  'templates.remove': {
    params: {
      /** The template’s id. */
      id: string
    }
    query: undefined
    body: undefined
    answer: undefined
  }
  /** Preview a template with a row. POST /v1/comms/templates/{id}/preview, signed in. */
  'templates.preview': {
    params: {
      /** The template’s id. */
      id: string
    }
    query: undefined
    body: {
      row_id: string
    }
    answer: One<TemplatePreview>
  }
  /** Preview a message with merge fields. POST /v1/comms/preview, signed in. */
  'templates.previewWords': {
    params: undefined
    query: undefined
    body: PreviewedWords
    answer: One<TemplatePreview>
  }
  /** List the opt-outs, by address. GET /v1/comms/opt-outs, signed in. */
  'optOuts.list': {
    params: undefined
    query: OptOutsQuery
    body: undefined
    answer: List<OptOut>
    item: OptOut
  }
  /** Set whether an address wants messages. PUT /v1/comms/opt-outs, signed in. */
  'optOuts.put': {
    params: undefined
    query: undefined
    body: OptOutChange
    answer: One<OptOut>
  }
  /** List the channels, oldest first. GET /v1/comms/channels, signed in. */
  'channels.list': {
    params: undefined
    query: PageQuery
    body: undefined
    answer: List<Channel>
    item: Channel
  }
  /** Connect an SMTP server, Twilio or the local outbox. POST /v1/comms/channels, signed in. */
  'channels.create': {
    params: undefined
    query: undefined
    body: NewChannel
    answer: One<ChannelWithSecret>
  }
  /** Get one channel. GET /v1/comms/channels/{id}, signed in. */
  'channels.get': {
    params: {
      /** The channel’s id. */
      id: string
    }
    query: undefined
    body: undefined
    answer: One<Channel>
  }
  /** Change a channel. PATCH /v1/comms/channels/{id}, signed in. */
  'channels.update': {
    params: {
      /** The channel’s id. */
      id: string
    }
    query: undefined
    body: ChannelChange
    answer: One<Channel>
  }
  /** Disconnect a channel. DELETE /v1/comms/channels/{id}, signed in. */
  'channels.remove': {
    params: {
      /** The channel’s id. */
      id: string
    }
    query: undefined
    body: undefined
    answer: undefined
  }
  /** Make a new hook secret. POST /v1/comms/channels/{id}/rotate-secret, signed in. */
  'channels.rotateSecret': {
    params: {
      /** The channel’s id. */
      id: string
    }
    query: undefined
    body: undefined
    answer: One<ChannelWithSecret>
  }
  /** Test a channel. POST /v1/comms/channels/{id}/test, signed in. */
  'channels.test': {
    params: {
      /** The channel’s id. */
      id: string
    }
    query: undefined
    body: undefined
    answer: One<ChannelTest>
  }
  /** Receive a message. POST /v1/hooks/{channelId}/inbound, by anyone. */
  'hooks.inbound': {
    params: {
      /** The channel’s id. */
      channelId: string
    }
    query: undefined
    body: undefined
    answer: One<InboundMessage>
  }
  /** Receive the status of a text. POST /v1/hooks/{channelId}/status, by anyone. */
  'hooks.status': {
    params: {
      /** The channel’s id. */
      channelId: string
    }
    query: undefined
    body: undefined
    answer: { response: Response }
  }
  /** Receive the status of a call. POST /v1/hooks/{channelId}/voice, by anyone. */
  'hooks.voice': {
    params: {
      /** The channel’s id. */
      channelId: string
    }
    query: undefined
    body: undefined
    answer: { response: Response }
  }
  /** Let a provider fetch a file of a text. GET /v1/hooks/{channelId}/media/{token}, by anyone. */
  'hooks.media': {
    params: {
      /** The channel’s id. */
      channelId: string
      /** Names the file and the time until which the address works, encrypted. */
      token: string
    }
    query: undefined
    body: undefined
    answer: { response: Response }
  }
  /** Page through what happened. GET /v1/events, signed in. */
  'feeds.pull': {
    params: undefined
    query: EventsQuery
    body: undefined
    answer: EventPage
    item: Event
  }
  /** Follow live what happens in the workspace. GET /v1/events/stream, signed in. */
  'feeds.stream': {
    params: undefined
    query: EventStreamQuery
    body: undefined
    answer: { response: Response }
  }
  /** Follow live what happens on a board. GET /v1/boards/{id}/events, signed in. */
  'feeds.streamBoard': {
    params: {
      /** The board’s id. */
      id: string
    }
    query: EventStreamQuery
    body: undefined
    answer: { response: Response }
  }
  /** Follow live what happens on a board or page. GET /v1/definitions/{key}/events, signed in. */
  'feeds.streamDefinition': {
    params: {
      /** The key of the board or page. */
      key: string
    }
    query: EventStreamQuery
    body: undefined
    answer: { response: Response }
  }
  /** List the webhooks. GET /v1/webhooks, signed in. */
  'webhooks.list': {
    params: undefined
    query: PageQuery
    body: undefined
    answer: List<Webhook>
    item: Webhook
  }
  /** Have events sent to a URL. POST /v1/webhooks, signed in. */
  'webhooks.create': {
    params: undefined
    query: undefined
    body: NewWebhook
    answer: One<WebhookWithSecret>
  }
  /** Get one webhook. GET /v1/webhooks/{id}, signed in. */
  'webhooks.get': {
    params: {
      /** The webhook’s id. */
      id: string
    }
    query: undefined
    body: undefined
    answer: One<Webhook>
  }
  /** Change a webhook. PATCH /v1/webhooks/{id}, signed in. */
  'webhooks.update': {
    params: {
      /** The webhook’s id. */
      id: string
    }
    query: undefined
    body: WebhookChange
    answer: One<Webhook>
  }
  /** Delete a webhook. DELETE /v1/webhooks/{id}, signed in. */
  'webhooks.remove': {
    params: {
      /** The webhook’s id. */
      id: string
    }
    query: undefined
    body: undefined
    answer: undefined
  }
  /** Make a new secret for a webhook. POST /v1/webhooks/{id}/rotate-secret, signed in. */
  'webhooks.rotateSecret': {
    params: {
      /** The webhook’s id. */
      id: string
    }
    query: undefined
    body: undefined
    answer: One<WebhookWithSecret>
  }
  /** Send a test event. POST /v1/webhooks/{id}/test, signed in. */
  'webhooks.test': {
    params: {
      /** The webhook’s id. */
      id: string
    }
    query: undefined
    body: undefined
    answer: One<WebhookDelivery>
  }
  /** List the deliveries, newest first. GET /v1/webhooks/{id}/deliveries, signed in. */
  'webhooks.listDeliveries': {
    params: {
      /** The webhook’s id. */
      id: string
    }
    query: WebhookDeliveriesQuery
    body: undefined
    answer: List<WebhookDelivery>
    item: WebhookDelivery
  }
  /** Send a delivery again. POST /v1/webhooks/{id}/deliveries/{deliveryId}/replay, signed in. */
  'webhooks.replay': {
    params: {
      /** The webhook’s id. */
      id: string
      /** The delivery’s id. */
      deliveryId: string
    }
    query: undefined
    body: undefined
    answer: One<WebhookDelivery>
  }
  /** Read the board: columns, rows and write guide. GET /v1/ingest/board, by a key. */
  'ingest.readBoard': {
    params: undefined
    query: IngestReadQuery
    body: undefined
    answer: {
      data: IngestBoard
      nextCursor: NextCursor
    }
    item: IngestRow
    cases: [{ query: { format: 'markdown' }; answer: { text: string } }]
  }
  /** Add rows to the board. POST /v1/ingest/rows, by a key. */
  'ingest.writeRows': {
    params: undefined
    query: IngestWriteQuery
    body: IngestRows
    answer: IngestRowWithReceipt | IngestRowsWithReceipts
    cases: [
      { body: OneRow<IngestRows>; query: { dryRun?: false }; answer: Stored<IngestRowWithReceipt> },
      { body: OneRow<IngestRows>; answer: IngestRowWithReceipt },
      {
        body: ManyRows<IngestRows>
        query: { dryRun?: false }
        answer: Stored<IngestRowsWithReceipts>
      },
      { body: ManyRows<IngestRows>; answer: IngestRowsWithReceipts },
    ]
  }
  /** Read the page: columns, records and write guide. GET /v1/ingest/page, by a key. */
  'ingest.readPage': {
    params: undefined
    query: IngestReadQuery
    body: undefined
    answer: {
      data: IngestPage
      nextCursor: NextCursor
    }
    item: IngestRow
    cases: [{ query: { format: 'markdown' }; answer: { text: string } }]
  }
  /** Add records to the page, or update them by your own id. POST /v1/ingest/records, by a key. */
  'ingest.writeRecords': {
    params: undefined
    query: IngestWriteQuery
    body: IngestRecords
    answer: IngestRecordWithReceipt | IngestRecordsWithReceipts
    cases: [
      {
        body: OneRow<IngestRecords>
        query: { dryRun?: false }
        answer: Stored<IngestRecordWithReceipt>
      },
      { body: OneRow<IngestRecords>; answer: IngestRecordWithReceipt },
      {
        body: ManyRows<IngestRecords>
        query: { dryRun?: false }
        answer: Stored<IngestRecordsWithReceipts>
      },
      { body: ManyRows<IngestRecords>; answer: IngestRecordsWithReceipts },
    ]
  }
  /** Upload a file for a row. POST /v1/ingest/files, by a key. */
  'ingest.uploadFile': {
    params: undefined
    query: undefined
    body: IngestFileUpload
    answer: One<Upload>
  }
  /** Receive a webhook of another service. POST /v1/ingest/hooks/{publicId}, by anyone. */
  'ingest.receiveHook': {
    params: {
      /** Names the hook in its address. */
      publicId: string
    }
    query: undefined
    body: undefined
    answer: One<HookReceipt>
  }
}
