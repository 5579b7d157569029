import type { AnyOperation } from '../contract/language/operation.ts'
import { operations } from '../contract/operations.ts'
import { MOST_TOKEN_DAYS, USUAL_TOKEN_DAYS } from '../contract/workspaces/tokens.ts'
import { type Scope, scopeWords, tokenScopes } from '../shared/token-scopes.ts'

/** The text of docs/tokens.md. */
export function tokensPage(): string {
  return `<!-- Written by scripts/generate.ts from the contract and scripts/tokens-page.ts; not by hand. -->

# Access tokens

An access token lets a program work in your name, in one workspace, with fewer rights. It can do what your seat can do at that
moment, within its *scopes*. If your role changes, so does what your tokens can do. Use one wherever you would otherwise store a
password. To send rows from a form, a [key](ingest.md) is enough.

You make tokens in the app under *My account*, or with commands. First run those of [Sign in](integrate/curl.md#sign-in). This one
keeps the token's secret as \`API_TOKEN\`. Below it is the whole answer:

\`\`\`sh
API_TOKEN=$(curl -s -X POST "$URL/v1/auth/tokens" -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\
  -d '{"name": "Reporting", "scopes": ["records:read", "events:read"], "definitions": ["leads"], "addresses": ["127.0.0.1", "203.0.113.0/24"]}' | first secret)
\`\`\`

\`\`\`json 201
{
  "data": {
    "id": "01a1f5d2-7c1e-7b52-8f0e-0d6f3f1f7a10",
    "name": "Reporting",
    "crmUserId": 1,
    "scopes": ["records:read", "events:read"],
    "definitions": ["leads"],
    "addresses": ["127.0.0.1/32", "203.0.113.0/24"],
    "prefix": "sbt_",
    "lastFour": "2fX9",
    "createdAt": "2026-11-20T14:30:00.000Z",
    "expiresAt": "2027-02-18T14:30:00.000Z",
    "previousEndsAt": null,
    "lastUsedAt": null,
    "revokedAt": null,
    "secret": "sbt_..."
  }
}
\`\`\`

\`secret\` is shown this once; we keep only its SHA-256. Send it as \`Authorization: Bearer\` to every route that takes a
session:

\`\`\`sh
curl "$URL/v1/definitions/leads/rows" -H "Authorization: Bearer $API_TOKEN"
\`\`\`

The [client](../sdk/README.md) takes it as \`token\`. Idempotency keys, uploads, versions and streams work as they do for you. A token is never kept in a cookie, and none is set for it.

## Limits of a token

| Field | What it does | If you leave it out |
| --- | --- | --- |
| \`scopes\` | What the token may do; see [below](#scopes). A \`write\` scope does not include its \`read\` scope. | you must send it |
| \`expiresAt\` | When it stops working. At most ${MOST_TOKEN_DAYS} days ahead. | ${USUAL_TOKEN_DAYS} days |
| \`definitions\` | The keys of the boards and pages that it can reach. | all that you can reach |
| \`addresses\` | The network addresses that it may be used from: addresses or CIDR ranges, IPv4 and IPv6. Behind a proxy, the operator sets \`TRUST_PROXY\`. | any |

If \`definitions\` is set, no other board or page exists for the token. Neither does anything that belongs to their rows: comments,
files, conversations, obligations with their documents, deals with their splits and ledgers, templates and events. The token cannot
link to these rows or import into them. What belongs to no row is visible. Such a token cannot make boards or pages, and its webhooks
have to name the boards and pages that they report on. \`server/tests/limited-tokens.test.ts\` sends the requests of the [leak matrix](leak-matrix.md) with one.

Some lists show several kinds of things. A token gets only the kinds that its scopes can read. Without \`obligations:read\`,
\`…/timeline\`, \`…/related\` and \`/v1/today\` leave out obligations; without \`accounting:read\` they leave out money, without
\`conversations:read\` messages, and without \`agreements:read\` agreements. To read the files of messages, a token also needs
\`conversations:read\`, and for the files of documents \`obligations:read\`. With \`events:read\` it gets events in full.

## Rotating and revoking

\`TOKEN_ID\` is the \`id\` of a token, here of the first in the list:

\`\`\`sh
TOKEN_ID=$(curl -s "$URL/v1/auth/tokens" -H "Authorization: Bearer $TOKEN" | first id)
curl -X POST "$URL/v1/auth/tokens/$TOKEN_ID/rotate" -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\
  -d '{"overlapSeconds": 3600}'
curl "$URL/v1/auth/tokens" -H "Authorization: Bearer $TOKEN"
curl -X DELETE "$URL/v1/auth/tokens/$TOKEN_ID" -H "Authorization: Bearer $TOKEN"
\`\`\`

Rotating gives the token a new secret and changes nothing else. The previous secret still works for \`overlapSeconds\`, at most 86,400; the default is 0.
If a token is revoked or expires, or its seat is suspended, it is refused from the next request on, in every process, and its open streams
end within a second. Tokens stay when you change your password. When somebody is removed from the workspace, their tokens are revoked.

Admins can list everybody's tokens with \`GET /v1/workspace/tokens\` and revoke any of them with \`DELETE /v1/workspace/tokens/{id}\`, or
in the app under *Settings → Access*. The audit log says who made, rotated and revoked each token.

## What a token did

\`createdBy\`, \`updatedBy\`, history and [events](events.md) say \`token:<id>\`; the app says “*Reporting* for *Dana Whitfield*”, even after
the token has ended. Everybody can get the names with \`GET /v1/workspace/token-names\`. A token can change what its person wrote, such as
comments and views, and the filter value \`me\` means its person. Each token has its own limit on streams.

## Refusals

| Status | Code | When |
| --- | --- | --- |
| 401 | \`unauthenticated\` | The token is mistyped, unknown, revoked or expired, or its seat is suspended. |
| 403 | \`address_not_allowed\` | It may not be used from this address. |
| 403 | \`session_required\` | The operation is [for people only](#for-people-only). |
| 403 | \`insufficient_scope\` | The scope is missing; \`scope\` names it. |
| 403 | \`forbidden\` | The person's role does not allow it. |

## Scopes

Every operation that takes a session needs exactly one scope. In openapi.json it is \`x-scope\`. \`…\` stands for
\`/v1/boards/{id}\` and \`/v1/definitions/{key}\`.

${tokenScopes.map(sectionOf).join('\n\n')}

## For people only

These operations need a session: access tokens are refused. In openapi.json they have \`x-session-required\`.

${listOf(operations.filter(({ scope }) => scope === 'people only'))}
`
}

const sectionOf = (scope: Scope): string =>
  `### \`${scope}\`\n\n${scopeWords[scope].label}: ${scopeWords[scope].about}.\n\n${listOf(
    operations.filter((operation) => operation.scope === scope),
  )}`

/** What the operations are, those of boards and of pages as one. */
function listOf(some: readonly AnyOperation[]): string {
  const lines = some.map(({ method, path, summary }) => {
    const short = path.replace(/^\/v1\/(?:boards\/\{id\}|definitions\/\{key\})/, '…')
    return [`\`${method} ${short}\``, summary] as const
  })
  return `| Operation | What it does |\n| --- | --- |\n${[...new Map(lines)]
    .map(([operation, summary]) => `| ${operation} | ${summary} |`)
    .join('\n')}`
}
