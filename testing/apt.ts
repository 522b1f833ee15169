import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'

/** Installs Debian packages for the tests, if it runs as root on Debian. It does not throw if that fails. */
export function tryToInstall(...names: string[]): void {
  if (userInfo().uid !== 0 || !existsSync('/usr/bin/apt-get')) return
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  try {
    execFileSync('apt-get', ['update', '-qq'], { stdio: 'ignore' })
    // Recommended packages, such as dictionaries for the browsers, would double the time.
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], { stdio: 'ignore', env })
  } catch {
    // The caller checks whether the packages are installed now.
  }
}
