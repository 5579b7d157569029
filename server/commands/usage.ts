/** A command that was called with the wrong words: said without a stack. */
export const usage = (text: string): Error =>
  Object.assign(new Error(`Usage: sourcebook ${text}`), { expected: true })
