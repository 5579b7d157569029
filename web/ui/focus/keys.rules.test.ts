import { expect, test } from 'vitest'
import { pressed } from './keys.rules.ts'

const known = ['j', 'g t', 'g j']

test('a key runs by itself or as the second of two', () => {
  expect(pressed(known, null, 'j')).toEqual({ run: 'j', begun: null })
  expect(pressed(known, null, 'g')).toEqual({ run: null, begun: 'g' })
  expect(pressed(known, 'g', 't')).toEqual({ run: 'g t', begun: null })
  expect(pressed(known, 'g', 'j')).toEqual({ run: 'g j', begun: null })
  expect(pressed(known, null, 't')).toEqual({ run: null, begun: null })
})

test('a second key that means nothing counts by itself', () => {
  expect(pressed(['j', 'g t'], 'g', 'j')).toEqual({ run: 'j', begun: null })
  expect(pressed(known, 'g', 'g')).toEqual({ run: null, begun: 'g' })
  expect(pressed(known, 'g', 'x')).toEqual({ run: null, begun: null })
})
