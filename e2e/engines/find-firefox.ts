import { existsSync } from 'node:fs'

const FIREFOX = '/usr/bin/firefox-esr'

/** Debian's Firefox, if it is installed. */
export function findFirefox(): string | undefined {
  return existsSync(FIREFOX) ? FIREFOX : undefined
}
