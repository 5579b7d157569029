let known: string[] | undefined

/** Every currency that the browser knows. */
export function currencies(): string[] {
  known ??= Intl.supportedValuesOf('currency')
  return known
}
