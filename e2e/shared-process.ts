import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { Server, startProgram } from './server.ts'

/** A request without an environment stops the server with this id. */
export type ServerRequest = { id: number; env?: NodeJS.ProcessEnv }
export type ServerReply = { id: number; url?: string; error?: string }

type Kept = { remove(): Promise<void> }

/** A process that runs many servers. A server starts fast here, because the process loads the modules once. */
export class SharedProcess {
  #process: ChildProcess | undefined
  #waiting = new Map<number, (done: ServerReply) => void>()
  #kept = new Map<string, Promise<Kept>>()

  /** Resolves when the server has started, or has stopped. */
  async ask(serverRequest: ServerRequest): Promise<ServerReply> {
    if (!serverRequest.env && !this.#process) return { id: serverRequest.id }
    const { promise, resolve } = Promise.withResolvers<ServerReply>()
    this.#waiting.set(serverRequest.id, resolve)
    this.#process ??= this.#start()
    this.#process.send(serverRequest)
    const done = await promise
    if (done.error) throw new Error(done.error)
    return done
  }

  /** The thing of this name. The first journey that asks starts it, and it lives as long as this process. */
  kept<T extends Kept>(name: string, start: () => Promise<T>): Promise<T> {
    const kept = (this.#kept.get(name) as Promise<T> | undefined) ?? start()
    this.#kept.set(name, kept)
    // After a failure it is started again for the next journey.
    kept.catch(() => this.#kept.delete(name))
    return kept
  }

  async end(): Promise<void> {
    for (const kept of await Promise.allSettled(this.#kept.values()))
      if (kept.status === 'fulfilled') await kept.value.remove()
    const child = this.#process
    if (!child) return
    child.kill()
    await once(child, 'exit')
  }

  #start(): ChildProcess {
    const child = startProgram('e2e/many-servers.ts', { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    child.on('message', (done: ServerReply) => this.#answer(done))
    // A message may be sent to a process that has just ended. The listener below reports the end.
    child.on('error', () => {})
    child.once('exit', code => {
      this.#process = undefined
      for (const id of this.#waiting.keys()) this.#answer({ id, error: `the servers ended with ${code}` })
    })
    return child
  }

  #answer(done: ServerReply): void {
    this.#waiting.get(done.id)?.(done)
    this.#waiting.delete(done.id)
  }
}

let lastId = 0

/** A server in a shared process. It cannot be killed, because others may run beside it. */
export class SharedServer extends Server {
  readonly #id = ++lastId
  readonly #process: SharedProcess
  #isRunning = false

  constructor(process: SharedProcess, settings: Record<string, string> = {}) {
    super(settings)
    this.#process = process
  }

  override async start(): Promise<void> {
    const { url } = await this.#process.ask({ id: this.#id, env: await this.environment() })
    this.origin = url as string
    this.#isRunning = true
  }

  override async stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    if (signal === 'SIGKILL') throw new Error('To be killed, a server needs a process of its own.')
    if (!this.#isRunning) return
    this.#isRunning = false
    await this.#process.ask({ id: this.#id })
  }
}
