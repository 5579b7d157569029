import { parseArgs } from 'node:util'
import type { Plan } from '../../contract/auth.ts'
import { createWorkspace, listWorkspaces, setPlan } from '../domains/workspaces/operators.ts'
import { ExpectedError } from '../platform/expected-error.ts'
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
