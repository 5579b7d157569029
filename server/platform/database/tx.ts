/**
 * A transaction of one workspace, or of the directory. The door in db.ts begins and ends it.
 *
 * Connections are pipelined: statements queued in one turn of the event loop go to the server in one exchange. BEGIN,
 * the binding and the first statements cost one round trip together, and so do the last statements and COMMIT.
 */
export interface Tx {
  /** Runs a statement and returns its rows. Its text must be constant: each text is prepared once per connection. */
  run<R = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<R[]>
  /**
   * Like `run`, for a text composed for this request. It is planned for its actual values, unless `isPlannedOnce`: then it is
   * prepared if it comes again, and a connection keeps few of these. What partial indexes name has to be in its text, so that
   * they can serve it whatever its values are.
   *
   * @param isPlannedOnce whether a plan that does not know the values is as good; not if some are the ends of ranges
   */
  runComposed<R = Record<string, unknown>>(
    text: string,
    values?: readonly unknown[],
    isPlannedOnce?: boolean,
  ): Promise<R[]>
  /** Sends a statement whose rows nobody needs; if it fails, the transaction does. */
  queue(text: string, values?: readonly unknown[]): void
  /** Sends what is queued. Its rows come without those of later statements, which are under way meanwhile. */
  send(): void
  /** Binds a transaction of the directory to the workspace that it has found. */
  bind(workspaceId: string): void
  /** Whether it can write; not on a standby. */
  readonly canWrite: boolean
  /** Whether any statement can ask which transaction wrote a row (`xmin`). */
  readonly showsWriters: boolean
  /** The workspace that it is bound to, if it is to one. */
  readonly workspaceId: string | undefined
  /** The only boards and pages that exist for it; undefined if all do. */
  readonly definitionIds: readonly string[] | undefined
}

/** What `run` and `queue` take. */
export type Query = [text: string, values: readonly unknown[]]

/** What a transaction sees: one workspace, and the seats of one account across workspaces. */
export interface TxScope {
  workspaceId?: string
  accountId?: string
  /**
   * Shows the list of all workspaces as well, but nothing in them. Only for operator commands, and to find out whether
   * the first workspace can still be signed up.
   */
  allWorkspaces?: boolean
  /** The only boards and pages that exist, with what hangs on their rows; by default all. */
  definitionIds?: readonly string[]
}

/** What a transaction returns without waiting for it. */
export class Unawaited<T> {
  readonly result: Promise<T>

  constructor(result: Promise<T>) {
    result.catch(() => {}) // the transaction fails too, and says so
    this.result = result
  }
}

/**
 * For the end of a transaction: lets COMMIT go out together with the statements that lead to the result. They must all have
 * been begun.
 */
export const withCommit = <T>(result: Promise<T>): Unawaited<T> => new Unawaited(result)

/** What a transaction returns, once it is there. */
export const awaited = <T>(returned: T | Unawaited<T>): T | Promise<T> =>
  returned instanceof Unawaited ? returned.result : returned

/** Sets a mark that `rollBackToMark` returns to, keeping everything before it. */
export const mark = (tx: Tx): void => tx.queue('SAVEPOINT mark')
export const rollBackToMark = (tx: Tx): void => tx.queue('ROLLBACK TO SAVEPOINT mark')
