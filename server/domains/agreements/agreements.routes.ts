import { agreementOperations as op } from '../../../contract/agreements/agreements.ts'
import { SENT } from '../../platform/http/call.ts'
import type { Http } from '../../platform/http/http.ts'
import { getStanding, listStandings, listVersions, markViewed } from './agreements.ts'
import { evidencePage, getEvidence } from './evidence.ts'
import { signAgreement } from './signing.ts'

export function bindAgreements({ bind, bindOwn }: Http): void {
  bind(op.list, ({ actor, query }, tx) => listStandings(tx, actor, query))
  bind(op.get, async ({ actor, params }, tx) => ({
    data: await getStanding(tx, actor, params.kind),
  }))
  bind(op.markViewed, async ({ actor, params }, tx) => ({
    data: await markViewed(tx, actor, params.kind),
  }))
  bind(op.sign, async ({ actor, params, body, address, userAgent }, tx) => ({
    data: await signAgreement(tx, actor, params.kind, body, { address, userAgent }),
  }))
  bind(op.listVersions, ({ params, query }, tx) => listVersions(tx, params.kind, query))
  bindOwn(op.getEvidence, async ({ actor, params, query, reply, transaction }) => {
    const answer = await transaction(async (tx) => ({
      data: await getEvidence(tx, actor, params.kind),
    }))
    if (answer === SENT || query.format !== 'html') return answer
    reply
      .headers({
        'content-disposition': `attachment; filename="${answer.data.kind}-evidence.html"`,
        'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
      })
      .type('text/html; charset=utf-8')
      .send(evidencePage(answer.data))
    return SENT
  })
}
