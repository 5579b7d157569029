/**
 * The directories of an upgrade to another major version, all in DATA_DIR. Their names say how far it is:
 *
 * | there is                        | in use      | what happens next                                    |
 * | ------------------------------- | ----------- | ---------------------------------------------------- |
 * | pg, pg.upgrading                | the old one | an upgrade begins again, with a new one              |
 * | pg, pg.upgraded                 | the old one | the same: the old one may have been written to since |
 * | pg.upgraded, pg.postgresql-17   | neither     | a start, or an upgrade, makes pg.upgraded pg         |
 * | pg, pg.postgresql-17            | the new one | nothing: the operator deletes the old one            |
 */
export const IN_USE = 'pg'
/** Where the new cluster is made and filled: a directory like DATA_DIR, with `pg` in it. */
export const MAKING = 'pg.upgrading'
/** The new cluster once it is whole. */
export const WHOLE = 'pg.upgraded'
/** The old cluster. */
export const asideFor = (major: string): string => `pg.postgresql-${major}`

/** Whether an upgrade was stopped between its two renames, so that no cluster is in use. */
export const isHalfSwapped = (names: readonly string[]): boolean =>
  !names.includes(IN_USE) &&
  names.includes(WHOLE) &&
  names.some((name) => /^pg\.postgresql-\d+$/.test(name))
