import { coverPart } from './cover.ts'

coverPart('feeds')
