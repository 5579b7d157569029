/** The members of a body that the answer has too, with another value. Lists of plain values are compared as sets. */
export function saysOtherwise(sent: unknown, answered: unknown, path = ''): string[] {
  if (!isObject(sent)) return isSame(sent, answered) ? [] : [`${path}: ${sent} is ${answered}`]
  if (!isObject(answered)) return []
  const inOrder = Array.isArray(sent) && Array.isArray(answered) && !sent.some(isObject)
  const found = inOrder ? answered.toSorted() : (answered as Record<string, unknown>)
  return Object.entries(inOrder ? sent.toSorted() : sent).flatMap(([name, value]) => {
    const other = (found as Record<string, unknown>)[name]
    return other === undefined ? [] : saysOtherwise(value, other, path ? `${path}.${name}` : name)
  })
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

const isSame = (sent: unknown, answered: unknown): boolean =>
  sent === answered ||
  (typeof sent === 'string' && Date.parse(sent) === Date.parse(String(answered)))

const converted = [
  'cells.phone: (415) 555-0199 is +14155550199',
  'cells.amount_requested: $40,000 is 40000',
]

/** What the service makes of an example, as the answer says it. */
export const otherwise: Record<string, string[] | undefined> = {
  'boards.createRows': converted,
  'definitions.createRows': converted,
  'ingest.writeRows': converted,
  'ingest.writeRecords': converted,
  'boards.updateRow': ['version: 3 is 4'],
  'definitions.updateRow': ['version: 3 is 4'],
  'templates.previewWords': [
    'content: Hi {{contact|there}}, your documents arrived. is Hi there, your documents arrived.',
  ],
}
