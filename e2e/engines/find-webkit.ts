import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

export const DRIVER = '/usr/bin/WebKitWebDriver'
export const XVFB = '/usr/bin/Xvfb'
const LIBRARIES = '/usr/lib'
/** Files of Debian's gstreamer1.0-libav and gstreamer1.0-plugins-good, which play films. */
const CODECS = ['libgstlibav.so', 'libgstisomp4.so']

/**
 * The browser of Debian's WebKitGTK, if its driver and its codecs for films are installed. Playwright's WebKit is not a
 * Debian package.
 */
export function findWebkit(): string | undefined {
  if (!existsSync(DRIVER) || !existsSync(XVFB)) return undefined
  const places = readdirSync(LIBRARIES).map(folder => join(LIBRARIES, folder))
  const hasCodecs = CODECS.every(codec => places.some(place => existsSync(join(place, 'gstreamer-1.0', codec))))
  if (!hasCodecs) return undefined
  return places.map(place => join(place, 'webkit2gtk-4.1/MiniBrowser')).find(path => existsSync(path))
}
