import { policyOperations } from '../../../../contract/policies/policies.ts'
import type { Http } from '../../../platform/http/http.ts'
import * as policies from './column-policies.ts'

export function bindPolicies({ bind }: Http): void {
  const op = policyOperations
  bind(op.list, ({ actor, params, query }, tx) => policies.listPolicies(tx, actor, params, query))
  bind(op.get, async ({ actor, params }, tx) => ({
    data: await policies.getPolicy(tx, actor, params),
  }))
  bind(op.put, async ({ actor, params, body }, tx) => ({
    data: await policies.putPolicy(tx, actor, params, body),
  }))
}
