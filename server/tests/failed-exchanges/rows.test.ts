import { operationsOf } from '../contract-coverage/parts.ts'
import { failExchanges } from './failing.ts'

failExchanges(
  operationsOf('boards').filter(({ path }) => path.includes('/rows')),
  'late',
)
