import { agreementOperations as op } from '../../../../contract/agreements/agreements.ts'
import { publish } from '../../support/desks/agreements.ts'
import type { Area } from '../area.ts'
import type { Case } from '../cases.ts'
import { type Good, goodRequest, send } from '../requests.ts'
import type { World } from '../world.ts'

let versions = 0

/** Publishes a version that nobody has viewed or signed yet. Each takes effect after the one before. */
async function freshAgreement({ service }: World, kind: string): Promise<string> {
  const nth = ++versions
  const effectiveAt = new Date(Date.UTC(2020, 0, 1) + nth * 1000).toISOString()
  await publish(service, {
    kind,
    version: `${nth}`,
    title: 'Agreement',
    effectiveAt,
    requiresResign: true,
    // A number that no id of a world can equal.
    minimumFunding: '{amountMinor: 7654321, period: quarter}',
    body: 'For {{legalName}}.',
  })
  return kind
}

async function post({ service }: World, path: string, token: string): Promise<void> {
  const made = await service.api('POST', `/v1/workspace/agreements/${path}`, { token })
  if (made.status !== 201) throw new Error(`${path} answered ${made.text}`)
}

const of =
  (kind: string): Good =>
  ({ owner }) => ({ token: owner, params: { kind } })

/** Signs a version that every seat has viewed, so that each may sign. */
const signing: Good = async (world) => {
  const kind = await freshAgreement(world, 'broker_agreement')
  for (const token of Object.values(world.desk.tokens)) await post(world, `${kind}/viewed`, token)
  return unseenSigning(world, kind)
}

async function unseenSigning({ service, owner }: World, kind: string) {
  const path = `/v1/workspace/agreements/${kind}`
  const { version, documentHash } = (await service.api('GET', path, { token: owner })).body.data
  const signer = { signerName: 'Olga Owner', signerTitle: 'Owner' }
  return {
    token: owner,
    params: { kind },
    body: { version, documentHash, ...signer, consent: true },
  }
}

const forTheWorkspace: Case = async (world, operation) => {
  const sent = await goodRequest(world, operation)
  const body = { ...(sent.body as object), forWorkspace: true }
  const token = world.desk.tokens.viewer
  return [await send(world.service, operation, { ...sent, body, token })]
}
const changed: Case = async (world, operation) => {
  const sent = await goodRequest(world, operation)
  const body = sent.body as { documentHash: string }
  return [
    await send(world.service, operation, { ...sent, body: { ...body, version: 'another' } }),
    await send(world.service, operation, {
      ...sent,
      body: { ...body, documentHash: '0'.repeat(64) },
    }),
  ]
}
const unseen: Case = async (world, operation) => {
  const sent = await unseenSigning(world, await freshAgreement(world, 'broker_agreement'))
  return [await send(world.service, operation, sent)]
}
const again: Case = async (world, operation) => {
  const sent = await goodRequest(world, operation)
  await send(world.service, operation, sent)
  return [await send(world.service, operation, sent)]
}

export const agreements: Area = {
  async furnish(world) {
    for (const kind of ['terms_of_service', 'broker_agreement']) await freshAgreement(world, kind)
    await post(world, 'terms_of_service/viewed', world.owner)
    return {}
  },
  good: [
    [op.list, ({ owner }) => ({ token: owner })],
    [op.get, of('terms_of_service')],
    [op.markViewed, of('terms_of_service')],
    [op.sign, signing],
    [op.listVersions, of('terms_of_service')],
    [op.getEvidence, of('terms_of_service')],
  ],
  cases: [
    [op.sign, 'forbidden', forTheWorkspace],
    [op.sign, 'version_changed', changed],
    [op.sign, 'not_viewed', unseen],
    [op.sign, 'already_signed', again],
  ],
  // Agreements are the same for every workspace, so none is foreign.
  subjects: { agreements: { of: () => [], missing: ['no_such_agreement', '%00', 'x'.repeat(65)] } },
}
