import type { ChildProcess } from 'node:child_process'

/** The URL of a server of ours, as its first line prints it. */
export async function urlFrom(child: ChildProcess): Promise<string> {
  let printed = ''
  for await (const chunk of child.stdout ?? []) {
    printed += chunk
    const url = /ready at (http:\S+)/.exec(printed)?.[1]
    if (url) {
      // Later output must not fill the pipe.
      child.stdout?.resume()
      return url
    }
  }
  throw new Error(`${child.spawnargs.join(' ')} did not start: ${printed}`)
}
