/** Whether an email brings colors of its own, which were chosen for a white page. Images count: they may be transparent. */
export const hasOwnColors = (html: string): boolean =>
  /\bbgcolor\s*=|<font\b[^>]*\bcolor\s*=|<img\b|style\s*=\s*(["'])(?:(?!\1).)*\b(?:color|background(?:-color)?)\s*:/is.test(
    html,
  )
