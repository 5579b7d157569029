import { coverPart } from './cover.ts'

coverPart('conversations')
