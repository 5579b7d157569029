/** Begins the extension of a stored phone number, as RFC 3966 writes it: `+14155550199;ext=12`. */
export const EXTENSION = ';ext='

/** A stored phone number without its extension: messages go to it, and it is what numbers are compared by. */
export const bareNumber = (stored: string): string => stored.split(EXTENSION, 1)[0]!

/**
 * The target of a `tel:` link. Phones dial an extension after a comma, which is a pause. Android turns the letters of
 * `;ext=` into digits, as if they were on a keypad.
 */
export const dialled = (stored: string): string => stored.replace(EXTENSION, ',')
