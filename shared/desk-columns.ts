// The columns of the two pages that a new workspace starts with, which are also templates in the app.

/** The options of a select column, each with a color of the app's theme. */
export const optionsOf = (colors: Record<string, string>) => ({
  options: Object.entries(colors).map(([label, color]) => ({ label, color })),
})

export const leadColumns = [
  { name: 'Business', type: 'text' as const, required: true },
  { name: 'Contact', type: 'text' as const },
  { name: 'Email', type: 'email' as const },
  { name: 'Phone', type: 'phone' as const },
  { name: 'Amount requested', type: 'currency' as const },
  {
    name: 'Stage',
    type: 'select' as const,
    settings: optionsOf({ New: 'blue', Contacted: 'cyan', Qualified: 'green', Lost: 'gray' }),
  },
  { name: 'Owner', type: 'person' as const },
  { name: 'Notes', type: 'long_text' as const },
]

export const dealColumns = [
  { name: 'Deal', type: 'text' as const, required: true },
  {
    name: 'Stage',
    type: 'select' as const,
    settings: optionsOf({
      Submitted: 'blue',
      Offer: 'yellow',
      Contract: 'grape',
      Funded: 'green',
      Declined: 'gray',
    }),
  },
  { name: 'Funded amount', type: 'currency' as const },
  { name: 'Factor rate', type: 'number' as const },
  { name: 'Funded on', type: 'date' as const },
  { name: 'Owner', type: 'person' as const },
  { name: 'Notes', type: 'long_text' as const },
]
