import { expect, test } from 'vitest'
import { Port } from './port.ts'

test('a port that nothing fills is an error and no empty answer', () => {
  const port = new Port<readonly string[]>('holders')
  expect(() => port.filled).toThrow('Nothing fills the port "holders"')
  port.fill([])
  expect(port.filled).toEqual([])
})
