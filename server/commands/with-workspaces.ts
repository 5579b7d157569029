import { makeFirstPages } from '../domains/records/boards/first-pages.ts'
import { renewDefinitions } from '../domains/records/definitions/versions.ts'
import { createWorkspaces, type Workspaces } from '../domains/workspaces/workspace/workspaces.ts'
import { type Opened, open } from './open.ts'

/** Opens the database, runs an operator's command, and closes the database again. */
export async function withWorkspaces<T>(
  run: (workspaces: Workspaces, opened: Opened) => Promise<T>,
): Promise<T> {
  const opened = await open({ leastLevel: 'warn' }) // so that log lines do not bury the command's output
  try {
    return await run(
      createWorkspaces({
        db: opened.db,
        log: opened.log,
        config: { signup: opened.config.signup, publicUrl: opened.config.publicUrl ?? '' },
        onWorkspaceCreated: (tx, _workspace, actor) => makeFirstPages(tx, actor),
        onWorkspaceUpdated: renewDefinitions,
      }),
      opened,
    )
  } finally {
    await opened.close()
  }
}
