const browsers: [RegExp, string][] = [
  [/\bEdg\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\//, 'Firefox'],
  [/\b(?:Headless)?Chrome\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/\b(?:iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/** `Firefox on Windows`, or for other programs the beginning of their user agent. */
export function deviceName(userAgent: string): string {
  const named = (of: [RegExp, string][]) => of.find(([pattern]) => pattern.test(userAgent))?.[1]
  const browser = named(browsers)
  const system = named(systems)
  if (browser) return system ? `${browser} on ${system}` : browser
  return userAgent.slice(0, 60) || 'Unknown device'
}
