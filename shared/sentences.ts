// Sentences with values in them: `{sent} is not an email address`.

/** The names in braces in a text, such as `sent` in `{sent}`. Braces with quotes in them are JSON. */
type Names<T> = T extends `${string}{${infer Name}}${infer Rest}`
  ? Exclude<Name, `${string}"${string}`> | Names<Rest>
  : never
type TextsOf<T> = T extends string ? T : T extends object ? TextsOf<T[keyof T]> : never

export type Values = Record<string, string | number>

/** The values that a text, or the texts in an object, name, such as `{sent}`, ready to be shown. */
export type ValuesOf<T> = Record<Names<TextsOf<T>>, string | number>

/** The text, with its values in place of their names. */
export const filled = (text: string, values: Values): string =>
  text.replace(/{(\w+)}/g, (_, name: string) => String(values[name] ?? ''))
