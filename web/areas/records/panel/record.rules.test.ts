import { expect, test } from 'vitest'
import type { Column } from '../list/types.ts'
import { stageOf } from './record.rules.ts'

const column = (key: string, type: Column['type'], name = key) => ({ key, type, name }) as Column

test('the stage is the select with that name, or else the first select', () => {
  const source = column('source', 'select')
  const stage = column('pipeline_2', 'select', 'Stage')
  expect(stageOf([column('stage', 'text'), source, stage])).toBe(stage)
  expect(stageOf([column('name', 'text'), source])).toBe(source)
  expect(stageOf([column('name', 'text')])).toBeUndefined()
})
