import { type Browser, firefox, type Page } from '@playwright/test'
import { findFirefox } from './find-firefox.ts'

type Send = (method: string, params: unknown) => Promise<unknown>
type Inside = { _browserSession: { send: Send }; delegate: { _session: { sessionId: string; send: Send } } }

/** Playwright sends this command to every browser, but Firefox ESR does not know it. */
const UNKNOWN = 'emulation.setMediaFeaturesOverride'

const FAILED = 'could not be loaded:'

const firefoxUserPrefs = {
  // A microphone that beeps. Firefox does not ask whether the page may use it.
  'media.navigator.streams.fake': true,
  'media.navigator.permission.disabled': true,
  // All pages share one process, no process is in reserve, and the processor has fewer frames to draw.
  'dom.ipc.processCount': 1,
  'dom.ipc.processPrelaunch.enabled': false,
  'fission.autostart': false,
  'layout.frame_rate': 20,
  'ui.prefersReducedMotion': 1,
  // A page is left too soon for optimized code to pay.
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
 * Types each letter with a key, as on a keyboard of any language. Playwright has keys for Latin letters only. It
 * inserts other text without keys, and Firefox does not tell the page about that.
 */
export async function typeLetters(page: Page, text: string): Promise<void> {
  const { _session } = inside(page).delegate
  const actions = [...text].flatMap(value => ['keyDown', 'keyUp'].map(type => ({ type, value })))
  await _session.send('input.performActions', {
    context: _session.sessionId,
    actions: [{ type: 'key', id: 'letters', actions }],
  })
}

/** The files of the first paint that could not be loaded. If there is one, the page reloads itself. */
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

/** Playwright's own object for a browser or a page, in the same process. */
function inside(outside: Browser | Page): Inside {
  return (outside as unknown as { _connection: { toImpl(one: unknown): Inside } })._connection.toImpl(outside)
}
