import { coverPart } from './cover.ts'

coverPart('money')
