import { existsSync } from 'node:fs'
import { tryToInstall } from '../apt.ts'

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** A Chromium on this machine; installed by apt where we are root on a Debian, undefined where none can be had. */
export function findChromium(): string | undefined {
  const given = process.env.CHROMIUM
  if (given) return given
  if (!installed()) tryToInstall('chromium')
  return installed()
}

function installed(): string | undefined {
  return places.find(place => existsSync(place))
}
