interface Fault {
  code?: string | undefined
  message: string
}

/** Why there is no connection, in our own words: completes "no connection: …", and repeats nothing that was sent. */
export const sayUnreached = (fault: Fault): string => sayFault(fault) ?? 'nobody answers there'

/** The meaning of Node's errors by code or message; undefined for most. */
export function sayFault({ code = '', message }: Fault): string | undefined {
  const text = `${code} ${message}`
  return faults.find(([sign]) => sign.test(text))?.[1]
}

const faults: readonly [RegExp, string][] = [
  [/ENOTFOUND|EAI_/, 'its name is not known'],
  [/self.signed|unable.to/i, 'its certificate is from an unknown authority'],
  [/cert.*(?:expired|not.yet)/i, 'its certificate is out of date'],
  [/altname/i, 'its certificate is for another name'],
  [/cert/i, 'its certificate is not accepted'],
  [/EPROTO|ERR_SSL/, 'it does not speak TLS correctly'],
]
