import { tokenRef } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { listTokenTitles } from './tokens.sql.ts'

export { listTokenIds as listTokensOf } from './tokens.sql.ts'

/** What tokens are called where they stand for who did something: by their name and their person's. For everybody. */
export const tokenNames = async (tx: Tx): Promise<{ ref: string; name: string }[]> =>
  (await listTokenTitles(tx)).map(({ id, title }) => ({ ref: tokenRef(id), name: title }))
