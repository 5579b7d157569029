import type { AnyOperation } from '../../../../contract/language/operation.ts'
import { obligationOperations as obligations } from '../../../../contract/obligations/obligations.ts'
import { call } from '../world.ts'
import { type Asking, each, withParams } from './ask.ts'

export const obligationAskings: [AnyOperation, Asking][] = [
  // People can only undo a completion of their own.
  ...each([obligations.undoCompletion], {
    ask: (leak, _place, good, by) => [
      (async () => {
        const body = { title: 'Voided check', obligationType: 'task' }
        const { id } = (await call(leak, 'POST', '/v1/obligations', body, by)).data
        await call(leak, 'POST', `/v1/obligations/${id}/complete`, {}, by)
        return withParams(good, { id })
      })(),
    ],
  }),
]
