import { userRef } from '../../../platform/actor.ts'
import { type CellType, refused } from './cell-type.ts'
import type { CellValue } from './column.ts'

/** A column that the service fills: anything that is sent is refused. */
function computed(what: string, sample: CellValue): CellType {
  return {
    convert: () => refused('filled_by_service', { what }),
    settings: [],
    accepts: () => `nothing: the service fills it with ${what}`,
    converts: () => '',
    example: () => sample,
  }
}

export const autoNumber = computed('a running number', 1)
export const createdAt = computed('the time the row was created', '2026-11-20T14:30:00.000Z')
export const createdBy = computed('who created the row', userRef(1))
export const updatedAt = computed('the time of the last change', '2026-11-20T14:30:00.000Z')
export const updatedBy = computed('who made the last change', userRef(1))
export const formula: CellType = {
  ...computed('the result of its formula', ''),
  settings: ['expression', 'resultType'],
  needs: 'expression',
}
