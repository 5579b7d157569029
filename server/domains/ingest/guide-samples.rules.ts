/** A request as code to paste, in the three languages that most integrations use. */
export function sampleIn(endpoint: string, body: object) {
  const json = JSON.stringify(body, null, 2)
  return {
    curl: `curl -X POST ${shell(endpoint)} \\
  -H "Authorization: Bearer $SOURCEBOOK_KEY" \\
  -H 'Content-Type: application/json' \\
  -d ${shell(json)}`,
    javascript: `const response = await fetch(${JSON.stringify(endpoint)}, {
  method: 'POST',
  headers: {
    Authorization: \`Bearer \${process.env.SOURCEBOOK_KEY}\`,
    'Content-Type': 'application/json',
  },
  body: JSON.stringify(${indent(json, 2)}),
})
console.log(response.status, await response.json())`,
    python: `import json, os, urllib.request

body = ${python(body)}
request = urllib.request.Request(
    ${JSON.stringify(endpoint)},
    data=json.dumps(body).encode(),
    headers={
        "Authorization": "Bearer " + os.environ["SOURCEBOOK_KEY"],
        "Content-Type": "application/json",
    },
)
try:
    print(json.load(urllib.request.urlopen(request)))
except urllib.error.HTTPError as refused:
    print(refused.code, refused.read().decode())
`,
  }
}

/** Single quotes, because a shell interprets nothing inside them. */
const shell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

const indent = (text: string, spaces: number): string =>
  text.replace(/\n/g, `\n${' '.repeat(spaces)}`)

function python(value: unknown, depth = 0): string {
  const inner = '    '.repeat(depth + 1)
  const outer = '    '.repeat(depth)
  if (value === true) return 'True'
  if (value === false) return 'False'
  if (value === null) return 'None'
  if (Array.isArray(value)) {
    return `[${value.map((item) => `\n${inner}${python(item, depth + 1)},`).join('')}\n${outer}]`
  }
  if (typeof value === 'object') {
    const members = Object.entries(value as object).map(
      ([name, member]) => `\n${inner}${JSON.stringify(name)}: ${python(member, depth + 1)},`,
    )
    return `{${members.join('')}\n${outer}}`
  }
  return JSON.stringify(value)
}
