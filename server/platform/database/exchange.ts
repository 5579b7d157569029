import { createRequire } from 'node:module'
import pg from 'pg'
import { serialize } from 'pg-protocol'

/** How the driver writes a value as a parameter. It exports this, but its types don't know. */
const { prepareValue } = createRequire(import.meta.url)('pg/lib/utils.js') as {
  prepareValue: (value: unknown) => string | Buffer | null
}

/** One statement of an exchange, and the callbacks for its rows. */
export interface Statement {
  text: string
  values: readonly unknown[] | undefined
  /** Prepared under this name on its connection; without one it is parsed each time, and planned for its values. */
  name?: string | undefined
  /** Whether there is no end of such statements: then the name is the text, and a connection has few of them prepared. */
  isComposed?: boolean
  resolve: (rows: Row[]) => void
  reject: (error: unknown) => void
}

type Row = Record<string, unknown>

/** The columns of a statement's rows. */
type Shape = readonly { name: string; parse: (text: string) => unknown }[]

/** A statement that a connection was asked to prepare. It has a shape once the server has described it. */
interface Prepared {
  /** Its name on the connection. */
  as: string
  shape?: Shape
}

/** What a connection was asked to prepare, by the names of the statements. */
interface Names {
  known: Map<string, Prepared>
  /** Names of composed statements, the one that was not used for longest first. */
  composed: Set<string>
  /** How often some were not prepared, because one before them failed. */
  failures: number
  /** How many composed statements it has prepared so far. */
  made: number
}

/** The parts of the driver's connection that an exchange writes to and listens to. */
interface Wire {
  stream: { writable: boolean; write: (bytes: Buffer) => void }
  on: (event: 'parseComplete', heard: () => void) => void
}

/** How many composed statements a connection has. The plan of one takes about 100 KB of the server's memory. */
const MOST_COMPOSED = 32

const prepared = new WeakMap<Wire, Names>()
const exchanges = new WeakMap<Wire, Exchange[]>()

/**
 * Statements that go to the server together and are answered together: one packet out, one packet back, and one Sync
 * at their end. Otherwise the server answers each by itself and wakes us each time. If one fails, the server skips the
 * rest.
 *
 * It replaces the driver's own Query, the only kind that the driver accepts in pipeline mode.
 * Source of the messages: the manual of PostgreSQL, “Message Flow”, “Extended Query”.
 */
export class Exchange extends pg.Query {
  readonly #statements: readonly Statement[]
  #wire: Wire | undefined
  /** The statement that is being answered, the shape of its rows, and the rows so far. */
  #at = 0
  #shape: Shape | undefined
  #rows: Row[] = []
  /** Names of the statements that the server still has to prepare for this exchange. */
  #parsing: string[] = []
  /** Why a row could not be read: its statement then fails, though the server sees no error. */
  #unreadable: unknown
  #end!: () => void
  /** Resolves when everything is answered, or the exchange has failed. */
  readonly ended: Promise<void>

  constructor(statements: readonly Statement[]) {
    // The driver wraps the callback to stop its timer. It would copy an object slowly, property by property.
    super('', () => {})
    this.#statements = statements
    this.ended = new Promise((resolve) => {
      this.#end = resolve
    })
  }

  /** The driver calls this when the exchange's turn has come, and passes an error that it returns to `handleError`. */
  override submit = (connection: unknown): Error | null => {
    const wire = connection as Wire
    this.#wire = wire
    const names = namesOf(wire)
    const { known, composed } = names
    const messages: Buffer[] = []
    try {
      for (const { name, isComposed } of this.#statements) {
        if (!isComposed) continue
        composed.delete(name!)
        composed.add(name!)
      }
      // First, because the server skips what comes after a failure.
      for (const name of composed) {
        if (composed.size <= MOST_COMPOSED) break
        composed.delete(name)
        const gone = known.get(name)
        known.delete(name)
        if (gone) messages.push(serialize.close({ type: 'S', name: gone.as }))
      }
      for (const { text, values, name, isComposed } of this.#statements) {
        const before = name === undefined ? undefined : known.get(name)
        const as = before?.as ?? (isComposed ? `c${names.made++}` : wireName(name, names))
        if (before === undefined) {
          messages.push(serialize.parse({ text, name: as }))
          messages.push(serialize.describe({ type: 'S', name: as }))
          this.#parsing.push(name ?? '')
          if (name !== undefined) known.set(name, { as })
        }
        const bound = values as unknown[] | undefined
        messages.push(
          serialize.bind({ statement: as, values: bound ?? [], valueMapper: prepareValue }),
        )
        messages.push(serialize.execute())
      }
    } catch (error) {
      this.#forget()
      return error as Error
    }
    messages.push(serialize.sync())
    exchanges.get(wire)!.push(this)
    if (wire.stream.writable) wire.stream.write(Buffer.concat(messages))
    return null
  }

  parsed(): void {
    this.#parsing.shift()
  }

  handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }): void {
    this.#shape = fields.map(({ name, dataTypeID }) => ({
      name,
      parse: pg.types.getTypeParser(dataTypeID, 'text') as (text: string) => unknown,
    }))
    const known = this.#known()
    if (known) known.shape = this.#shape
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    this.#shape ??= this.#known()?.shape ?? []
    const row: Row = {}
    try {
      for (let i = 0; i < fields.length; i++) {
        const { name, parse } = this.#shape[i]!
        const text = fields[i]!
        row[name] = text === null ? null : parse(text)
      }
    } catch (error) {
      this.#unreadable ??= error
    }
    this.#rows.push(row)
  }

  handleCommandComplete(): void {
    const { resolve, reject } = this.#statements[this.#at]!
    if (this.#unreadable === undefined) resolve(this.#rows)
    else reject(this.#unreadable)
    this.#at++
    this.#shape = undefined
    this.#rows = []
    this.#unreadable = undefined
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete()
  }

  /** The current statement failed, or the connection did. The rest are not run. */
  handleError(error: unknown): void {
    this.#forget()
    for (; this.#at < this.#statements.length; this.#at++) this.#statements[this.#at]!.reject(error)
    this.#finish(error)
  }

  handleReadyForQuery(): void {
    this.#finish(null)
  }

  #finish(error: unknown): void {
    const waiting = this.#wire && exchanges.get(this.#wire)
    if (waiting?.[0] === this) waiting.shift()
    ;(this as unknown as { callback: (error: unknown) => void }).callback(error)
    this.#end()
  }

  #known(): Prepared | undefined {
    const name = this.#statements[this.#at]?.name
    return name === undefined ? undefined : namesOf(this.#wire!).known.get(name)
  }

  /**
   * Forgets the statements that were not prepared, so that the next exchange asks for them again: under other names, because
   * PgBouncer takes a name as used from the request on.
   */
  #forget(): void {
    if (!this.#wire || this.#parsing.length === 0) return
    const names = namesOf(this.#wire)
    for (const name of this.#parsing) names.known.delete(name)
    names.failures++
    this.#parsing = []
  }
}

const wireName = (name: string | undefined, { failures }: Names): string =>
  name === undefined ? '' : `${name}_${failures}`

function namesOf(wire: Wire): Names {
  let names = prepared.get(wire)
  if (!names) {
    names = { known: new Map(), composed: new Set(), failures: 0, made: 0 }
    prepared.set(wire, names)
    const waiting: Exchange[] = []
    exchanges.set(wire, waiting)
    // The driver does not tell a query about this message, which counts: a statement may be prepared and then fail.
    wire.on('parseComplete', () => waiting[0]?.parsed())
  }
  return names
}
