import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

export const DRIVER = '/usr/bin/WebKitWebDriver'
export const XVFB = '/usr/bin/Xvfb'
const LIBRARIES = '/usr/lib'

/** The browser of Debian's WebKitGTK, if its driver is installed. Playwright's WebKit is not a Debian package. */
export function findWebkit(): string | undefined {
  if (!existsSync(DRIVER) || !existsSync(XVFB)) return undefined
  return readdirSync(LIBRARIES)
    .map(folder => join(LIBRARIES, folder, 'webkit2gtk-4.1/MiniBrowser'))
    .find(path => existsSync(path))
}
