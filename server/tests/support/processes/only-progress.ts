import { expect } from 'vitest'

/** What a command says on standard error when it goes well: how far it is, if it takes more than a few seconds. */
export const onlyProgress = expect.stringMatching(
  /^(?:\w+: \d+ rows\n|(?:files|base copy): \d+ of \d+(?: files)?\n|analyzing\n|replaying the log\n|waiting for the end of its log in the archive\n)*$/,
)
