import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { freePort } from '../../testing/free-port.ts'
import { DRIVER, findWebkit, XVFB } from './find-webkit.ts'

/** The W3C gave this name to the reference of an element. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'

/** Now and then WebKit does not answer a command, but it answers when the command is sent again. */
const LIMIT_MS = 30_000
/** A command that only reads is repeated before the journey that waits for it ends. */
const READ_LIMIT_MS = 5000
/** After this time, nothing more will come. */
const APPEARS_WITHIN = { timeout: 60_000 }

/** A window of WebKitGTK on a virtual screen, driven by W3C WebDriver. */
export class Webkit {
  readonly #processes: ChildProcess[] = []
  readonly #settings = mkdtempSync(join(tmpdir(), 'step-by-step-webkit-'))
  #session = ''

  async open(): Promise<void> {
    const screen = spawn(XVFB, ['-displayfd', '1', '-screen', '0', '1280x800x24', '-nolisten', 'tcp'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    this.#processes.push(screen)
    const [display] = await once(screen.stdout, 'data')
    const port = await freePort()
    // With this setting, pages see that the person avoids motion, as in the other journeys.
    mkdirSync(join(this.#settings, 'gtk-3.0'))
    writeFileSync(join(this.#settings, 'gtk-3.0/settings.ini'), '[Settings]\ngtk-enable-animations=0\n')
    const env = { ...process.env, DISPLAY: `:${String(display).trim()}`, XDG_CONFIG_HOME: this.#settings }
    this.#processes.push(spawn(DRIVER, ['-p', String(port)], { env, stdio: 'ignore' }))
    const base = `http://127.0.0.1:${port}`
    await expect(async () => void (await fetch(`${base}/status`))).toPass()
    const args = ['--automation', '--full-screen']
    const options = { 'webkitgtk:browserOptions': { binary: findWebkit(), args } }
    await expect(async () => {
      const { sessionId } = await send('POST', `${base}/session`, { capabilities: { alwaysMatch: options } })
      this.#session = `${base}/session/${sessionId}`
    }).toPass()
    await send('POST', `${this.#session}/window/rect`, { width: 360, height: 740 })
  }

  async close(): Promise<void> {
    if (this.#session) await send('DELETE', this.#session).catch(() => {})
    for (const process of this.#processes.reverse()) process.kill()
    // The processes may still write.
    rmSync(this.#settings, { recursive: true, force: true, maxRetries: 5 })
  }

  /** Opens a URL as if a person typed it: the former page is unloaded. */
  async goto(url: string): Promise<void> {
    await send('POST', `${this.#session}/url`, { url })
  }

  async url(): Promise<string> {
    return sendAgain('GET', `${this.#session}/url`)
  }

  /** Presses the element of a CSS selector or an XPath. */
  async press(where: string): Promise<void> {
    await expect(async () => {
      const element = await this.#find(where)
      await send('POST', `${this.#session}/element/${element}/click`, {})
    }, where).toPass(APPEARS_WITHIN)
  }

  async type(where: string, text: string): Promise<void> {
    await expect(async () => {
      const element = await this.#find(where)
      await send('POST', `${this.#session}/element/${element}/value`, { text })
    }, where).toPass(APPEARS_WITHIN)
  }

  /** Chooses a file, also in a hidden field. */
  async chooseFile(where: string, path: string): Promise<void> {
    const find = () => send('POST', `${this.#session}/element`, { using: 'css selector', value: where })
    await expect(find, where).toPass(APPEARS_WITHIN)
    const { [ELEMENT]: element } = await find()
    await send('POST', `${this.#session}/element/${element}/value`, { text: path })
  }

  /** Runs a script in the page. If the script returns a promise, this waits for it. */
  // biome-ignore lint/suspicious/noExplicitAny: each script returns something else.
  async run(script: string): Promise<any> {
    return send('POST', `${this.#session}/execute/async`, callOf(script))
  }

  /** Does the same with a script that changes nothing, and may run twice. */
  // biome-ignore lint/suspicious/noExplicitAny: each script returns something else.
  async read(script: string): Promise<any> {
    return sendAgain('POST', `${this.#session}/execute/async`, callOf(script))
  }

  async sees(where: string): Promise<void> {
    await this.#find(where)
  }

  /** Resolves as soon as the element is visible. */
  async #find(where: string): Promise<string> {
    let found = ''
    const using = where.startsWith('/') ? 'xpath' : 'css selector'
    await expect(async () => {
      const element = await send('POST', `${this.#session}/element`, { using, value: where })
      found = element[ELEMENT]
      expect(await send('GET', `${this.#session}/element/${found}/displayed`)).toBe(true)
    }, where).toPass(APPEARS_WITHIN)
    return found
  }
}

function callOf(script: string) {
  const call = `const done = arguments[0]; (async () => { ${script} })().then(done, error => done(String(error)))`
  return { script: call, args: [] }
}

/** Sends a command that changes nothing, and sends it again if there is no answer. */
// biome-ignore lint/suspicious/noExplicitAny: each command returns something else.
function sendAgain(method: string, url: string, body?: object): Promise<any> {
  return send(method, url, body, READ_LIMIT_MS).catch(error => {
    if (error.name !== 'TimeoutError') throw error
    return send(method, url, body)
  })
}

// biome-ignore lint/suspicious/noExplicitAny: each command returns something else.
async function send(method: string, url: string, body?: object, limitMs = LIMIT_MS): Promise<any> {
  const signal = AbortSignal.timeout(limitMs)
  const response = await fetch(url, { method, signal, ...(body ? { body: JSON.stringify(body) } : {}) })
  const { value } = (await response.json()) as { value: { error?: string; message?: string } | null }
  if (!response.ok) throw new Error(`${value?.error}: ${value?.message}`)
  return value
}
