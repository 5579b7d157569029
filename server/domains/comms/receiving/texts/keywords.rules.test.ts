import { expect, test } from 'vitest'
import { wishOf } from './keywords.rules.ts'

test.each([
  ...['STOP', 'stopall', 'Unsubscribe', 'cancel', 'END', 'quit', 'OptOut', 'revoke'].map(
    (word) => [word, 'stop'] as const,
  ),
  ...['START', 'yes', 'Unstop'].map((word) => [word, 'start'] as const),
  ...['HELP', 'info'].map((word) => [word, 'help'] as const),
  [' Stop. ', 'stop'],
  ['"STOP!!!"', 'stop'],
  ['\nstop\n', 'stop'],
] as const)('%j asks to %s', (text, wish) => {
  expect(wishOf(text)).toBe(wish)
})

test.each(['', '...', 'stop it', 'please stop', 'stopp', 'st op', 'yes please', 'constructor'])(
  '%j asks for nothing',
  (text) => {
    expect(wishOf(text)).toBe(undefined)
  },
)
