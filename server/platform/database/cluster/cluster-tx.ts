import { PipelinedTx } from '../pipelined-tx.ts'
import type { Query } from '../tx.ts'
import { NO_CLUSTER } from './failures.rules.ts'
import { type Place, places } from './places.ts'

/**
 * Fails a transaction that begins as if on one server where sessions have the setting of `distribute`, by which Citus tells nodes
 * what a transaction sees. Every transaction asks: a connection can begin while tables are being distributed.
 */
export const REFUSES_CLUSTER = `CASE WHEN current_setting('citus.propagate_set_commands', true) = 'local'
  THEN current_setting('${NO_CLUSTER}') END`

/** Begins two phases by a way of Citus to insert rows that always does: of no row, and without a node. */
const TWO_PHASES = `WITH written AS (
    INSERT INTO due_work (kind, workspace_id)
    SELECT '', w FROM unnest('{}'::uuid[]) AS w RETURNING 1)
  SELECT FROM written LIMIT 0`

/** Counts are forgotten at a crash anyway. */
const FORGOTTEN = 'ingest_rates'

/** A transaction whose statements the coordinator passes on to nodes. */
export class ClusterTx extends PipelinedTx {
  readonly #written = new Set<Place>()
  /** If a condition cannot be met, Citus takes a table without rows in its place, which has no columns of the system. */
  override readonly showsWriters = false

  /** Nodes learn of settings by SET LOCAL alone, which takes no parameters. */
  override begin(settings: readonly Query[]): void {
    super.begin(settings)
    this.set('app.workspace_id', this.workspaceId ?? '')
    if (this.definitionIds) this.set('app.definitions', `{${this.definitionIds.join()}}`)
  }

  override run<R>(text: string, values?: readonly unknown[]): Promise<R[]> {
    return super.run<R>(...this.#passedOn(text, values))
  }

  override runComposed<R>(
    text: string,
    values?: readonly unknown[],
    isPlannedOnce?: boolean,
  ): Promise<R[]> {
    return super.runComposed<R>(...withTime(text, values), isPlannedOnce)
  }

  override queue(text: string, values?: readonly unknown[]): void {
    super.queue(...this.#passedOn(text, values))
  }

  /**
   * A node commits by itself, before the coordinator, unless several are written to. So what is written on the coordinator as
   * well would be lost if that ended in between.
   */
  override commit(): Promise<void> {
    if (this.#written.has('distributed') && this.#written.has('local')) this.queue(TWO_PHASES)
    return super.commit()
  }

  #passedOn(text: string, values: readonly unknown[] | undefined): Query {
    for (const place of placesWritten(text)) this.#written.add(place)
    return withTime(text, values)
  }
}

/**
 * The time of a transaction is the coordinator's: where a node fills rows from its own, `now()` would be its time. As a parameter,
 * 'now' is read where it arrives.
 */
function withTime(text: string, values: readonly unknown[] = []): Query {
  const sent = text.replaceAll(/\bnow\(\)/g, `$${values.length + 1}::timestamptz`)
  return [sent, sent === text ? values : [...values, 'now']]
}

const written = new Map<string, Place[]>()

/** Where a constant text writes, found once. */
function placesWritten(text: string): Place[] {
  const known = written.get(text)
  if (known) return known
  const tables = [...text.matchAll(/\b(?:INSERT INTO|UPDATE|DELETE FROM) (\w+)/g)].map(
    ([, name]) => name!,
  )
  const found = tables.flatMap((name) => (name === FORGOTTEN ? [] : (places[name] ?? [])))
  written.set(text, found)
  return found
}
