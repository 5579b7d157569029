import type { Role } from '../../../../shared/roles.ts'
import { publishAgreement } from '../../../domains/agreements/publishing.ts'
import type { Answer } from '../clients/client.ts'
import type { TestService } from '../service/service.ts'
import type { Desk } from './fixtures.ts'

export interface VersionFile {
  kind?: string
  title?: string
  version?: string
  effectiveAt?: string
  requiresResign?: boolean
  /** As YAML. */
  minimumFunding?: string
  body?: string
}

/** A file as an operator writes it. */
export const versionFile = ({ body = 'You agree.', ...head }: VersionFile = {}): string => {
  const { kind = 'terms_of_service', title = 'Terms of service', version = '1.0' } = head
  const { effectiveAt = '2026-01-01T00:00:00Z', requiresResign, minimumFunding } = head
  const fields = { kind, title, version, effectiveAt, requiresResign, minimumFunding }
  const lines = Object.entries(fields).filter(([, value]) => value !== undefined)
  return `---\n${lines.map(([name, value]) => `${name}: ${value}\n`).join('')}---\n\n${body}\n`
}

/** Publishes a file, as the operator does. */
export const publish = (
  { db, connection }: Pick<TestService, 'db' | 'connection'>,
  file: VersionFile = {},
) => publishAgreement({ db, owner: connection }, versionFile(file))

/** Deletes all agreements, so that the database is as empty as a new one. */
export async function forgetAgreements({ sql }: Pick<TestService, 'sql'>): Promise<void> {
  for (const table of ['signatures', 'documents', 'views', 'overrides', 'versions']) {
    await sql(`DELETE FROM agreement_${table}`)
  }
}

export const TERMS = '/v1/workspace/agreements/terms_of_service'

/** What the people of a desk do with the terms of service, or with the agreement at another path. */
export function signersOf({ api }: Pick<TestService, 'api'>, { tokens }: Pick<Desk, 'tokens'>) {
  const get = (path: string, role: Role = 'owner') => api('GET', path, { token: tokens[role] })
  const standing = async (role: Role = 'owner') => (await get(TERMS, role)).body.data
  const view = (role: Role = 'owner') => api('POST', `${TERMS}/viewed`, { token: tokens[role] })
  const post = (role: Role, body: object, path = TERMS) =>
    api('POST', `${path}/sign`, { token: tokens[role], body })
  /** Reads, views and signs. */
  const sign = async (role: Role, more: object = {}): Promise<Answer> =>
    post(role, { ...signingOf((await view(role)).body.data), ...more })
  return { get, standing, view, post, sign }
}

/** The body that signs an agreement, from its standing. */
export const signingOf = ({
  version,
  documentHash,
}: {
  version: string
  documentHash: string
}) => ({ version, documentHash, signerName: 'Dana W.', signerTitle: 'COO', consent: true })

export const refusalOf = ({ status, body }: Answer): [number, string] => [status, body.code]
