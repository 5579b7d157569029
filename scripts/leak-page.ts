import { askers, outcomeFor } from '../server/tests/leaks/askers.ts'
import { moneyWays, type Way, ways } from '../server/tests/leaks/ways.ts'

/** The text of docs/leak-matrix.md. */
export function leakPage(): string {
  const telling = ways.filter(({ tells }) => tells)
  return `<!-- Written by scripts/generate.ts from server/tests/leaks/ways.ts; not by hand. -->

# The leak matrix

If somebody cannot see a column, it does not exist for them ([how policies work](policies.md)). This page lists every way that
data leaves the service, and who was sent to try it. Each cell is a test in \`server/tests/leak-matrix.test.ts\`, which runs
with all the others. A new operation that is not listed here fails the test.

The tests make a workspace with hidden columns of every type. Their values (canaries) appear nowhere else. People, keys and an
import write them, change them and comment on them. Policies hide the columns, each in a different way. Then everybody who cannot
see them asks for them.

- **hidden**: there is an answer, and no byte of it has a canary: no value, no name, key or id of a hidden column, and no id of
  one of its options. The tests also search headers, texts without JSON's escapes, the contents of cursors, and the parts of
  spreadsheet files.
- **refused**: the role cannot call the operation, and the refusal has no canary.
- **no such column**: when a request names a hidden column by its key, id or name, the answer has exactly the same bytes as for
  a column that does not exist.
- **the same**: a second workspace differs only in the hidden values, and its answers are the same: rows, their order, groups,
  sums, counts.

In a third workspace nothing is hidden, and the same requests do show the hidden columns, which proves that the tests would
notice. Each check also catches operations that skip the projector on purpose. The tests search what webhooks send, for each
role, and the log of all of it.

## Ways out

| Way out | What it would reveal | ${askers.map((asker) => asker).join(' | ')} | Hidden column named | Other hidden values |
| --- | --- | ${askers.map(() => '---').join(' | ')} | --- | --- |
${telling.map(lineOf).join('\n')}

\`key\` is a board or page key. \`as a role\` and \`as a key\` are an admin's view with \`?as=\`, where \`hiddenColumns\` tells
the admin about the rest. An empty cell means that there is no such way.

## Silent operations

These operations answer nothing about any column. The tests send them anyway, as everybody, and find no canary, even in the
workspace where nothing is hidden.

| Operation | Why |
| --- | --- |
${ways.flatMap(({ operation, silent }) => (silent ? [`| ${nameOf(operation)} | ${silent} |`] : [])).join('\n')}

## Money

If somebody cannot see some of the [money of deals](accounting.md#who-sees-money), it does not exist for them either. Each cell is
a test in \`server/tests/money-leaks.test.ts\`. A member and a viewer ask, with a split of their own and without, in workspaces
where money is visible to \`own\` and to \`managers\`. The workspace has two deals with odd amounts. Anything its owner learns
about them, except what belongs to the person who asks, must be in no answer: amounts and shares, in minor and major units, ids,
names of parties, references, reasons and notes.

- **own**: there is an answer. With \`own\` it has the person's own figures and nothing else. With \`managers\` it has none.
- **refused**: only managers and above can keep and move money, and the refusal has no figure in it.

Where everybody sees money, the same requests show other people's figures to a viewer. No operation outside this list shows any,
even to the owner. The tests also catch an operation that skips the projector on purpose, and search what webhooks send by their
role, and what open streams send when the setting changes.

| Way out | What it would reveal | With a split | Without one |
| --- | --- | --- | --- |
${moneyWays.map(moneyLineOf).join('\n')}
`
}

const moneyLineOf = ({ operation, tells }: (typeof moneyWays)[number]): string =>
  operation.method === 'GET' && outcomeFor(operation, 'member') === 'answered'
    ? `| ${nameOf(operation)} | ${tells} | own | nothing |`
    : `| ${nameOf(operation)} | ${tells} | refused | refused |`

const nameOf = ({ method, path }: Way['operation']): string => `\`${method} ${path}\``

function lineOf({ operation, tells, names }: Way): string {
  const outcomes = askers.map((asker) => outcomeFor(operation, asker))
  const words = outcomes.map((outcome) => (outcome === 'answered' ? 'hidden' : (outcome ?? '')))
  const answered = outcomes.includes('answered')
  return `| ${[
    nameOf(operation),
    tells,
    ...words,
    names && answered ? 'no such column' : '',
    operation.method === 'GET' && answered ? 'the same' : '',
  ].join(' | ')} |`
}
