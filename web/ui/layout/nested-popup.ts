/**
 * For popups inside a panel: they stay in the panel's tree, so a click on one does not count as outside, and the
 * panel's scrolling does not cut them.
 */
export const nested = {
  comboboxProps: { withinPortal: false, floatingStrategy: 'fixed' },
} as const
