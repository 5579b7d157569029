import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { overrideFunding } from '../domains/agreements/overrides.ts'
import { listAllVersions, publishAgreement } from '../domains/agreements/publishing.ts'
import { ExpectedError } from '../platform/expected-error.ts'
import { withWorkspaces } from './with-workspaces.ts'

export async function publish(args: string[]): Promise<void> {
  const { positionals } = parseArgs({ args, allowPositionals: true })
  const [path] = positionals
  if (!path || positionals.length > 1) {
    throw new ExpectedError('Usage: sourcebook agreement publish FILE.md')
  }
  const file = await readFile(path, 'utf8').catch((error: Error) => {
    throw new ExpectedError(`The file ${path} cannot be read: ${error.message}`)
  })
  const published = await withWorkspaces((_, { db, handle }) =>
    publishAgreement({ db, owner: handle.connection }, file),
  )
  const { kind, version, effectiveAt, isNew, current } = published
  console.log(
    `Version ${version} of ${kind} is ${isNew ? 'published' : 'already published, with the same text'}; it takes effect at ${effectiveAt}.`,
  )
  if (current !== version)
    console.log(current ? `The current version is ${current}.` : 'No version is in effect yet.')
}

export async function listVersions(): Promise<void> {
  const all = await withWorkspaces((_, { db }) => listAllVersions(db))
  for (const { kind, version, effectiveAt, current, title } of all) {
    const state = current ? 'current' : '-'
    console.log([kind, version, effectiveAt.toISOString(), state, title].join('\t'))
  }
}

export async function override(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    options: {
      'amount-minor': { type: 'string' },
      period: { type: 'string' },
      none: { type: 'boolean' },
    },
    allowPositionals: true,
  })
  const [workspace, kind] = positionals
  const { 'amount-minor': amountMinor, period, none = false } = values
  const isSet = amountMinor !== undefined && period !== undefined
  const isHalf = (amountMinor === undefined) !== (period === undefined)
  if (!workspace || !kind || positionals.length > 2 || isHalf || isSet === none) {
    throw new ExpectedError(
      'Usage: sourcebook agreement override SLUG KIND --amount-minor N --period month|quarter|year\n       sourcebook agreement override SLUG KIND --none',
    )
  }
  const funding = isSet ? { amountMinor, period } : null
  const isKept = await withWorkspaces((workspaces) =>
    overrideFunding(workspaces, { workspace, kind, funding }),
  )
  console.log(
    funding
      ? `The minimum funding of ${kind} is ${amountMinor} minor units per ${period} for ${workspace}.`
      : `${workspace} no longer has an override for ${kind}.`,
  )
  if (isKept) {
    console.log(
      'The workspace has already signed the current version, and its document stays as it is.',
    )
  }
}
