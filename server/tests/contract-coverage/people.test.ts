import { coverPart } from './cover.ts'

coverPart('people')
