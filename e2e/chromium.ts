import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** A Chromium on this machine; installed by apt where we are root on a Debian, undefined where none can be had. */
export function findChromium(): string | undefined {
  const given = process.env.CHROMIUM
  if (given) return given
  const found = places.find(place => existsSync(place))
  if (found || userInfo().uid !== 0 || !existsSync('/usr/bin/apt-get')) return found
  try {
    execFileSync('apt-get', ['update', '-qq'], { stdio: 'ignore' })
    execFileSync('apt-get', ['install', '-y', '-qq', 'chromium'], {
      stdio: 'ignore',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  } catch {
    return undefined
  }
  return places.find(place => existsSync(place))
}
