import { useRef, useState } from 'react'

interface Typed {
  text: string
  /** The cell's value when the typing began. */
  over: unknown
}

/**
 * Keeps what somebody types into a field until it is saved. Other people's changes show only while nobody is typing.
 *
 * @param before the cell's value as text.
 * @param write false if it was refused: the text then stays, to be corrected.
 */
export function useTyping(
  before: string,
  value: unknown,
  write: (text: string, over: unknown) => Promise<boolean>,
) {
  const [typed, setTyped] = useState<Typed | null>(null)
  // Enter saves, and so does leaving the field right afterwards. Save only once.
  const writing = useRef<string>(null)
  const commit = async (text: string) => {
    if (text === before) return setTyped(null)
    if (text === writing.current) return
    writing.current = text
    const taken = await write(text, typed ? typed.over : (value ?? null))
    // If somebody typed more in the meantime, keep that.
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
