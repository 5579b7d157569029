/** The icons that a board or page can have. The app has a picture for each. */
export const definitionIcons = [
  'table',
  'inbox',
  'file',
  'folder',
  'users',
  'user',
  'building',
  'store',
  'briefcase',
  'handshake',
  'cash',
  'coins',
  'bank',
  'chart',
  'calendar',
  'checklist',
  'phone',
  'mail',
  'flag',
  'star',
  'tag',
  'truck',
  'home',
  'world',
] as const
export type DefinitionIcon = (typeof definitionIcons)[number]

/** The colors that a board or page can have, by their names in the app's theme. */
export const definitionColors = [
  'gray',
  'red',
  'pink',
  'grape',
  'violet',
  'indigo',
  'blue',
  'cyan',
  'teal',
  'green',
  'lime',
  'yellow',
  'orange',
] as const
export type DefinitionColor = (typeof definitionColors)[number]
