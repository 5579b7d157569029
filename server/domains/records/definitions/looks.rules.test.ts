import fc from 'fast-check'
import { expect, test } from 'vitest'
import { definitionColors, definitionIcons } from '../../../../shared/definition-looks.ts'
import { defaultLook } from './looks.rules.ts'

test('every board and page has a look from the lists, and the same one each time', () => {
  fc.assert(
    fc.property(fc.constantFrom('board', 'page'), fc.string(), (kind, key) => {
      const look = defaultLook({ kind, key })
      expect(definitionIcons).toContain(look.icon)
      expect(definitionColors).toContain(look.color)
      expect(defaultLook({ kind, key })).toEqual(look)
    }),
  )
})

test('leads and deals look different, and a board does not look like a page', () => {
  const page = (key: string) => defaultLook({ kind: 'page', key })
  expect(page('leads')).not.toEqual(page('deals'))
  expect(defaultLook({ kind: 'board', key: 'brokers' }).icon).not.toBe(page('brokers').icon)
})
