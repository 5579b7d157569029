/**
 * Of what opens inside of a panel: it stays within it, so that a click on it does not count as one outside, and is not
 * cut where the panel scrolls.
 */
export const nested = {
  comboboxProps: { withinPortal: false, floatingStrategy: 'fixed' },
} as const
