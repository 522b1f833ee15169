import { Transform } from 'node:stream'

/** Passes a body on, and ends it with this error after `mostBytes`, whatever length its headers named. */
export function limitedBody(mostBytes: number, error: () => Error): Transform {
  let bytes = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes > mostBytes) done(error())
      else done(null, chunk)
    },
  })
}
