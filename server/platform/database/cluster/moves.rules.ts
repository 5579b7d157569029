import type { Member, NodeAnswer } from './cluster.rules.ts'

/** A workspace, and the part of the tables that has its rows. */
export interface Located {
  workspaceId: string
  slug: string
  part: string
  /** The id of the node. */
  node: number
}

export interface Move {
  workspaceId: string
  part: string
  from: number
  to: number
  /** Whether the workspace gets a part of its own first. */
  isolates: boolean
  /** The workspaces that go with it, because they share its part. */
  companions: string[]
}

/**
 * How a workspace gets to a node.
 * @param isAlone whether those that share its part stay
 * @returns null if it is there already
 */
export function planMove(
  located: readonly Located[],
  workspace: Located,
  target: Pick<Member, 'id'>,
  isAlone: boolean,
): Move | null {
  const sharing = located.filter(
    ({ part, workspaceId }) => part === workspace.part && workspaceId !== workspace.workspaceId,
  )
  const isolates = isAlone && sharing.length > 0
  if (workspace.node === target.id && !isolates) return null
  return {
    workspaceId: workspace.workspaceId,
    part: workspace.part,
    from: workspace.node,
    to: target.id,
    isolates,
    companions: isolates ? [] : sharing.map(({ slug }) => slug),
  }
}

/** What keeps a workspace from moving while people write, one line each, with the remedy. */
export function moveFaults(
  { from, to, isolates }: Move,
  answers: ReadonlyMap<number, NodeAnswer | string>,
  patched: ReadonlyMap<number, boolean>,
): string[] {
  const source = answers.get(from)
  const plugins = typeof source === 'object' ? source.plugins : null
  return [
    [from, to].every((node) => patched.get(node))
      ? null
      : 'Citus lacks the patch for row-level security, without which a move would never end: install it with the patch (docs/scaling.md), or add --block-writes, and writes wait',
    isolates && plugins !== null && !/\bcitus\b/.test(plugins)
      ? `output_plugin_libraries does not have citus, which --alone needs: run on every node, as a superuser, ALTER SYSTEM SET output_plugin_libraries = pgoutput, test_decoding, citus; SELECT pg_reload_conf()`
      : null,
  ].filter((fault) => fault !== null)
}
