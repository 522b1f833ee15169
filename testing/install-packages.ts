import { existsSync, readdirSync } from 'node:fs'
import { hasVolumePrograms } from '../api/media/storage/testing-volume.ts'
import { findFirefox } from '../e2e/engines/find-firefox.ts'
import { findWebkit } from '../e2e/engines/find-webkit.ts'
import { tryToInstall } from './apt.ts'
import { hasPgbouncer } from './pgbouncer.ts'

/** Debian's packages that the tests need. */
const PACKAGES = [
  { names: ['postgresql'], isInstalled: () => Boolean(process.env.TEST_DATABASE_URL) || hasPostgres() },
  { names: ['pgbouncer'], isInstalled: hasPgbouncer },
  { names: ['xfsprogs', 'e2fsprogs'], isInstalled: hasVolumePrograms },
  { names: ['ffmpeg'], isInstalled: () => existsSync('/usr/bin/ffmpeg') },
  {
    names: ['chromium', 'chromium-headless-shell'],
    isInstalled: () => Boolean(process.env.CHROMIUM) || existsSync('/usr/bin/chromium-headless-shell'),
  },
  { names: ['firefox-esr'], isInstalled: () => findFirefox() !== undefined },
  {
    names: ['webkit2gtk-driver', 'xvfb', 'gstreamer1.0-libav', 'gstreamer1.0-plugins-good'],
    isInstalled: () => findWebkit() !== undefined,
  },
]

function hasPostgres(): boolean {
  const versions = '/usr/lib/postgresql'
  return existsSync(versions) && readdirSync(versions).some(version => existsSync(`${versions}/${version}/bin/initdb`))
}

// One call for all packages takes less time than one for each. If it fails, the tests that need a package try again.
if (import.meta.main) {
  const missing = PACKAGES.filter(({ isInstalled }) => !isInstalled()).flatMap(({ names }) => names)
  if (missing.length > 0) tryToInstall(...missing)
}
