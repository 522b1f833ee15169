import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const EMULATOR = 'Firebase’s Auth Emulator'
export const NO_EMULATOR = `${EMULATOR} could not be installed (npm ci in testing/firebase-emulator tells why)`
export const NO_POSTGRESQL = "no PostgreSQL could be had (set TEST_DATABASE_URL or install Debian's postgresql)"
export const NO_WEBKIT =
  "no WebKitGTK could be had (install Debian's webkit2gtk-driver, xvfb, gstreamer1.0-libav and gstreamer1.0-plugins-good)"
export const NO_FIREFOX = "no Firefox could be had (install Debian's firefox-esr)"
export const NO_CHROMIUM = "no Chromium could be had (install Debian's chromium, or set CHROMIUM)"

/**
 * The reasons for which tests may be skipped; with `mayBeMissing`, in CI, too. A skipped test without one of these
 * reasons needs PostgreSQL.
 */
export const NEEDS = [
  { reason: NO_EMULATOR, mayBeMissing: true, isNeeded: ({ fullName }) => fullName.includes(EMULATOR) },
  {
    reason: "no ffmpeg could be had (install Debian's ffmpeg)",
    isNeeded: ({ file }) => file.endsWith('films.test.ts'),
  },
  {
    reason: "no PgBouncer could be had (install Debian's pgbouncer)",
    isNeeded: ({ file }) => file.endsWith('pgbouncer.test.ts'),
  },
  {
    reason: 'git does not have the last release in this copy',
    mayBeMissing: true,
    isNeeded: ({ file }) => /releases\/(two-releases|values)\.test\.ts$/.test(file) && !hasLastRelease(),
  },
  {
    reason: "the container image could not be built (install Debian's buildah, and let it reach docker.io)",
    mayBeMissing: true,
    isNeeded: ({ file }) => file.endsWith('image.test.ts'),
  },
  {
    reason: 'no volume could be mounted that can lose its power (root, a loop device, xfsprogs)',
    mayBeMissing: true,
    isNeeded: ({ file }) => file.endsWith('power-cut.test.ts'),
  },
]

function hasLastRelease() {
  const root = join(import.meta.dirname, '..')
  const { commit } = JSON.parse(readFileSync(join(root, 'api/database/releases/last-release.json'), 'utf8'))
  return spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: root }).status === 0
}
