import type { Step } from './selection.rules.ts'

/** What a key means in the grid while no cell is edited. */
export type Command =
  | { do: 'move'; step: Step; extend: boolean }
  | { do: 'tab'; back: boolean }
  | { do: 'edit' }
  | { do: 'type'; text: string }
  | { do: 'select'; what: 'all' | 'rows' | 'columns' }
  | { do: 'pick' | 'open' | 'clear' | 'fill down' | 'fill right' | 'undo' | 'redo' }
  | { do: 'add' | 'remove' | 'menu' | 'collapse' }
  | { do: 'resize'; by: -1 | 1 }
  | { do: 'visit refused'; by: -1 | 1 }
  | { do: 'shift column'; by: -1 | 1 }

interface Key {
  key: string
  shiftKey: boolean
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  isComposing?: boolean
}

const arrows: Record<string, [rows: -1 | 0 | 1, columns: -1 | 0 | 1]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/** The command of a key, as in spreadsheets; `null` if the browser should handle it. */
export function commandOf(key: Key): Command | null {
  if (key.isComposing) return null
  const mod = key.ctrlKey || key.metaKey
  if (key.altKey) return altered(key)
  return mod ? withMod(key) : plain(key)
}

function plain({ key, shiftKey: extend }: Key): Command | null {
  const arrow = arrows[key]
  if (arrow) return move({ to: 'by', rows: arrow[0], columns: arrow[1] }, extend)
  switch (key) {
    case 'Home':
      return move({ to: 'rowStart' }, extend)
    case 'End':
      return move({ to: 'rowEnd' }, extend)
    case 'PageUp':
      return move({ to: 'page', rows: -1 }, extend)
    case 'PageDown':
      return move({ to: 'page', rows: 1 }, extend)
    case 'Tab':
      return { do: 'tab', back: extend }
    case 'Enter':
      return extend ? { do: 'add' } : { do: 'edit' }
    case 'F2':
      return { do: 'edit' }
    case 'Escape':
      return { do: 'collapse' }
    case 'Delete':
    case 'Backspace':
      return { do: 'clear' }
    case ' ':
      return extend ? { do: 'pick' } : { do: 'open' }
    case 'ContextMenu':
      return { do: 'menu' }
    case 'F8':
      return { do: 'visit refused', by: extend ? -1 : 1 }
    case 'F10':
      return extend ? { do: 'menu' } : null
    default:
      return key.length === 1 ? { do: 'type', text: key } : null
  }
}

function withMod({ key, shiftKey: extend }: Key): Command | null {
  const arrow = arrows[key]
  if (arrow) return move({ to: 'edge', rows: arrow[0], columns: arrow[1] }, extend)
  switch (key.toLowerCase()) {
    case 'home':
      return move({ to: 'gridStart' }, extend)
    case 'end':
      return move({ to: 'gridEnd' }, extend)
    case 'a':
      return { do: 'select', what: 'all' }
    case ' ':
      return { do: 'select', what: 'columns' }
    case 'd':
      return { do: 'fill down' }
    case 'r':
      return extend ? null : { do: 'fill right' }
    case 'z':
      return extend ? { do: 'redo' } : { do: 'undo' }
    case 'y':
      return { do: 'redo' }
    case 'enter':
      return { do: 'open' }
    case 'delete':
    case 'backspace':
      return { do: 'remove' }
    default:
      return null
  }
}

function altered({ key, shiftKey }: Key): Command | null {
  if (key === 'ArrowDown') return { do: 'menu' }
  const by = key === 'ArrowLeft' ? -1 : key === 'ArrowRight' ? 1 : null
  if (by === null) return null
  return shiftKey ? { do: 'shift column', by } : { do: 'resize', by }
}

const move = (step: Step, extend: boolean): Command => ({ do: 'move', step, extend })
