import { useRef, useState } from 'react'

interface Typed {
  text: string
  /** What the cell held when the typing began. */
  over: unknown
}

/**
 * What somebody types into a field until it is written. What others write shows meanwhile only where nobody types.
 *
 * @param before the cell's value as text.
 * @param write false where it was refused: what was typed then stays, to be mended.
 */
export function useTyping(
  before: string,
  value: unknown,
  write: (text: string, over: unknown) => Promise<boolean>,
) {
  const [typed, setTyped] = useState<Typed | null>(null)
  // Enter writes, and so does leaving the field right after it: once is enough.
  const writing = useRef<string>(null)
  const commit = async (text: string) => {
    if (text === before) return setTyped(null)
    if (text === writing.current) return
    writing.current = text
    const taken = await write(text, typed ? typed.over : (value ?? null))
    // Who typed on meanwhile goes on.
    if (taken) setTyped((now) => (now?.text === text ? null : now))
    if (writing.current === text) writing.current = null
  }
  return {
    text: typed?.text ?? before,
    isTyping: typed !== null,
    type: (text: string) => setTyped((now) => ({ text, over: now ? now.over : (value ?? null) })),
    giveUp: () => setTyped(null),
    commit,
  }
}
