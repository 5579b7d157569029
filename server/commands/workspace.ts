import { parseArgs } from 'node:util'
import type { Plan } from '../../shared/plans.ts'
import { deleteWorkspaceNow, holdingsOf } from '../domains/erasure/operators.ts'
import {
  createWorkspace,
  findWorkspace,
  listWorkspaces,
  setPlan,
} from '../domains/workspaces/operators.ts'
import { ExpectedError } from '../platform/expected-error.ts'
import { withErasing } from './with-erasing.ts'
import { withWorkspaces } from './with-workspaces.ts'

export async function create(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { name: { type: 'string' }, slug: { type: 'string' }, plan: { type: 'string' } },
  })
  const { name, slug, plan } = values
  if (!name)
    throw new ExpectedError(
      'Usage: sourcebook workspace create --name NAME [--slug SLUG] [--plan PLAN]',
    )
  const made = await withWorkspaces((workspaces) =>
    createWorkspace(workspaces, {
      name,
      ...(slug ? { slug } : {}),
      ...(plan ? { plan: plan as Plan } : {}),
    }),
  )
  console.log(`Created the workspace ${made.slug} (${made.id}) on the plan ${made.plan}.`)
}

export async function plan(args: string[]): Promise<void> {
  const { positionals } = parseArgs({ args, allowPositionals: true })
  const [slug, to] = positionals
  if (!slug || !to)
    throw new ExpectedError('Usage: sourcebook workspace plan SLUG free|pro|business|enterprise')
  await withWorkspaces((workspaces) => setPlan(workspaces, slug, to as Plan))
  console.log(`The workspace ${slug} is now on the plan ${to}.`)
}

export async function list(): Promise<void> {
  const all = await withWorkspaces((workspaces) => listWorkspaces(workspaces))
  for (const { slug, plan, id, name } of all) console.log([slug, plan, id, name].join('\t'))
}

export async function remove(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    options: { confirm: { type: 'string' } },
    allowPositionals: true,
  })
  const [slug] = positionals
  if (!slug) throw new ExpectedError('Usage: sourcebook workspace delete SLUG [--confirm NAME]')
  await withErasing(async (erasing) => {
    const workspace = await findWorkspace(erasing, slug)
    const { id, name } = workspace
    if (values.confirm === undefined) {
      console.log(`The workspace ${slug} (${id}), “${name}”, has:`)
      for (const { table, count } of await holdingsOf(erasing, workspace)) {
        console.log(`  ${count.toLocaleString('en-US')}\t${table}`)
      }
      console.log(
        `Nothing is deleted yet. To delete all of it for good, with the accounts of people who have a seat nowhere else, add: --confirm "${name}"`,
      )
      return
    }
    await deleteWorkspaceNow(erasing, workspace, values.confirm)
    console.log(
      `The workspace ${id} is deleted. Keep this line: after restoring a backup from before, delete it again.`,
    )
  })
}
