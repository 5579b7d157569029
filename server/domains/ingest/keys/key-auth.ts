import { hash } from 'node:crypto'
import type { AnyOperation, KeyFamily, KeyScope } from '../../../../contract/language/operation.ts'
import { type PresentedKey, presentedKey } from '../../../platform/actor.ts'
import type { Database } from '../../../platform/database/db.ts'
import type { SentKey } from '../../../platform/http/call.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { Memory } from '../../../platform/sharing/memory.ts'
import { isWellFormedKey, prefixes } from './keys.rules.ts'
import { findKeyHash, findLiveKey } from './keys.sql.ts'

interface KnownKey {
  actor: PresentedKey
  /** The sites whose pages may use it; null if any may. */
  origins: readonly string[] | null
}

/**
 * Finds the key that a credential belongs to. A key that was seen before comes from memory. The transaction
 * that serves the request checks whether it still works, so that a revocation applies from the next request
 * in every process.
 */
export class KeyAuth {
  readonly #db: Database
  /** By the hashes of their secrets. */
  readonly #known = new Memory<KnownKey>({ most: 10_000 })

  constructor(db: Database) {
    this.#db = db
  }

  /**
   * @throws Refusal unauthenticated (no key of the family; unknown, ended or mistyped), forbidden (a board key on a
   *   page's routes; a missing scope), origin_not_allowed.
   */
  async authenticate(
    { credential, origin, authorization }: SentKey,
    operation: AnyOperation,
  ): Promise<PresentedKey> {
    const { family, scope } = accessOf(operation)
    const accepted = family === 'board' ? [prefixes.board] : Object.values(prefixes)
    if (!credential || !accepted.some((prefix) => credential.startsWith(prefix))) {
      throw noKey(family, credential, authorization)
    }
    if (!isWellFormedKey(credential)) throw unknownKey()
    const secretHash = hash('sha256', credential, 'base64')
    // Which sites may use a key can change, so for a page it is read again.
    const known = origin === undefined ? this.#known.get(secretHash) : undefined
    const { actor, origins } = known ?? (await this.#find(secretHash))
    const isOfFamily = family === 'any' || actor.family === family
    const isFromElsewhere = origin !== undefined && origins !== null && !origins.includes(origin)
    if (isOfFamily && actor.scopes.includes(scope) && !isFromElsewhere) return actor
    await this.#find(secretHash) // a key that has ended is unknown before it is forbidden
    if (isFromElsewhere) {
      throw new Refusal('origin_not_allowed', 'other_origin', { origin })
    }
    throw isOfFamily
      ? new Refusal('forbidden', 'key_scope_missing', { scope })
      : new Refusal('forbidden', 'other_key', { given: actor.family, wanted: family })
  }

  async #find(secretHash: string): Promise<KnownKey> {
    const bytes = Buffer.from(secretHash, 'base64')
    const key = await this.#db.askDirectory(async (tx) => {
      const found = await findKeyHash(tx, bytes)
      if (!found) return undefined
      tx.bind(found.workspaceId)
      return findLiveKey(tx, found)
    })
    if (!key) {
      this.#known.forget(secretHash)
      throw unknownKey()
    }
    const actor = presentedKey({
      workspaceId: key.workspace_id,
      keyId: key.id,
      secretNumber: key.secret_number,
      definitionId: key.definition_id,
      family: key.kind,
      scopes: key.scopes,
    })
    const known = { actor, origins: key.origins }
    this.#known.keep(secretHash, known)
    return known
  }
}

export const unknownKey = (): Refusal => new Refusal('unauthenticated', 'unknown_key')

/** The refusal of a request without a key of the family. The sentence is always the same; the reason says what came instead. */
function noKey(
  family: KeyFamily | 'any',
  credential: string | undefined,
  authorization = '',
): Refusal {
  const wanted = family === 'any' ? 'an' : `a ${family}`
  if (credential === undefined) {
    return /(^|\s)s[bp]k_/.test(authorization)
      ? new Refusal('unauthenticated', 'not_bearer', { wanted })
      : new Refusal('unauthenticated', missing[family])
  }
  if (credential.startsWith(prefixes.page)) {
    return new Refusal('unauthenticated', 'page_key', { wanted })
  }
  return TOKEN.test(credential)
    ? new Refusal('unauthenticated', 'session_token', { wanted })
    : new Refusal('unauthenticated', missing[family])
}

/** The token of a session, or one that was made for a program. */
const TOKEN = /^s(?:at|bt)_/

const missing = { any: 'no_key', board: 'no_board_key', page: 'no_page_key' } as const

/** `key:board:rows:write` → board, rows:write. */
function accessOf({ access }: AnyOperation): { family: KeyFamily | 'any'; scope: KeyScope } {
  const colon = access.indexOf(':', 4)
  const family = access.slice(4, colon) as KeyFamily | 'any'
  return { family, scope: access.slice(colon + 1) as KeyScope }
}
