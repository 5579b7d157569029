import { coverPart } from './cover.ts'

coverPart('pages')
