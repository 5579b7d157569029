import {
  boardAddressOperations,
  pageAddressOperations,
} from '../../../contract/intake/addresses.ts'
import type { Http } from '../../platform/http/http.ts'
import {
  type AddressOptions,
  createAddress,
  listAddresses,
  removeAddress,
  updateAddress,
} from './addresses/addresses.ts'

export function bindAddresses({ bind }: Http, options: AddressOptions): void {
  for (const op of [boardAddressOperations, pageAddressOperations]) {
    bind(op.listAddresses, ({ actor, params, query }, tx) =>
      listAddresses(tx, options, actor, params, query),
    )
    bind(op.createAddress, async ({ actor, params, body }, tx) => ({
      data: await createAddress(tx, options, actor, params, body),
    }))
    bind(op.updateAddress, async ({ actor, params, body }, tx) => ({
      data: await updateAddress(tx, options, actor, params, body),
    }))
    bind(op.removeAddress, ({ actor, params }, tx) => removeAddress(tx, actor, params))
  }
}
