/** A key or keys pressed together; `Mod` is Ctrl, or ⌘ on a Mac. */
export interface Shortcut {
  /** Ways of doing it; each is keys pressed together. */
  keys: readonly (readonly string[])[]
  does: string
}

/** Every shortcut of the app, by where it works; whoever adds one adds it here. */
export const shortcuts: readonly { where: string; list: readonly Shortcut[] }[] = [
  {
    where: 'Everywhere',
    list: [
      { keys: [['Mod', 'K']], does: 'Go to, create, search records' },
      { keys: [['?']], does: 'This list' },
      { keys: [['Esc']], does: 'Close a dialog, drawer or menu' },
      { keys: [['Tab'], ['Shift', 'Tab']], does: 'To the next or the previous control' },
    ],
  },
  {
    where: 'In the grid: moving and selecting',
    list: [
      {
        keys: [['↑'], ['↓'], ['←'], ['→']],
        does: 'Move by a cell; with Shift the selection grows',
      },
      { keys: [['Mod', '↓']], does: 'To the edge, in any direction' },
      { keys: [['Tab'], ['Shift', 'Tab']], does: 'To the next or the previous cell' },
      { keys: [['Home'], ['End']], does: 'To the row’s first or last cell' },
      {
        keys: [
          ['Mod', 'Home'],
          ['Mod', 'End'],
        ],
        does: 'To the grid’s first or last cell',
      },
      { keys: [['Page up'], ['Page down']], does: 'By a screen' },
      { keys: [['Mod', 'A']], does: 'Select everything' },
      { keys: [['Mod', 'Space']], does: 'Select the columns' },
      { keys: [['Shift', 'Space']], does: 'Pick the rows, for what is done with many' },
      { keys: [['Esc']], does: 'Select one cell again; then Tab leaves the grid' },
    ],
  },
  {
    where: 'In the grid: changing',
    list: [
      { keys: [['Enter'], ['F2']], does: 'Edit the cell; typing replaces what it has' },
      { keys: [['Delete'], ['Backspace']], does: 'Empty the selected cells' },
      {
        keys: [
          ['Mod', 'C'],
          ['Mod', 'X'],
          ['Mod', 'V'],
        ],
        does: 'Copy, cut, paste',
      },
      {
        keys: [
          ['Mod', 'D'],
          ['Mod', 'R'],
        ],
        does: 'Fill down, fill right',
      },
      { keys: [['Mod', 'Z']], does: 'Undo' },
      {
        keys: [
          ['Mod', 'Y'],
          ['Mod', 'Shift', 'Z'],
        ],
        does: 'Redo',
      },
      { keys: [['Shift', 'Enter']], does: 'Add a row' },
      {
        keys: [
          ['Mod', 'Delete'],
          ['Mod', 'Backspace'],
        ],
        does: 'Move the rows to the trash',
      },
    ],
  },
  {
    where: 'In the grid: records and columns',
    list: [
      { keys: [['Space'], ['Mod', 'Enter']], does: 'Open the record; Space ticks a checkbox' },
      { keys: [['Alt', '↓']], does: 'The column’s menu' },
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
      { keys: [['Enter'], ['Tab']], does: 'Save it and go on, down or to the right' },
      { keys: [['Shift', 'Enter']], does: 'A new line, in a long text' },
      { keys: [['Esc']], does: 'Leave it as it was' },
    ],
  },
  {
    where: 'Writing',
    list: [{ keys: [['Mod', 'Enter']], does: 'Send the message, or the comment' }],
  },
]
