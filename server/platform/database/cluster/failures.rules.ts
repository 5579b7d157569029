/** While a part of the tables moves, Citus can take a statement for one that concerns several nodes, and not know how to plan that. */
const MOVING = /^Distributed queries with outer joins and pseudoconstant quals are not supported/

/** The name of a setting that nobody has: PostgreSQL names it to a transaction that began as if on one server. */
export const NO_CLUSTER = 'sourcebook.is_on_one_server'

/** Whether a transaction began as if on one server, and is on a cluster. */
export const isNewsOfCluster = (error: unknown): boolean =>
  error instanceof Error && error.message.includes(NO_CLUSTER)

/** Whether the same transaction can simply be run again. */
export const isPassing = (error: Error): boolean =>
  MOVING.test(error.message) || isNewsOfCluster(error)

/** What Citus says, without a code of its own, when a node is lost amid a transaction, or the coordinator while it waits for one. */
const LOST_NODE =
  /^(postmaster was shut down|could not commit transaction for shard|failure on connection marked as essential)/

export const isLostNode = (code: string, message: string): boolean =>
  code === 'XX000' && LOST_NODE.test(message)

/**
 * The constraint that an error is about. A node names that of its part of the table, such as `teams_by_name_102037`, and if the
 * coordinator passes the error on, only the message has the name.
 */
export function constraintOf(error: {
  code?: string | undefined
  constraint?: string | undefined
  message: string
}): string | undefined {
  const inMessage = error.code?.startsWith('23') ? /"([^"]+)"$/.exec(error.message)?.[1] : undefined
  return (error.constraint ?? inMessage)?.replace(/_\d{6,}$/, '')
}
