import { expect, test } from 'vitest'
import { commandOf } from './keys.rules.ts'

function key(text: string) {
  const parts = text.split('+')
  return {
    key: parts.at(-1) === 'Space' ? ' ' : parts.at(-1)!,
    shiftKey: parts.includes('Shift'),
    ctrlKey: parts.includes('Ctrl'),
    metaKey: parts.includes('Meta'),
    altKey: parts.includes('Alt'),
  }
}

test.each<[string, object | null]>([
  ['ArrowDown', { do: 'move', step: { to: 'by', rows: 1, columns: 0 }, extend: false }],
  ['Shift+ArrowLeft', { do: 'move', step: { to: 'by', rows: 0, columns: -1 }, extend: true }],
  ['Ctrl+ArrowDown', { do: 'move', step: { to: 'edge', rows: 1, columns: 0 }, extend: false }],
  ['Ctrl+Shift+End', { do: 'move', step: { to: 'gridEnd' }, extend: true }],
  ['Home', { do: 'move', step: { to: 'rowStart' }, extend: false }],
  ['Shift+Tab', { do: 'tab', back: true }],
  ['Enter', { do: 'edit' }],
  ['Shift+Enter', { do: 'add' }],
  ['F2', { do: 'edit' }],
  ['Backspace', { do: 'clear' }],
  ['Ctrl+Backspace', { do: 'remove' }],
  ['Space', { do: 'open' }],
  ['Shift+Space', { do: 'pick' }],
  ['Ctrl+Space', { do: 'select', what: 'columns' }],
  ['Meta+a', { do: 'select', what: 'all' }],
  ['Ctrl+d', { do: 'fill down' }],
  ['Ctrl+z', { do: 'undo' }],
  ['Ctrl+Shift+Z', { do: 'redo' }],
  ['Ctrl+y', { do: 'redo' }],
  ['Alt+ArrowRight', { do: 'resize', by: 1 }],
  ['Alt+Shift+ArrowLeft', { do: 'shift column', by: -1 }],
  ['Alt+ArrowDown', { do: 'menu' }],
  ['a', { do: 'type', text: 'a' }],
  ['?', { do: 'type', text: '?' }],
  ['Ctrl+c', null],
  ['Ctrl+v', null],
  ['Ctrl+Shift+R', null],
  ['F5', null],
  ['Alt+d', null],
])('%s', (text, command) => {
  expect(commandOf(key(text))).toEqual(command)
})

test('keys during composition belong to the input method', () => {
  expect(commandOf({ ...key('a'), isComposing: true })).toBeNull()
})
