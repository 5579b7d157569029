import { createTheme, defaultOptionsFilter, type MantineColorsTuple } from '@mantine/core'
import type { MouseEvent } from 'react'
import { bestFirst } from './ui/forms/best-first.rules.ts'

const harbor: MantineColorsTuple = [
  '#e8f5f8',
  '#d3e8ee',
  '#a4d0dd',
  '#72b7cb',
  '#4aa2bb',
  '#3195b2',
  '#218eae',
  '#117a98',
  '#0b6781',
  '#004f66',
]

const fitting = (input: Parameters<typeof defaultOptionsFilter>[0]) =>
  bestFirst(defaultOptionsFilter(input), input.search)

const chosenByName = {
  size: 'sm',
  selectFirstOptionOnChange: true,
  filter: fitting,
  nothingFoundMessage: 'No match',
}

/** One accent, a small type scale, and a density for a desk that looks at many rows. */
export const theme = createTheme({
  primaryColor: 'harbor',
  // The shade at which white text on the accent has a contrast of 4.5 in both themes.
  primaryShade: { light: 8, dark: 8 },
  colors: { harbor },
  autoContrast: true,
  luminanceThreshold: 0.3,
  fontFamily: 'Inter, ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.25rem', lineHeight: '1.3' },
      h2: { fontSize: '1.0625rem', lineHeight: '1.35' },
      h3: { fontSize: '0.9375rem', lineHeight: '1.4' },
    },
  },
  spacing: { xs: '0.375rem', sm: '0.625rem', md: '0.875rem', lg: '1.25rem', xl: '2rem' },
  defaultRadius: 'sm',
  respectReducedMotion: true,
  cursorType: 'pointer',
  // By name, so that a page loads only what it uses.
  components: {
    ...withProps(['Button', 'NumberInput', 'PasswordInput', 'TextInput'], { size: 'sm' }),
    // Enter takes the choice that matches best, and a message says if none does.
    ...withProps(['Select'], { ...chosenByName, onMouseDown: beginAnew }),
    ...withProps(['MultiSelect'], chosenByName),
    ...withProps(['Loader', 'Autocomplete', 'DateInput'], { size: 'sm' }),
    ...withProps(['Textarea'], { size: 'sm', autosize: true, minRows: 2 }),
    ...withProps(['Modal', 'Drawer'], {
      closeButtonProps: { 'aria-label': 'Close' },
      // Its `<header>` would count as the page's banner.
      attributes: { header: { role: 'presentation' } },
    }),
    // Its hidden element for the first focus is not a valid child of a menu.
    ...withProps(['Menu'], { withInitialFocusPlaceholder: false }),
    ...withProps(['Badge'], { tt: 'none' }),
    ...withProps(['Table'], { verticalSpacing: 'xs', horizontalSpacing: 'sm' }),
    ...withProps(['Tooltip'], { openDelay: 300, withArrow: true }),
  },
})

/** Typing into a choice searches for another one instead of adding to the chosen text. */
function beginAnew(event: MouseEvent<HTMLInputElement>): void {
  const field = event.currentTarget
  const isTypedInto = document.activeElement === field && field.ariaExpanded === 'true'
  if (field.readOnly || isTypedInto) return
  // Otherwise the browser would put the caret where the press was.
  event.preventDefault()
  field.focus()
  field.select()
}

function withProps(names: string[], defaultProps: Record<string, unknown>) {
  return Object.fromEntries(names.map((name) => [name, { defaultProps }]))
}
