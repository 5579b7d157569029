/** How long a call took: `1:05`. */
export function durationText(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)]
  const rest = String(seconds % 60).padStart(2, '0')
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`
}

/** Where other people's links may lead: only to the web. */
export const isWebAddress = (url: string): boolean => /^https?:\/\//i.test(url)
