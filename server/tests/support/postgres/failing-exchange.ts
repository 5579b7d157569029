import pg from 'pg'
import { serialize } from 'pg-protocol'
import { Exchange } from '../../../platform/database/exchange.ts'

/** How an exchange with the database fails: PostgreSQL runs this before its first statement. */
const failures = {
  /** As a statement that takes too long does. The connection stays. */
  late: 'DO $$ BEGIN RAISE query_canceled; END $$',
  /** As when somebody ends the connection, or the server stops. Only the owner may do that. */
  ended: `DO $$ BEGIN
    PERFORM set_config('role', 'none', true), pg_terminate_backend(pg_backend_pid());
    PERFORM pg_sleep(600);
  END $$`,
}
export type Failure = keyof typeof failures

interface Wire {
  stream: { write: (bytes: Buffer) => void }
}

/**
 * Runs `fn` while the nth exchange with the database that this process begins fails.
 * @returns also whether there were as many.
 */
export async function withFailure<T>(
  nth: number,
  failure: Failure,
  fn: () => Promise<T>,
): Promise<{ result: T; hasFailed: boolean }> {
  let left = nth
  const stop = onExchange((exchange) => {
    if (--left === 0) fail(exchange, failure)
  })
  try {
    return { result: await fn(), hasFailed: left <= 0 }
  } finally {
    stop()
  }
}

/** Calls `begins` with every exchange before it is sent. Returns a function that ends that. */
function onExchange(begins: (exchange: Exchange) => void): () => void {
  const { query } = pg.Client.prototype
  const watched = function (this: pg.Client, ...asked: unknown[]) {
    if (asked[0] instanceof Exchange) begins(asked[0])
    return Reflect.apply(query, this, asked)
  }
  pg.Client.prototype.query = watched as typeof query
  return () => {
    pg.Client.prototype.query = query
  }
}

/** Sends a statement before those of the exchange, in front of the same Sync. */
function fail(exchange: Exchange, failure: Failure): void {
  const { submit, parsed } = exchange
  const statement = [
    serialize.parse({ text: failures[failure] }),
    serialize.bind(),
    serialize.execute(),
  ]
  exchange.submit = (connection) => {
    ;(connection as Wire).stream.write(Buffer.concat(statement))
    return submit(connection)
  }
  // PostgreSQL parses that statement first, which the exchange knows nothing of.
  exchange.parsed = () => {
    exchange.parsed = parsed
  }
}
