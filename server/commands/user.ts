import { parseArgs } from 'node:util'
import type { Role } from '../../contract/auth.ts'
import { createUser, setPassword } from '../domains/workspaces/operators.ts'
import { ExpectedError } from '../platform/expected-error.ts'
import { newSecret } from '../platform/ids.ts'
import { withWorkspaces } from './open.ts'

const text = { type: 'string' } as const

export async function create(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { email: text, name: text, password: text, workspace: text, role: text },
  })
  const { email, name, password, workspace, role } = values
  if (!email || !name || !password || !workspace || !role) {
    throw new ExpectedError(
      'Usage: sourcebook user create --email EMAIL --name NAME --password PASSWORD --workspace SLUG --role ROLE',
    )
  }
  const made = await withWorkspaces((workspaces) =>
    createUser(workspaces, { email, name, password, workspace, role: role as Role }),
  )
  console.log(
    `${email} has the seat ${made.crmUserId} in ${workspace}, as ${role}.${
      made.passwordSet ? '' : ' The account existed before and keeps its password.'
    }`,
  )
}

export async function password(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    options: { password: text },
    allowPositionals: true,
  })
  const [email] = positionals
  if (!email) throw new ExpectedError('Usage: sourcebook user password EMAIL [--password PASSWORD]')
  const made = values.password ?? newSecret().slice(0, 20)
  await withWorkspaces((workspaces) => setPassword(workspaces, email, made))
  console.log(
    values.password
      ? `The password of ${email} is changed.`
      : `The password of ${email} is now ${made}`,
  )
}
