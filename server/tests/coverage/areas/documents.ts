import { documentOperations as op } from '../../../../contract/obligations/documents.ts'
import type { Area } from '../area.ts'
import { type Good, goodRequest, send } from '../requests.ts'
import { NOBODY, NOTHING } from '../subjects.ts'

const lease = { name: 'Lease', documentType: 'lease' }

const asOwner: Good = ({ owner }) => ({ token: owner })

export const documents: Area = {
  async furnish({ service, owner, mark }) {
    const body = { ...lease, name: `${mark} lease`, file: `${mark} lease` }
    const made = await send(service, op.create, { token: owner, body })
    if (made.status !== 201) throw new Error(`the document answered ${made.text}`)
    return { documentId: String(made.body.data.id) }
  },
  good: [
    [op.list, asOwner],
    [
      op.create,
      ({ owner }) => ({ token: owner, body: { ...lease, url: 'https://example.com/1' } }),
    ],
    [op.get, ({ owner, things }) => ({ token: owner, params: { id: things.documentId! } })],
  ],
  cases: [
    [
      op.create,
      'unknown_reference',
      async (world, operation) => {
        const sent = await goodRequest(world, operation)
        const body = { ...lease, fileId: NOTHING }
        return [await send(world.service, operation, { ...sent, body })]
      },
    ],
  ],
  subjects: {
    documents: {
      of: ({ things }) => [things.documentId!],
      missing: [NOBODY, 0, 'no-id', '99999999999999999999', '%00'],
    },
  },
  rules: {
    [`${op.create.operationId} body.fileId`]: [
      {
        put: (sent, id) => ({ ...sent, body: { ...lease, fileId: id } }),
        foreign: (theirs) => [theirs.things.fileId!],
        as: { missing: NOTHING, status: 400, code: 'unknown_reference' },
      },
    ],
  },
}
