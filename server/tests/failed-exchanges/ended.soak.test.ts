import { operations } from '../../../contract/operations.ts'
import { failExchanges } from './failing.ts'

failExchanges(operations, 'ended')
