import { type Browser, firefox } from '@playwright/test'
import { findFirefox } from './find-firefox.ts'

type Send = (method: string, params: unknown) => Promise<unknown>
/** Playwright's own part of a browser, in the same process. */
type Inside = { _connection: { toImpl(browser: unknown): { _browserSession: { send: Send } } } }

/** Playwright always sends it, and Firefox ESR does not know it. */
const UNKNOWN = 'emulation.setMediaFeaturesOverride'

/** A microphone that beeps, and no question about it. */
const firefoxUserPrefs = { 'media.navigator.streams.fake': true, 'media.navigator.permission.disabled': true }

/** Debian's Firefox, driven by WebDriver BiDi. */
export async function openFirefox(): Promise<Browser> {
  const browser = await firefox.launch({
    channel: 'moz-firefox',
    executablePath: findFirefox(),
    args: [],
    firefoxUserPrefs,
  })
  const { _browserSession } = (browser as unknown as Inside)._connection.toImpl(browser)
  const sessions: { send: Send } = Object.getPrototypeOf(_browserSession)
  const { send } = sessions
  sessions.send = function (method, params) {
    return method === UNKNOWN ? Promise.resolve({}) : send.call(this, method, params)
  }
  return browser
}
