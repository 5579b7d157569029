import { addressOperations } from '../../../contract/intake/addresses.ts'
import type { Http } from '../../platform/http/http.ts'
import {
  type AddressOptions,
  createAddress,
  listAddresses,
  removeAddress,
  updateAddress,
} from './addresses/addresses.ts'

export function bindAddresses({ bindBoth }: Http, options: AddressOptions): void {
  bindBoth(addressOperations, {
    listAddresses: ({ actor, params, query }, tx) =>
      listAddresses(tx, options, actor, params, query),
    createAddress: async ({ actor, params, body }, tx) => ({
      data: await createAddress(tx, options, actor, params, body),
    }),
    updateAddress: async ({ actor, params, body }, tx) => ({
      data: await updateAddress(tx, options, actor, params, body),
    }),
    removeAddress: ({ actor, params }, tx) => removeAddress(tx, actor, params),
  })
}
