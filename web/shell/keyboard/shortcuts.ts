/** Keys pressed together or one after the other; `Mod` is Ctrl, or ⌘ on a Mac. */
export interface Shortcut {
  /** The ways to do it. */
  keys: readonly (readonly string[])[]
  does: string
  /** Whether it changes something, which viewers may not. */
  writes?: true
}

/** Every shortcut of the app, by where it works. Add new ones here. */
export const shortcuts: readonly { where: string; list: readonly Shortcut[] }[] = [
  {
    where: 'Everywhere',
    list: [
      { keys: [['Mod', 'K']], does: 'Go to, create, search records' },
      { keys: [['?']], does: 'Show this list' },
      { keys: [['G', 'T']], does: 'Go to Today, one key after the other' },
      { keys: [['G', 'I']], does: 'Go to Inbox' },
      { keys: [['G', 'O']], does: 'Go to Obligations' },
      { keys: [['G', 'C']], does: 'Go to Commissions' },
      { keys: [['G', 'A']], does: 'Go to Agreements' },
      { keys: [['G', 'S']], does: 'Go to Settings' },
      { keys: [['G', '1']], does: 'Go to the first page or board, and so on to 9' },
      { keys: [['Esc']], does: 'Close a dialog, drawer or menu' },
      { keys: [['Tab'], ['Shift', 'Tab']], does: 'Go to the next or previous control' },
    ],
  },
  {
    where: 'In lists and beside an open record',
    list: [
      {
        keys: [['J'], ['K']],
        does: 'Go to the next or previous conversation, obligation or record',
      },
      {
        keys: [['E']],
        does: 'Close the conversation, or open it again; complete the obligation',
        writes: true,
      },
      { keys: [['H']], does: 'Snooze the conversation', writes: true },
    ],
  },
  {
    where: 'In a kanban or calendar',
    list: [
      { keys: [['↑'], ['↓'], ['←'], ['→']], does: 'Go to another card of the kanban' },
      {
        keys: [
          ['Alt', '←'],
          ['Alt', '→'],
        ],
        does: 'Move the card to the lane or day beside it',
        writes: true,
      },
      {
        keys: [
          ['Alt', '↑'],
          ['Alt', '↓'],
        ],
        does: 'Move the card by a week in the calendar',
        writes: true,
      },
      { keys: [['Mod', 'Z']], does: 'Undo the move', writes: true },
    ],
  },
  {
    where: 'In the grid: moving and selecting',
    list: [
      {
        keys: [['↑'], ['↓'], ['←'], ['→']],
        does: 'Move by one cell; with Shift, extend the selection',
      },
      { keys: [['Mod', '↓']], does: 'Go to the edge, in any direction' },
      { keys: [['Tab'], ['Shift', 'Tab']], does: 'Go to the next or previous cell' },
      { keys: [['Home'], ['End']], does: 'Go to the first or last cell of the row' },
      {
        keys: [
          ['Mod', 'Home'],
          ['Mod', 'End'],
        ],
        does: 'Go to the first or last cell of the grid',
      },
      { keys: [['Page up'], ['Page down']], does: 'Move by one screen' },
      { keys: [['Mod', 'A']], does: 'Select everything' },
      { keys: [['Mod', 'C']], does: 'Copy' },
      { keys: [['Mod', 'Space']], does: 'Select the columns' },
      { keys: [['Shift', 'Space']], does: 'Select the rows, for bulk actions' },
      { keys: [['Esc']], does: 'Go back to one selected cell; Tab then leaves the grid' },
    ],
  },
  {
    where: 'In the grid: changing',
    list: [
      { keys: [['Enter'], ['F2']], does: 'Edit the cell; typing replaces its value', writes: true },
      { keys: [['Delete'], ['Backspace']], does: 'Clear the selected cells', writes: true },
      {
        keys: [
          ['Mod', 'X'],
          ['Mod', 'V'],
        ],
        does: 'Cut, paste',
        writes: true,
      },
      {
        keys: [['F8'], ['Shift', 'F8']],
        does: 'Go to the next or previous refused cell, or one that someone else changed too',
        writes: true,
      },
      {
        keys: [
          ['Mod', 'D'],
          ['Mod', 'R'],
        ],
        does: 'Fill down, fill right',
        writes: true,
      },
      { keys: [['Mod', 'Z']], does: 'Undo', writes: true },
      {
        keys: [
          ['Mod', 'Y'],
          ['Mod', 'Shift', 'Z'],
        ],
        does: 'Redo',
        writes: true,
      },
      { keys: [['Shift', 'Enter']], does: 'Add a row', writes: true },
      {
        keys: [
          ['Mod', 'Delete'],
          ['Mod', 'Backspace'],
        ],
        does: 'Move the rows to the trash',
        writes: true,
      },
    ],
  },
  {
    where: 'In the grid: records and columns',
    list: [
      { keys: [['Space'], ['Mod', 'Enter']], does: 'Open the record; Space ticks a checkbox' },
      { keys: [['Alt', '↓']], does: 'Open the column’s menu' },
      {
        keys: [
          ['Alt', '←'],
          ['Alt', '→'],
        ],
        does: 'Make the column narrower or wider',
      },
      {
        keys: [
          ['Alt', 'Shift', '←'],
          ['Alt', 'Shift', '→'],
        ],
        does: 'Move the column',
      },
    ],
  },
  {
    where: 'While a cell is edited',
    list: [
      {
        keys: [['Enter'], ['Tab']],
        does: 'Save and go to the next cell, down or right',
        writes: true,
      },
      { keys: [['Shift', 'Enter']], does: 'Start a new line in a long text', writes: true },
      { keys: [['Esc']], does: 'Cancel the edit', writes: true },
    ],
  },
  {
    where: 'Writing',
    list: [{ keys: [['Mod', 'Enter']], does: 'Send the message or the comment', writes: true }],
  },
]
