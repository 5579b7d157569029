/** A name of a row or person that leads nowhere yet, as people read it: of an object, the value in it. */
export const unresolvedText = (name: string | number | object): string =>
  String(typeof name === 'object' ? (Object.values(name)[0] ?? '') : name)
