/** How long a line may be. */
const WIDTH = 100

/** JSON for a file that is kept: what fits on a line stands on one, so a change shows as few lines. */
export function shortJson(value: unknown, indent = ''): string {
  const line = JSON.stringify(value)
  if (indent.length + line.length <= WIDTH || typeof value !== 'object' || value === null)
    return line
  const inner = `${indent} `
  const members = Array.isArray(value)
    ? value.map((item) => shortJson(item, inner))
    : Object.entries(value)
        .filter(([, member]) => member !== undefined)
        .map(([name, member]) => `${JSON.stringify(name)}: ${shortJson(member, inner)}`)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return `${open}\n${members.map((member) => inner + member).join(',\n')}\n${indent}${close}`
}
