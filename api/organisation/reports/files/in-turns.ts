import { setImmediate as turn } from 'node:timers/promises'

const CHUNK_LENGTH = 32_768
/** After this time, waiting requests get their turn. */
const MAX_MS = 10

/** Like `map`, but lets other requests in between. */
export async function mapInTurns<From, To>(items: readonly From[], make: (item: From) => To): Promise<To[]> {
  const made: To[] = []
  let since = performance.now()
  for (const item of items) {
    made.push(make(item))
    if (performance.now() - since < MAX_MS) continue
    await turn()
    since = performance.now()
  }
  return made
}

/** The lines in chunks for a stream. Each chunk is made when the one before is sent. */
export async function* inChunks(lines: Iterable<string>): AsyncGenerator<string> {
  let chunk = ''
  let since = performance.now()
  for (const line of lines) {
    chunk += line
    if (chunk.length < CHUNK_LENGTH && performance.now() - since < MAX_MS) continue
    yield chunk
    chunk = ''
    await turn()
    since = performance.now()
  }
  if (chunk !== '') yield chunk
}
