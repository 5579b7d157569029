import { personNamed, userRef } from '../../../platform/actor.ts'
import { type CellType, refused } from './cell-type.ts'
import type { CellValue } from './column.ts'
import { ofMoments } from './dates.ts'

/** A column that the service fills: anything that is sent is refused. */
function computed(what: string, sample: CellValue): CellType {
  return {
    convert: () => refused('filled_by_service', { what }),
    accepts: () => `nothing: the service fills it with ${what}`,
    converts: () => '',
    example: () => sample,
  }
}

const time = (what: string): CellType => ({
  ...computed(what, '2026-11-20T14:30:00.000Z'),
  ...ofMoments,
})

const actor = (what: string): CellType => ({
  ...computed(what, userRef(1)),
  inWords: (value, _column, { people }) => people.get(personNamed(String(value)) ?? 0) ?? '',
})

export const autoNumber = computed('a running number', 1)
export const createdAt = time('the time the row was created')
export const createdBy = actor('who created the row')
export const updatedAt = time('the time of the last change')
export const updatedBy = actor('who made the last change')
export const formula: CellType = {
  ...computed('the result of its formula', ''),
  needs: 'expression',
}
