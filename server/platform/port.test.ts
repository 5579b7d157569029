import { expect, test } from 'vitest'
import { Port } from './port.ts'

test('reading an empty port is an error, not an empty answer', () => {
  const port = new Port<readonly string[]>('holders')
  expect(() => port.filled).toThrow('Nothing fills the port "holders"')
  port.fill([])
  expect(port.filled).toEqual([])
})
