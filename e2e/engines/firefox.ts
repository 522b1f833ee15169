import { type Browser, firefox, type Page } from '@playwright/test'
import { findFirefox } from './find-firefox.ts'

type Send = (method: string, params: unknown) => Promise<unknown>
type Inside = { _browserSession: { send: Send }; delegate: { _session: { sessionId: string; send: Send } } }

/** Playwright always sends it, and Firefox ESR does not know it. */
const UNKNOWN = 'emulation.setMediaFeaturesOverride'

const FAILED = 'could not be loaded:'

const firefoxUserPrefs = {
  // A microphone that beeps, and no question about it.
  'media.navigator.streams.fake': true,
  'media.navigator.permission.disabled': true,
  // One process for all pages, none in reserve, and fewer frames, which the processor draws.
  'dom.ipc.processCount': 1,
  'dom.ipc.processPrelaunch.enabled': false,
  'fission.autostart': false,
  'layout.frame_rate': 20,
  'ui.prefersReducedMotion': 1,
  // A page is left before code that the engine optimizes would pay.
  'javascript.options.ion': false,
}

/** Debian's Firefox, driven by WebDriver BiDi. */
export async function openFirefox(): Promise<Browser> {
  const browser = await firefox.launch({
    channel: 'moz-firefox',
    executablePath: findFirefox(),
    args: [],
    firefoxUserPrefs,
  })
  const sessions: { send: Send } = Object.getPrototypeOf(inside(browser)._browserSession)
  const { send } = sessions
  sessions.send = function (method, params) {
    return method === UNKNOWN ? Promise.resolve({}) : send.call(this, method, params)
  }
  return browser
}

/**
 * A key for each letter, of any keyboard. Playwright has keys for Latin letters only; it inserts other text without
 * keys, and Firefox does not tell the page about it.
 */
export async function typeLetters(page: Page, text: string): Promise<void> {
  const { _session } = inside(page).delegate
  const actions = [...text].flatMap(value => ['keyDown', 'keyUp'].map(type => ({ type, value })))
  await _session.send('input.performActions', {
    context: _session.sessionId,
    actions: [{ type: 'key', id: 'letters', actions }],
  })
}

/** The files of the first paint that could not be loaded. With one, the page reloads itself. */
export async function failedFiles(page: Page): Promise<string[]> {
  const failed: string[] = []
  page.on('console', message => message.text().startsWith(FAILED) && failed.push(message.text()))
  await page.addInitScript(words => {
    const note = ({ target }: Event) => {
      if (target instanceof Element && !window.sbsTyped) console.warn(words, target.outerHTML)
    }
    addEventListener('error', note, { capture: true })
  }, FAILED)
  return failed
}

/** Playwright's own part of a browser or a page, in the same process. */
function inside(outside: Browser | Page): Inside {
  return (outside as unknown as { _connection: { toImpl(one: unknown): Inside } })._connection.toImpl(outside)
}
