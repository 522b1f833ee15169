import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'

/** Installs Debian packages for the tests, where we are root on a Debian; elsewhere, and when that fails, leaves things as they are. */
export function tryToInstall(...names: string[]): void {
  if (userInfo().uid !== 0 || !existsSync('/usr/bin/apt-get')) return
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  try {
    execFileSync('apt-get', ['update', '-qq'], { stdio: 'ignore' })
    execFileSync('apt-get', ['install', '-y', '-qq', ...names], { stdio: 'ignore', env })
  } catch {
    // The caller looks whether it is there now.
  }
}
