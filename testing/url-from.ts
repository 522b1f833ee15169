import type { ChildProcess } from 'node:child_process'

/** Where a server of ours listens, as its first words say. */
export async function urlFrom(child: ChildProcess): Promise<string> {
  let printed = ''
  for await (const chunk of child.stdout ?? []) {
    printed += chunk
    const url = /ready at (http:\S+)/.exec(printed)?.[1]
    if (url) {
      // Whatever it prints later must not fill the pipe.
      child.stdout?.resume()
      return url
    }
  }
  throw new Error(`${child.spawnargs.join(' ')} did not start: ${printed}`)
}
