import { existsSync, readdirSync } from 'node:fs'
import { hasVolumePrograms } from '../api/media/storage/testing-volume.ts'
import { findFirefox } from '../e2e/engines/find-firefox.ts'
import { findWebkit } from '../e2e/engines/find-webkit.ts'
import { tryToInstall } from './apt.ts'
import { hasPgbouncer } from './pgbouncer.ts'

/** Debian's packages that the tests need. */
const PACKAGES = [
  { names: ['postgresql'], isThere: () => Boolean(process.env.TEST_DATABASE_URL) || hasPostgres() },
  { names: ['pgbouncer'], isThere: hasPgbouncer },
  { names: ['xfsprogs', 'e2fsprogs'], isThere: hasVolumePrograms },
  { names: ['ffmpeg'], isThere: () => existsSync('/usr/bin/ffmpeg') },
  {
    names: ['chromium', 'chromium-headless-shell'],
    isThere: () => Boolean(process.env.CHROMIUM) || existsSync('/usr/bin/chromium-headless-shell'),
  },
  { names: ['firefox-esr'], isThere: () => findFirefox() !== undefined },
  {
    names: ['webkit2gtk-driver', 'xvfb', 'gstreamer1.0-libav', 'gstreamer1.0-plugins-good'],
    isThere: () => findWebkit() !== undefined,
  },
]

function hasPostgres(): boolean {
  const versions = '/usr/lib/postgresql'
  return existsSync(versions) && readdirSync(versions).some(version => existsSync(`${versions}/${version}/bin/initdb`))
}

// One call for all of them takes less time than one for each. What fails here is tried again by the tests that need it.
if (import.meta.main) {
  const missing = PACKAGES.filter(({ isThere }) => !isThere()).flatMap(({ names }) => names)
  if (missing.length > 0) tryToInstall(...missing)
}
