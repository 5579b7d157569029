import type { ClientBase } from 'pg'
import type { Config } from '../platform/config.ts'
import {
  canAllMoveOnline,
  clockFault,
  hostAndPort,
  leftovers,
  memberFaults,
  settingFaults,
} from '../platform/database/cluster/cluster.rules.ts'
import {
  askMembers,
  findPatched,
  listExtensions,
  listMembers,
} from '../platform/database/cluster/cluster.sql.ts'
import { hasCitus } from '../platform/database/cluster/distribution.sql.ts'
import {
  closedToRequests,
  findPlan,
  isDistributed,
} from '../platform/database/cluster/distribution.ts'
import type { Say } from './surroundings.ts'

/** Whether a cluster has what it needs; nothing is said without Citus. */
export async function checkCluster(
  client: ClientBase,
  { databaseReplicaUrls }: Config,
  say: Say,
): Promise<void> {
  if (!(await hasCitus(client))) return
  if (!(await isDistributed(client))) {
    say(true, 'the database has Citus, and is not distributed: "sourcebook distribute" would do it')
    return
  }
  const members = await listMembers(client)
  const answers = await askMembers(client)
  const faults = [
    ...memberFaults(members, answers, await listExtensions(client)),
    ...settingFaults(members, answers),
    ...leftovers(members, answers),
    ...(await closedToRequests(client)).map(
      (problem) => `a node does not let the role sourcebook_app in: ${problem}`,
    ),
    clockFault(answers),
    databaseReplicaUrls.length > 0
      ? 'DATABASE_REPLICA_URLS names replicas of the coordinator, which have no rows of workspaces: unset it'
      : null,
  ].filter((fault) => fault !== null)
  for (const fault of faults) say(false, fault)
  if (faults.length === 0) {
    say(
      true,
      `the nodes of the cluster have what they need: ${members.map(hostAndPort).join(', ')}`,
    )
  }
  const { steps } = await findPlan(client, 1)
  say(
    steps.length === 0,
    steps.length === 0
      ? 'every table is at its place on the cluster'
      : `not everything is at its place on the cluster: run "sourcebook distribute" (${steps.map(({ what }) => what).join('; ')})`,
  )
  const moves = canAllMoveOnline(members, await findPatched(client))
  say(true, moves === undefined ? UNKNOWN_MOVES : moves ? FREE_MOVES : WAITING_MOVES)
}

const FREE_MOVES = 'a workspace can move to another node while people write'
const WAITING_MOVES =
  'Citus lacks the patch for row-level security: a workspace moves with --block-writes (docs/scaling.md)'
const UNKNOWN_MOVES =
  'only a superuser sees whether a workspace can move to another node while people write: set DATABASE_URL to one for this command to know'
