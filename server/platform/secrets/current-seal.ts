import type { Config } from '../config.ts'
import { createSeal, type Seal, type SecretKeys } from './seal.ts'
import { findSecretKeys } from './secret-key.ts'

/** How often a process looks whether the keys in DATA_DIR are others. */
const LOOK_MS = 2_000

/** After this long, every process that uses DATA_DIR has its new key. */
export const SETTLED_MS = 3 * LOOK_MS

/** The seal of a process that goes on while the keys in DATA_DIR are rotated. */
export function currentSeal(
  config: Pick<Config, 'secretKey' | 'secretKeyBefore' | 'dataDir'>,
  first: SecretKeys,
): Seal {
  let keys = first
  let seal = createSeal(first.current, first.before)
  const look = async () => {
    // What cannot be read just now is read the next time.
    const found = await findSecretKeys(config).catch(() => null)
    if (!found || (found.current === keys.current && found.before === keys.before)) return
    keys = found
    seal = createSeal(found.current, found.before)
  }
  if (config.secretKey === null) setInterval(() => void look(), LOOK_MS).unref()
  return {
    seal: (plain, context) => seal.seal(plain, context),
    open: (sealed, context) => seal.open(sealed, context),
    mark: (text) => seal.mark(text),
  }
}
