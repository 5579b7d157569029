import { parseArgs } from 'node:util'
import type { Role } from '../../contract/auth.ts'
import { createUser, setPassword } from '../domains/workspaces/operators.ts'
import { ExpectedError } from '../platform/expected-error.ts'
import { newSecret } from '../platform/ids.ts'
import { operatorsTerminal, readPassword } from './chosen-password.ts'
import { withWorkspaces } from './with-workspaces.ts'

const text = { type: 'string' } as const
const flag = { type: 'boolean', default: false } as const
const newPassword = (): string => newSecret().slice(0, 20)

export async function create(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      email: text,
      name: text,
      password: text,
      'password-stdin': flag,
      workspace: text,
      role: text,
      existing: { type: 'boolean' },
    },
  })
  const { email, name, workspace, role, existing = false } = values
  if (!email || !name || !workspace || !role) {
    throw new ExpectedError(
      'Usage: sourcebook user create --email EMAIL --name NAME --workspace SLUG --role ROLE [--password PASSWORD | --password-stdin] [--existing]',
    )
  }
  const chosen = await chosenIn(values)
  const password = chosen ?? newPassword()
  const { crmUserId } = await withWorkspaces((workspaces) =>
    createUser(workspaces, { email, name, password, workspace, role: role as Role, existing }),
  )
  console.log(`${email} has the seat ${crmUserId} in ${workspace}, as ${role}.`)
  if (existing) console.log('The account has a new password, and its sessions have ended.')
  if (chosen === undefined) console.log(`The password of ${email} is ${password}`)
}

export async function password(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    options: { password: text, 'password-stdin': flag },
    allowPositionals: true,
  })
  const [email] = positionals
  if (!email)
    throw new ExpectedError(
      'Usage: sourcebook user password EMAIL [--password PASSWORD | --password-stdin]',
    )
  const chosen = await chosenIn(values)
  const made = chosen ?? newPassword()
  await withWorkspaces((workspaces) => setPassword(workspaces, email, made))
  console.log(
    chosen ? `The password of ${email} is changed.` : `The password of ${email} is now ${made}`,
  )
}

interface Chosen {
  password?: string | undefined
  'password-stdin': boolean
}

/** The password that the operator gave, if any. */
async function chosenIn({
  password,
  'password-stdin': isPiped,
}: Chosen): Promise<string | undefined> {
  if (!isPiped) return password
  if (password === undefined) return readPassword(operatorsTerminal)
  throw new ExpectedError('Give the password with --password or on standard input, not both.')
}
