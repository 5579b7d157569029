import { parseArgs } from 'node:util'
import type { Role } from '../../shared/roles.ts'
import { erasePersonNow, type PersonsSeat, seatsOf } from '../domains/erasure/operators.ts'
import { writePersonsData } from '../domains/erasure/persons-data.ts'
import { createUser, findPerson, setPassword } from '../domains/workspaces/operators.ts'
import { toFile } from '../platform/backup/archive.ts'
import { ExpectedError } from '../platform/expected-error.ts'
import { newSecret } from '../platform/ids.ts'
import { operatorsTerminal, readPassword } from './chosen-password.ts'
import { withErasing } from './with-erasing.ts'
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

export async function erase(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    options: { confirm: text, seat: { type: 'string', multiple: true, default: [] } },
    allowPositionals: true,
  })
  const [email] = positionals
  if (!email) {
    throw new ExpectedError(
      'Usage: sourcebook user erase EMAIL [--confirm NAME] [--seat SLUG:NUMBER]',
    )
  }
  const also = values.seat.map(seatIn)
  await withErasing(async (erasing) => {
    const account = await findPerson(erasing, email)
    if (values.confirm === undefined) {
      console.log(`${account.name} <${account.email}>, the account ${account.id}:`)
      const seats = await seatsOf(erasing.db, account)
      for (const seat of seats) console.log(`  ${STANDINGS[seat.standing](seat)}`)
      if (seats.length === 0) console.log('  has and had no seat')
      console.log(
        `Nothing is erased yet. To erase the person from all of this for good, add: --confirm "${account.name}"`,
      )
      return
    }
    await erasePersonNow(erasing, account, values.confirm, also)
    console.log(
      `The account ${account.id} is erased. Keep this line: after restoring a backup from before, erase it again.`,
    )
  })
}

const STANDINGS: Record<PersonsSeat['standing'], (seat: PersonsSeat) => string> = {
  has: ({ slug, crmUserId }) => `has the seat ${crmUserId} in ${slug}`,
  had: ({ slug, crmUserId }) => `had the seat ${crmUserId} in ${slug}`,
  'like them': ({ slug, crmUserId }) =>
    `may have had the seat ${crmUserId} in ${slug}, which an earlier release removed under that name; if so, add: --seat ${slug}:${crmUserId}`,
}

function seatIn(sent: string): { slug: string; crmUserId: number } {
  const [, slug, number] = /^([a-z0-9-]+):(\d{1,9})$/.exec(sent) ?? []
  if (!slug) throw new ExpectedError(`--seat ${sent} must be like --seat harborline:3.`)
  return { slug, crmUserId: Number(number) }
}

export async function exportData(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    options: { force: flag },
    allowPositionals: true,
  })
  const [email, path] = positionals
  if (!email || !path) {
    throw new ExpectedError('Usage: sourcebook user export EMAIL FILE.zip [--force]')
  }
  await withErasing(async ({ db, files }) => {
    const account = await findPerson({ db }, email)
    const { seats, uploads } = await toFile(
      path,
      values.force,
    )((archive) => writePersonsData({ db, files }, account, archive))
    console.log(
      `${path} has the data of ${email} in ${seats} ${seats === 1 ? 'workspace' : 'workspaces'}, with ${uploads} ${uploads === 1 ? 'file' : 'files'}.`,
    )
  })
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
