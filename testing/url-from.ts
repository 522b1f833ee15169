import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** The URL of a server of ours, as its first line prints it. */
export async function urlFrom(child: ChildProcess): Promise<string> {
  let printed = ''
  // Later output must neither fill the pipe nor meet a closed one.
  for await (const chunk of child.stdout?.iterator({ destroyOnReturn: false }) ?? []) {
    printed += chunk
    const url = /ready at (http:\S+)/.exec(printed)?.[1]
    if (url) {
      child.stdout?.resume()
      return url
    }
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  const { exitCode, signalCode, spawnargs } = child
  throw new Error(`${spawnargs.join(' ')} did not start, and ended with ${signalCode ?? exitCode}: ${printed}`)
}
