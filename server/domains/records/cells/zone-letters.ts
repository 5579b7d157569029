const HOUR_MS = 3_600_000

/** Time zones in letters that mean the same everywhere, by how many hours they are ahead of UTC. */
const EVERYWHERE: Readonly<Record<string, number>> = {
  z: 0,
  ut: 0,
  utc: 0,
  gmt: 0,
  wet: 0,
  west: 1,
  cet: 1,
  cest: 2,
  mez: 1,
  mesz: 2,
  eet: 2,
  eest: 3,
  jst: 9,
  awst: 8,
  acst: 9.5,
  acdt: 10.5,
  aest: 10,
  aedt: 11,
  nzst: 12,
  nzdt: 13,
}

const AMERICAN: typeof EVERYWHERE = {
  ast: -4,
  adt: -3,
  est: -5,
  edt: -4,
  cst: -6,
  cdt: -5,
  mst: -7,
  mdt: -6,
  pst: -8,
  pdt: -7,
  akst: -9,
  akdt: -8,
  hst: -10,
}

/** Letters that mean one thing in a country: IST is the time of India, Ireland and Israel, CST that of Chicago and China. */
const IN_COUNTRY: Readonly<Record<string, typeof EVERYWHERE>> = {
  US: AMERICAN,
  CA: { ...AMERICAN, nst: -3.5, ndt: -2.5 },
  PR: AMERICAN,
  GB: { bst: 1 },
  IE: { ist: 1 },
  IN: { ist: 5.5 },
  IL: { ist: 2, idt: 3 },
  ZA: { sast: 2 },
}

/** How many milliseconds a zone in small letters is ahead of UTC; undefined if that is not certain in a country. */
export function offsetOfLetters(letters: string, country: string): number | undefined {
  const hours = IN_COUNTRY[country]?.[letters] ?? EVERYWHERE[letters]
  return hours === undefined ? undefined : hours * HOUR_MS
}
