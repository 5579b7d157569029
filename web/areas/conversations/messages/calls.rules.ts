/** How long a call took: `1:05`. */
export function durationText(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)]
  const rest = String(seconds % 60).padStart(2, '0')
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`
}

/** Whether a link that somebody else sent leads to the web. Others are not shown as links. */
export const isWebAddress = (url: string): boolean => /^https?:\/\//i.test(url)
