import type { Logger } from 'pino'
import type { UserActor } from '../../platform/actor.ts'
import type { Database } from '../../platform/database/db.ts'
import type { Tx } from '../../platform/database/tx.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import type { Seal } from '../../platform/secrets/seal.ts'
import { KnownDefinitions } from '../records/definitions/known-definitions.ts'
import { Live, type LiveOptions } from './live.ts'
import { type PullQuery, pullEvents } from './pull.ts'

export interface FeedOptions {
  db: Database
  log: Logger
  seal: Seal
  outbound: Outbound
  /** Limits of the open streams, if not the service's own. */
  streams?: Pick<LiveOptions, 'mostStreams' | 'mostPerSeat' | 'heartbeatMs'> | undefined
}

/** The feed of events in one process, which pulls and streams share. */
export function createFeeds({ db, log, seal, outbound, streams }: FeedOptions) {
  const known = new KnownDefinitions()
  return {
    live: new Live({ db, log, known, ...streams }),
    pull: (tx: Tx, actor: UserActor, query: PullQuery) => pullEvents(tx, known, actor, query),
    tools: { seal, outbound },
  }
}
