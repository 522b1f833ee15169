import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { urlFrom } from '../url-from.ts'

const FOLDER = import.meta.dirname

/** Whether `npm ci` was run in this folder. The emulator is large, so the main install does not contain it. */
export function isEmulatorInstalled(): boolean {
  // npm writes this file last.
  return existsSync(join(FOLDER, 'node_modules/.package-lock.json'))
}

type Sent = { phoneNumber?: string; email?: string; code?: string; oobLink?: string; sessionInfo?: string }

/** Firebase's Auth Emulator, without accounts when it starts. */
export class AuthEmulator {
  readonly projectId = 'demo-step-by-step'
  origin = ''
  #process: ChildProcess | undefined

  get host(): string {
    return new URL(this.origin).host
  }

  async start(): Promise<void> {
    const words = ['start.mjs', '0', this.projectId]
    const child = spawn(process.execPath, words, { cwd: FOLDER, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
    this.#process = child
    this.origin = await urlFrom(child)
  }

  async stop(): Promise<void> {
    const child = this.#process
    this.#process = undefined
    if (!child || child.exitCode !== null) return
    child.kill()
    await once(child, 'exit')
  }

  /** A request of a browser to Google: `signUp`, `signInWithPhoneNumber`, … */
  ask<Answer>(verb: string, body: object): Promise<Answer> {
    return fetchJson(`${this.origin}/identitytoolkit.googleapis.com/v1/accounts:${verb}?key=any`, { body })
  }

  /** A request of an operator: `lookup`, `update`, … */
  manage<Answer>(verb: string, body: object): Promise<Answer> {
    const url = `${this.origin}/identitytoolkit.googleapis.com/v1/projects/${this.projectId}/accounts:${verb}`
    return fetchJson(url, { body, ...AS_OWNER })
  }

  async newestCode(phone: string): Promise<Sent> {
    const { verificationCodes } = await this.#fetchSent<{ verificationCodes: Sent[] }>('verificationCodes')
    return requireSent(verificationCodes.findLast(({ phoneNumber }) => phoneNumber === phone))
  }

  async newestLink(to: string): Promise<string> {
    const { oobCodes } = await this.#fetchSent<{ oobCodes: Sent[] }>('oobCodes')
    return requireSent(oobCodes.findLast(({ email }) => email === to)).oobLink as string
  }

  #fetchSent<Answer>(what: string): Promise<Answer> {
    return fetchJson(`${this.origin}/emulator/v1/projects/${this.projectId}/${what}`, AS_OWNER)
  }
}

const AS_OWNER = { headers: { authorization: 'Bearer owner' } }

async function fetchJson<Answer>(
  url: string,
  { body, headers = {} }: { body?: object; headers?: Record<string, string> },
): Promise<Answer> {
  const json = {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { ...headers, 'content-type': 'application/json' },
  }
  const response = await fetch(url, body ? json : { headers })
  const answer = await response.json()
  if (!response.ok) throw new Error(answer.error.message)
  return answer
}

function requireSent(sent: Sent | undefined): Sent {
  if (!sent) throw new Error('Nothing was sent there')
  return sent
}
