import pg from 'pg'
import { Lately } from '../sharing/lately.ts'
import { Exchange, type Statement } from './exchange.ts'
import type { Query, Tx, TxScope } from './tx.ts'
import { bindWorkspace } from './workspace-parameter.ts'

type Text = Pick<Statement, 'text' | 'values' | 'name' | 'isComposed'>

const ENDED = 'a statement after the end of its transaction'

/** A transaction on one connection: what is queued in one turn of the event loop is sent together. */
export class PipelinedTx implements Tx {
  readonly #client: pg.PoolClient
  /** Statements to send at the end of this turn of the event loop. */
  #waiting: Statement[] = []
  #last: Exchange | undefined
  #hasEnded = false
  /** The error of the first statement that failed: later ones only say that the transaction is aborted. */
  failure: unknown
  workspaceId: string | undefined
  /** Whether it has sent something besides its questions, which it may have written. */
  hasQueued = false
  readonly canWrite: boolean
  readonly showsWriters: boolean = true
  readonly definitionIds: readonly string[] | undefined

  constructor(client: pg.PoolClient, { workspaceId, definitionIds }: TxScope, canWrite: boolean) {
    this.#client = client
    this.canWrite = canWrite
    this.definitionIds = definitionIds
    this.workspaceId = workspaceId
  }

  run<R>(text: string, values?: readonly unknown[]): Promise<R[]> {
    return this.#ask<R>(this.#prepared(text, values))
  }

  runComposed<R>(text: string, values?: readonly unknown[], isPlannedOnce = false): Promise<R[]> {
    const statement = this.#bound(text, values, bindWorkspace)
    const name = statement.text
    const isPrepared = isPlannedOnce && !composed.isNew(name)
    return this.#ask<R>(isPrepared ? { ...statement, name, isComposed: true } : statement)
  }

  queue(text: string, values?: readonly unknown[]): void {
    this.hasQueued = true
    // A failure is reported by commit().
    this.#send({ ...this.#prepared(text, values), resolve: () => {}, reject: this.#failed })
  }

  send(): void {
    // Its BEGIN may not have been sent.
    if (this.failure !== undefined) {
      for (const { reject } of this.#waiting.splice(0)) reject(this.failure)
    }
    if (this.#waiting.length === 0) return
    this.#last = new Exchange(this.#waiting)
    this.#waiting = []
    this.#client.query(this.#last)
  }

  bind(workspaceId: string): void {
    this.workspaceId = workspaceId
    this.set('app.workspace_id', workspaceId)
  }

  /** Sets something for the rest of the transaction. */
  protected set(name: string, value: string): void {
    const text = `SET LOCAL ${name} = ${pg.escapeLiteral(value)}`
    this.#send({ text, values: [], resolve: () => {}, reject: this.#failed })
  }

  /** @param settings set what the transaction sees */
  begin(settings: readonly Query[]): void {
    this.queue('BEGIN')
    for (const setting of settings) this.queue(...setting)
    this.hasQueued = false
  }

  /** @throws what failed first, with which nothing is kept */
  async commit(): Promise<void> {
    this.queue('COMMIT')
    await this.#settled()
    this.end()
  }

  /**
   * From now on, nothing is sent, not even what waits. Behind COMMIT or ROLLBACK, a statement would run by itself, as the
   * owner of the tables and past row-level security.
   */
  end(): void {
    this.#hasEnded = true
    for (const { reject } of this.#waiting.splice(0)) reject(new Error(ENDED))
  }

  /** Waits for the last statement sent; throws the transaction's first failure. */
  async #settled(): Promise<void> {
    this.send()
    await this.#last?.ended
    if (this.failure !== undefined) throw this.failure
  }

  #prepared(text: string, values: readonly unknown[] | undefined): Text {
    const statement = this.#bound(text, values, boundText)
    return { ...statement, name: nameOf(statement.text) }
  }

  #bound(text: string, values: readonly unknown[] = [], bind: typeof bindWorkspace): Text {
    if (this.workspaceId === undefined) return { text, values }
    const sent = bind(text, values.length)
    return { text: sent, values: sent === text ? values : [...values, this.workspaceId] }
  }

  #ask<R>(statement: Text): Promise<R[]> {
    const rows = new Promise<R[]>((resolve, fail) => {
      const reject = (error: unknown) => {
        this.#failed(error)
        fail(error)
      }
      this.#send({ ...statement, resolve: resolve as Statement['resolve'], reject })
    })
    rows.catch(() => {}) // it may be awaited later, or never; commit() reports the failure
    return rows
  }

  readonly #failed = (error: unknown): void => {
    if (!this.#hasEnded) this.failure ??= error
  }

  #send(statement: Statement): void {
    if (this.#hasEnded) throw new Error(ENDED)
    if (this.#waiting.length === 0) process.nextTick(() => this.send())
    this.#waiting.push(statement)
  }
}

/** A statement that comes again is likely to come often. */
const composed = new Lately({ forMs: 10 * 60_000, most: 500 })

const boundTexts = new Map<string, string>()

/** The same for a constant text, made once. */
function boundText(text: string, parameters: number): string {
  const known = boundTexts.get(text)
  if (known !== undefined) return known
  const bound = bindWorkspace(text, parameters)
  boundTexts.set(text, bound)
  return bound
}

const names = new Map<string, string>()

function nameOf(text: string): string {
  const known = names.get(text)
  if (known) return known
  const name = `s${names.size}`
  names.set(text, name)
  return name
}
