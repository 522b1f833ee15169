let last: Promise<unknown> = Promise.resolve()

/**
 * Waits for its turn to do a small piece of dear work. Between any two pieces everybody else has the event loop, so a
 * crowd of uploads makes nobody else wait for more than one of them.
 */
export function turn(): Promise<unknown> {
  last = last.then(() => new Promise(setImmediate))
  return last
}
