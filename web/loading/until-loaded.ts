import { thisBuild } from './load-chunk.ts'
import { retryPause } from './retry-pause.ts'

/**
 * Tries again until a part of a screen is loaded. An error would take the place of the whole screen, although a person
 * can go on with the rest of it. A newer build is said by the screen.
 */
export async function untilLoaded<Part>(load: () => Promise<Part>): Promise<Part> {
  for (let failures = 1; ; failures++) {
    try {
      return await load()
    } catch (reason) {
      if (thisBuild.isGone) throw reason
      await new Promise(resolve => {
        setTimeout(resolve, retryPause(failures))
        addEventListener('online', resolve, { once: true })
      })
    }
  }
}
