/** Aborted when the connection of an answer ends, and by others who end the call. */
export function whileConnected(connection: { once(event: 'close', gone: () => void): unknown }): AbortController {
  const gone = new AbortController()
  // Every answer ends so, and a reason of its own, with its stack, would be dear.
  connection.once('close', () => gone.abort(GONE))
  return gone
}

const GONE = 'gone'
