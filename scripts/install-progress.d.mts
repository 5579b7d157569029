/** Says how far an installation is, until what it returns is called. */
export function showProgress(
  folder: string,
  paths: string[],
  megabytes: number,
  output: { isTTY: boolean; write(text: string): unknown },
): () => void
