/** What stands where the name of a person was who was erased. */
export const ERASED_NAME = 'Erased person'
