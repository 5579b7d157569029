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

/** A file of a sample: the column that takes it, and what is in it. */
export interface SampleFile {
  column: string
  name: string
  type: string
  text: string
}

/** A row with a file as a form to send, in the same languages. The file is written out, so that it runs as it is. */
export function formSampleIn(
  endpoint: string,
  fields: Readonly<Record<string, string>>,
  { column, name, type, text }: SampleFile,
) {
  const parts = Object.entries(fields)
  const part = `${column}=${text};filename=${name};type=${type}`
  return {
    curl: `curl -X POST ${shell(endpoint)} \\
  -H "Authorization: Bearer $SOURCEBOOK_KEY" \\
${parts.map(([field, value]) => `  --form-string ${shell(`${field}=${value}`)} \\\n`).join('')}  -F ${shell(part)}`,
    javascript: `const form = new FormData()
${parts.map(([field, value]) => `form.append(${JSON.stringify(field)}, ${JSON.stringify(value)})\n`).join('')}form.append(${JSON.stringify(column)}, new File([${JSON.stringify(text)}], ${JSON.stringify(name)}, { type: ${JSON.stringify(type)} }))
const response = await fetch(${JSON.stringify(endpoint)}, {
  method: 'POST',
  headers: {
    Authorization: \`Bearer \${process.env.SOURCEBOOK_KEY}\`,
  },
  body: form,
})
console.log(response.status, await response.json())`,
    python: `import json, os, urllib.request

fields = ${python(fields)}
boundary = "sourcebook-form"
head = "--" + boundary + '\\r\\nContent-Disposition: form-data; name='
form = "".join(head + json.dumps(name, ensure_ascii=False) + "\\r\\n\\r\\n" + value + "\\r\\n" for name, value in fields.items())
form += head + ${JSON.stringify(`"${column}"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n${text}\r\n`)}
form += "--" + boundary + "--\\r\\n"
request = urllib.request.Request(
    ${JSON.stringify(endpoint)},
    data=form.encode(),
    headers={
        "Authorization": "Bearer " + os.environ["SOURCEBOOK_KEY"],
        "Content-Type": "multipart/form-data; boundary=" + boundary,
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
