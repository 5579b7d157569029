/**
 * As a parameter of the type timestamptz: the transaction's time, as `now()` says it. PostgreSQL reads it where the statement arrives,
 * which is the coordinator of a cluster. A default of a column that is filled from rows of a node would be that node's time.
 */
export const TRANSACTION_TIME = 'now'
