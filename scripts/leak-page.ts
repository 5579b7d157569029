import { askers, outcomeFor } from '../server/tests/leaks/askers.ts'
import { moneyWays, type Way, ways } from '../server/tests/leaks/ways.ts'

/** docs/leak-matrix.md. */
export function leakPage(): string {
  const telling = ways.filter(({ tells }) => tells)
  return `<!-- Written by scripts/generate.ts from server/tests/leaks/ways.ts; not by hand. -->

# The leak matrix

A column that somebody may not see does not exist for them ([how policies work](policies.md)). This is every way out of
the service, and who was sent through it: each cell is a test of \`server/tests/leak-matrix.test.ts\`, which is run with
all others. A new operation without a line here fails it.

The tests make a workspace with hidden columns of every type, with values that stand nowhere else (canaries), written
by people, by keys, by an import, changed and commented on. Policies hide them, each in another way. Then everybody who
may not see them asks.

- **hidden**: answered, and no byte of the answer has a canary in it: neither a value, nor the name, key or id of a
  hidden column, nor the id of one of its options. Headers are searched too, texts as they read without JSON's escapes,
  what cursors encode, and the parts of spreadsheet files.
- **refused**: the role may not call it, and the refusal has no canary in it.
- **no such column**: a hidden column that is named, by its key, its id or its name, is answered in the very same bytes
  as a column that there is none of.
- **the same**: in a second workspace, which differs in nothing but the hidden values, the answers are the same: rows,
  their order, groups, sums, counts.

In a third workspace nothing is hidden, and the same requests do tell what the second column says: so the tests would
see it. Operations that go past the projector on purpose are caught by each of the checks. What webhooks send is
searched too, for each role, and so is the log of all of it.

## Ways out

| Way out | What it would tell | ${askers.map((asker) => asker).join(' | ')} | Hidden column named | Other hidden values |
| --- | --- | ${askers.map(() => '---').join(' | ')} | --- | --- |
${telling.map(lineOf).join('\n')}

\`key\` is a board or page key; \`as a role\` and \`as a key\` are an admin's view with \`?as=\`, where \`hiddenColumns\` is
what tells the admin of the rest. An empty cell: there is no such way.

## Silent operations

They answer nothing of any column. The tests send them all the same, to everybody, and find no canary; nor is there one
where nothing is hidden.

| Operation | Why |
| --- | --- |
${ways.flatMap(({ operation, silent }) => (silent ? [`| ${nameOf(operation)} | ${silent} |`] : [])).join('\n')}

## Money

What somebody may not see of the [money of deals](accounting.md#who-sees-money) does not exist for them either. Each cell
is a test of \`server/tests/money-leaks.test.ts\`: a member and a viewer ask, with a stake of their own and without, where
money is visible to \`own\` and to \`managers\`. A workspace has two deals with odd amounts. Whatever its owner is told of
them, less what is the asker's own, must be in no answer: amounts and shares, in minor units and in major ones, ids, names
of parties, references, reasons and notes.

- **own**: answered; with \`own\` their own figures are there, and nothing else; with \`managers\` nothing is.
- **refused**: keeping and moving money is for managers and above, and the refusal has no figure in it.

Where everybody sees money, the same requests tell the figures of others to a viewer, and no operation that is not listed
tells one, even to the owner. An operation that goes past the projector on purpose is caught. What webhooks send by their
role is searched too, and what open streams are told when the setting changes.

| Way out | What it would tell | With a stake | Without one |
| --- | --- | --- | --- |
${moneyWays.map(moneyLineOf).join('\n')}
`
}

const moneyLineOf = ({ operation, tells }: (typeof moneyWays)[number]): string =>
  operation.method === 'GET'
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
