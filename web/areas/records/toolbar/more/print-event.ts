/** Asks the list that is open to print itself. */
export const PRINT = 'print-list'

export const askToPrint = (): boolean => window.dispatchEvent(new Event(PRINT))
