import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

/** Runs the work in a process of its own, which returns one outcome, so that neither side waits for the other. */
export async function runInProcess<T>(file: URL, wanted: object): Promise<T> {
  const child = startProcess(file)
  child.send(wanted)
  return nextResult<T>(child)
}

/** Starts a process that returns several outcomes. */
export function startProcess(file: URL): ChildProcess {
  return fork(file)
}

/** The next message of the process. */
export async function nextResult<T>(child: ChildProcess): Promise<T> {
  const over = new AbortController()
  try {
    const [message] = (await Promise.race([once(child, 'message', over), failed(child, over)])) as [T]
    return message
  } finally {
    over.abort()
  }
}

async function failed(child: ChildProcess, { signal }: AbortController): Promise<never> {
  const [code] = await once(child, 'exit', { signal })
  throw new Error(`A part of the bench ended with ${code} before it had an outcome`)
}
