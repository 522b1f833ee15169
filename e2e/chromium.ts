import { existsSync } from 'node:fs'
import { tryToInstall } from '../testing/apt.ts'

const WITH_WINDOW = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
/**
 * The same engine without a window: a page opens in a fourth of the time. It has no notifications, and a microphone
 * only with a switch that grants it without asking.
 */
const WITHOUT_WINDOW = ['/usr/bin/chromium-headless-shell']

/** A Chromium on this machine; undefined if there is none. On Debian, apt as root installs it. */
export function findChromium(): string | undefined {
  return process.env.CHROMIUM || installed(WITH_WINDOW, 'chromium')
}

/** The headless shell, or a whole Chromium if the shell is not available. */
export function findHeadlessShell(): string | undefined {
  return process.env.CHROMIUM || (installed(WITHOUT_WINDOW, 'chromium-headless-shell') ?? findChromium())
}

function installed(places: string[], debianPackage: string): string | undefined {
  const find = () => places.find(place => existsSync(place))
  if (!find()) tryToInstall(debianPackage)
  return find()
}
