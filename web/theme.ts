import { createTheme, defaultOptionsFilter, type MantineColorsTuple } from '@mantine/core'
import type { MouseEvent } from 'react'
import { bestFirst, firstListed } from './ui/forms/best-first.rules.ts'

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

/** One scale of greys, with a hint of the accent, for both themes. */
const gray: MantineColorsTuple = [
  '#f8fafb',
  '#f1f4f5',
  '#e9edef',
  '#e1e6e9',
  '#cbd2d6',
  '#a8b2b8',
  '#7c878e',
  '#525d64',
  '#343d43',
  '#192125',
]

/** From text to the deepest background. */
const dark: MantineColorsTuple = [
  '#d9dfe2',
  '#a8b2b8',
  '#7c878e',
  '#59636a',
  '#343d43',
  '#2a3237',
  '#21282c',
  '#192023',
  '#14191c',
  '#0e1214',
]

const fitting = (input: Parameters<typeof defaultOptionsFilter>[0]) =>
  firstListed(bestFirst(defaultOptionsFilter(input), input.search))

const chosenByName = {
  size: 'sm',
  selectFirstOptionOnChange: true,
  filter: fitting,
  nothingFoundMessage: 'No match',
}

/**
 * Popups close on any press outside. One on a cell of the grid is no `mousedown`, because the grid prevents that. They close
 * before the press gives the focus to something else, and then leave it there.
 */
const closedByPressing = { clickOutsideEvents: ['pointerdown'], clickOutsideCapture: true }

/** One accent, a small type scale, and a density for a desk that looks at many rows. */
export const theme = createTheme({
  primaryColor: 'harbor',
  // The shade at which white text on the accent has a contrast of 4.5 in both themes.
  primaryShade: { light: 8, dark: 8 },
  colors: { harbor, gray, dark },
  black: gray[9],
  autoContrast: true,
  luminanceThreshold: 0.3,
  // The second is a font of the system in the first one’s measures, so nothing moves when the first arrives.
  fontFamily: '"Inter Variable", "Inter Fallback", ui-sans-serif, system-ui, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  fontWeights: { regular: '400', medium: '500', bold: '600' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.125rem', lineHeight: '1.35' },
      h2: { fontSize: '0.9375rem', lineHeight: '1.4' },
      h3: { fontSize: '0.875rem', lineHeight: '1.4' },
    },
  },
  radius: { xs: '0.25rem', sm: '0.375rem', md: '0.5rem', lg: '0.75rem', xl: '2rem' },
  // Borders separate what lies on the page. Only what floats above it has a shadow.
  shadows: {
    xs: '0 1px 2px rgb(14 18 20 / 6%)',
    sm: '0 2px 6px rgb(14 18 20 / 8%)',
    md: '0 6px 20px rgb(14 18 20 / 12%)',
    lg: '0 12px 32px rgb(14 18 20 / 16%)',
    xl: '0 20px 48px rgb(14 18 20 / 20%)',
  },
  spacing: { xs: '0.375rem', sm: '0.625rem', md: '0.875rem', lg: '1.25rem', xl: '2rem' },
  defaultRadius: 'sm',
  respectReducedMotion: true,
  cursorType: 'pointer',
  // By name, so that a page loads only what it uses.
  components: {
    ...withProps(['Button', 'NumberInput', 'PasswordInput', 'TextInput'], { size: 'sm' }),
    // Enter takes the choice that matches best, and a message says if none does.
    ...withProps(['Select'], { ...chosenByName, onMouseDown: selectText }),
    ...withProps(['MultiSelect'], chosenByName),
    ...withProps(['Loader', 'Autocomplete', 'DateInput'], { size: 'sm' }),
    ...withProps(['Textarea'], { size: 'sm', autosize: true, minRows: 2 }),
    ...withProps(['Paper'], { radius: 'md' }),
    ...withProps(['Popover'], { shadow: 'md', ...closedByPressing }),
    ...withProps(['Combobox'], { shadow: 'md' }),
    ...withProps(['Modal', 'Drawer'], {
      closeButtonProps: { 'aria-label': 'Close' },
      // The page scrolls inside its parts, which the overlay covers. A lock would make the browser style everything again.
      lockScroll: false,
      // Its `<header>` would count as the page's banner.
      attributes: { header: { role: 'presentation' } },
    }),
    // Its hidden element for the first focus is not a valid child of a menu.
    ...withProps(['Menu'], {
      withInitialFocusPlaceholder: false,
      shadow: 'md',
      ...closedByPressing,
    }),
    ...withProps(['Badge'], { tt: 'none' }),
    ...withProps(['Table'], { verticalSpacing: 'xs', horizontalSpacing: 'sm' }),
    ...withProps(['Tooltip'], { openDelay: 300, withArrow: true }),
  },
})

/** Typing into a choice searches for another one instead of adding to the chosen text. */
function selectText(event: MouseEvent<HTMLInputElement>): void {
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
