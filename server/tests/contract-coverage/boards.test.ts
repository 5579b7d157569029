import { coverPart } from './cover.ts'

coverPart('boards')
